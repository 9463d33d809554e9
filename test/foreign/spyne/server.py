"""A service in the way of spyne's users: classes are the types, decorated methods the operations, and the WSDL comes
from both. Argument: the port. `?wsdl` returns the WSDL."""

import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

from spyne import (
    Application,
    Array,
    Boolean,
    ByteArray,
    ComplexModel,
    Date,
    DateTime,
    Decimal,
    Double,
    Duration,
    Enum,
    Fault,
    Integer,
    Integer32,
    Integer64,
    Mandatory,
    ServiceBase,
    Time,
    Unicode,
    UnsignedInteger64,
    Uuid,
    XmlAttribute,
    rpc,
)
from spyne.protocol.soap import Soap11
from spyne.server.wsgi import WsgiApplication

NAMESPACE = "urn:fleet"

Status = Enum("new", "on its way", "lost", type_name="Status")


class Values(ComplexModel):
    __namespace__ = NAMESPACE
    text = Unicode
    count = Integer64
    positive = UnsignedInteger64
    number = Integer32
    huge = Integer
    price = Decimal
    weight = Double
    fragile = Boolean
    packed = DateTime
    due = Date
    at = Time
    took = Duration
    status = Status
    image = ByteArray
    key = Uuid


class Item(ComplexModel):
    __namespace__ = NAMESPACE
    id = XmlAttribute(Integer32)
    name = Mandatory(Unicode)
    note = Unicode
    tags = Array(Unicode)
    part = Unicode(max_occurs="unbounded")


class Vehicle(ComplexModel):
    __namespace__ = NAMESPACE
    plate = Unicode


class Truck(Vehicle):
    __namespace__ = NAMESPACE
    load = Decimal


class Session(ComplexModel):
    __namespace__ = NAMESPACE
    user = Mandatory(Unicode)


class Quota(ComplexModel):
    __namespace__ = NAMESPACE
    left = Integer32


class Missing(Fault):
    __namespace__ = NAMESPACE

    def __init__(self, number):
        super().__init__("Client.Missing", "There is no vehicle %d." % number)


class Fleet(ServiceBase):
    @rpc(Values, _returns=Values)
    def EchoValues(ctx, values):
        return values

    @rpc(Values, _returns=Unicode)
    def Inspect(ctx, values):
        image = b"".join(values.image)
        return repr([(name, image if name == "image" else getattr(values, name)) for name in Values._type_info])

    @rpc(Array(Item), _returns=Array(Item))
    def EchoItems(ctx, items):
        return items

    @rpc(Unicode, _returns=Unicode)
    def EchoNote(ctx, note):
        return note

    @rpc(Vehicle, _returns=Vehicle)
    def EchoVehicle(ctx, vehicle):
        vehicle.plate = "%s %s" % (type(vehicle).__name__, vehicle.plate)
        return vehicle

    @rpc(Integer64(max_occurs="unbounded"), _returns=Integer64)
    def Total(ctx, count):
        return sum(count)

    @rpc(Integer32, Integer32, _returns=[Integer32, Integer32], _out_variable_names=["quotient", "rest"])
    def Divide(ctx, dividend, divisor):
        return divmod(dividend, divisor)

    @rpc(_in_header=(Session,), _out_header=(Quota,), _returns=Unicode)
    def WhoAmI(ctx):
        ctx.out_header = Quota(left=7)
        return ctx.in_header.user

    @rpc(Integer32, _throws=Missing)
    def Remove(ctx, number):
        if number == 404:
            raise Missing(number)
        if number == 500:
            raise Fault("Server", "The garage is locked: <&>.")

    @rpc(Values, _body_style="bare", _returns=Values)
    def EchoBare(ctx, values):
        return values


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


application = Application(
    [Fleet],
    NAMESPACE,
    name="Fleet",
    in_protocol=Soap11(validator="lxml", polymorphic=True),
    out_protocol=Soap11(polymorphic=True),
)
server = make_server("127.0.0.1", int(sys.argv[1]), WsgiApplication(application), handler_class=Quiet)
print("ready", flush=True)
server.serve_forever()

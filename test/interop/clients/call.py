"""Calls operations with zeep. Input and output are those of call.php beside it; values may be {"$decimal": ...},
{"$nil": true} and {"$skip": true} too. `input` is named arguments in every style, or a list of
positional ones, and `again` is true, or the name of the
argument where zeep takes the wrapper off a result. A call may name its `port`."""

import base64
import decimal
import json
import sys

import zeep
from lxml import etree
from offline import Offline
from zeep.exceptions import Fault
from zeep.helpers import serialize_object
from zeep.plugins import HistoryPlugin


def decoded(value):
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$base64" in value:
        return base64.b64decode(value["$base64"], validate=True)
    if "$path" in value:
        with open(value["$path"], "rb") as file:
            return file.read()
    if "$long" in value:
        return int(value["$long"])
    if "$decimal" in value:
        return decimal.Decimal(value["$decimal"])
    if "$double" in value:
        return float(value["$double"])
    if "$tuple" in value:
        return tuple(value["$tuple"])
    if "$xml" in value:
        return etree.fromstring(value["$xml"])
    if "$nil" in value:
        return zeep.xsd.Nil
    if "$skip" in value:
        return zeep.xsd.SkipValue
    fields = {name: decoded(item) for name, item in value.items() if name != "$type"}
    if "$type" in value:
        return client.get_type("{%s}%s" % tuple(value["$type"]))(**fields)
    return fields


def encoded(value):
    if isinstance(value, etree.QName):
        return value.text
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return {"$long": str(value)}
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else str(value)
    if isinstance(value, decimal.Decimal):
        return {"$decimal": str(value)}
    if isinstance(value, bytes):
        return {"$base64": base64.b64encode(value).decode()}
    if isinstance(value, list) or isinstance(value, tuple):
        return [encoded(item) for item in value]
    if isinstance(value, dict):
        return {name: encoded(item) for name, item in value.items()}
    if isinstance(value, etree._Element):
        return {"$xml": etree.tostring(value, encoding="unicode", with_tail=False)}
    if isinstance(value, zeep.xsd.AnyObject):
        return encoded(serialize_object(value.value, dict))
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def header_of(header):
    element = client.get_element("{%s}%s" % (header["namespace"], header["name"]))
    value = decoded(header["value"])
    parent = etree.Element("header")
    element.render(parent, element(**value) if isinstance(value, dict) else value)
    block = parent[0]
    if header.get("mustUnderstand"):
        if job["soap"] == "1.2":
            block.set("{http://www.w3.org/2003/05/soap-envelope}mustUnderstand", "true")
        else:
            block.set("{http://schemas.xmlsoap.org/soap/envelope/}mustUnderstand", "1")
    return block


def call_once(call, arguments):
    headers = [header_of(header) for header in call.get("headers", [])]
    named = {"_soapheaders": headers} if headers else {}
    if isinstance(arguments, list):
        return service[call["operation"]](*arguments, **named)
    return service[call["operation"]](**arguments, **named)


def second(call, result):
    if isinstance(call["again"], str):
        return {call["again"]: result}
    return {name: result[name] for name in result}


def text(envelope):
    if envelope is None or envelope["envelope"] is None:
        return ""
    written = etree.tostring(envelope["envelope"], encoding="unicode")
    return written if len(written) < 65536 else ""


def answer_of(call):
    try:
        result = call_once(call, decoded(call["input"]))
        if isinstance(result, zeep.xsd.CompoundValue) and list(result) == ["header", "body"]:
            answer = {"result": encoded(serialize_object(result.body, dict))}
            answer["headers"] = encoded(serialize_object(result.header, dict))
        else:
            answer = {"result": encoded(serialize_object(result, dict))}
        if call.get("again"):
            call_once(call, second(call, result))
    except Fault as fault:
        detail = None if fault.detail is None else [etree.tostring(one, encoding="unicode") for one in fault.detail]
        answer = {"fault": {"code": str(fault.code), "reason": fault.message, "detail": detail}}
    except Exception as error:  # zeep's own refusal of what it was given, or got
        answer = {"fault": {"code": type(error).__name__, "reason": str(error)}}
    answer["request"] = text(history._buffer[-1]["sent"] if history._buffer else None)
    answer["response"] = text(history._buffer[-1]["received"] if history._buffer else None)
    return answer


results = []
for job in json.load(sys.stdin):
    history = HistoryPlugin()
    client = zeep.Client(job["wsdl"], plugins=[history], transport=Offline())
    port = next(
        name
        for name, port in next(iter(client.wsdl.services.values())).ports.items()
        if port.binding.__class__.__name__ == ("Soap12Binding" if job["soap"] == "1.2" else "Soap11Binding")
    )
    service = client.bind(port_name=port)
    results.append([answer_of(call) for call in job["calls"]])
json.dump(results, sys.stdout, ensure_ascii=False)

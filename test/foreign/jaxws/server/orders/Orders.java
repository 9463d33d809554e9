package orders;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.jws.Oneway;
import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.WebResult;
import javax.jws.WebService;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.ws.Holder;

/** Wrapped document/literal messages, SOAP 1.1. */
@WebService(targetNamespace = "urn:example:orders", serviceName = "Orders", portName = "OrdersPort")
public class Orders {
  private volatile String announced;

  @WebMethod(action = "urn:example:orders#placeOrder")
  @WebResult(name = "order")
  public Order placeOrder(
      @WebParam(name = "order") Order order,
      @WebParam(name = "session", header = true) String session,
      @WebParam(name = "quota", header = true, mode = WebParam.Mode.OUT) Holder<Integer> quota)
      throws OutOfStock, UnknownCustomer {
    if (order.customer.equals("nobody")) throw new UnknownCustomer(order.customer);
    if (order.lines != null) {
      for (Line line : order.lines) if (line.quantity > 1000) throw outOfStock(line);
    }
    order.status = Status.ACCEPTED;
    quota.value = session == null ? 0 : session.length();
    return order;
  }

  private static OutOfStock outOfStock(Line line) {
    OutOfStockDetail detail = new OutOfStockDetail();
    detail.sku = line.sku;
    detail.available = 1000;
    return new OutOfStock("Only 1000 of " + line.sku + " are left.", detail);
  }

  /** A list without a wrapper; the parameters may be absent. */
  public List<Order> findOrders(
      @WebParam(name = "like") Order like,
      @WebParam(name = "from") XMLGregorianCalendar from,
      @WebParam(name = "limit") Integer limit) {
    if (like != null) like.placed = from;
    return Collections.nCopies(limit == null ? 1 : limit, like);
  }

  public Numbers echoNumbers(@WebParam(name = "numbers") Numbers numbers) {
    return numbers;
  }

  public Times echoTimes(@WebParam(name = "times") Times times) {
    return times;
  }

  public String echoText(@WebParam(name = "text") String text) {
    return text;
  }

  public byte[] echoBytes(@WebParam(name = "bytes") byte[] bytes) {
    return bytes;
  }

  public double area(@WebParam(name = "shape") Shape shape) {
    return shape.area();
  }

  @WebResult(name = "reversed")
  public List<Shape> reverse(@WebParam(name = "shape") List<Shape> shapes) {
    List<Shape> reversed = new ArrayList<>(shapes == null ? Collections.emptyList() : shapes);
    Collections.reverse(reversed);
    return reversed;
  }

  @XmlElement(nillable = true)
  @WebResult(name = "name")
  public List<String> echoNames(@XmlElement(nillable = true) @WebParam(name = "name") List<String> names) {
    return names;
  }

  public Labels echoLabels(@WebParam(name = "labels") Labels labels) {
    return labels;
  }

  @WebResult(name = "status")
  public List<Status> next(@WebParam(name = "status") Status status) {
    if (status == Status.NEW) return List.of(Status.ACCEPTED, Status.ON_HOLD);
    return status == Status.ON_HOLD ? List.of(Status.ACCEPTED) : List.of();
  }

  /** A parameter of both directions, and a second result. */
  public void split(
      @WebParam(name = "text", mode = WebParam.Mode.INOUT) Holder<String> text,
      @WebParam(name = "rest", mode = WebParam.Mode.OUT) Holder<String> rest) {
    int space = text.value.indexOf(' ');
    if (space < 0) return;
    rest.value = text.value.substring(space + 1);
    text.value = text.value.substring(0, space);
  }

  /** Without a result; an exception that the interface does not declare. */
  public void discard(@WebParam(name = "id") long id) {
    if (id < 0) throw new IllegalArgumentException("The id " + id + " is negative.");
  }

  @Oneway
  public void announce(@WebParam(name = "text") String text) {
    announced = text;
  }

  public String announced() {
    return announced;
  }
}

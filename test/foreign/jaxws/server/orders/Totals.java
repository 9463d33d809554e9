package orders;

import java.math.BigDecimal;
import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.WebResult;
import javax.jws.WebService;
import javax.jws.soap.SOAPBinding;

/** rpc/literal messages, SOAP 1.1. */
@WebService(targetNamespace = "urn:example:totals", serviceName = "Totals", portName = "TotalsPort")
@SOAPBinding(style = SOAPBinding.Style.RPC)
public class Totals {
  @WebMethod(action = "urn:example:totals#add")
  @WebResult(name = "sum")
  public BigDecimal add(@WebParam(name = "a") BigDecimal a, @WebParam(name = "b") long b) {
    return a.add(BigDecimal.valueOf(b));
  }

  public String[] sort(@WebParam(name = "texts") String[] texts, @WebParam(name = "descending") boolean descending) {
    String[] sorted = texts.clone();
    java.util.Arrays.sort(sorted, descending ? java.util.Comparator.reverseOrder() : null);
    return sorted;
  }

  @WebResult(name = "scaled")
  public Shape scale(@WebParam(name = "shape") Shape shape, @WebParam(name = "factor") double factor) {
    if (shape instanceof Circle) ((Circle) shape).radius *= factor;
    if (shape instanceof Rectangle) {
      ((Rectangle) shape).width *= factor;
      ((Rectangle) shape).height *= factor;
    }
    return shape;
  }
}

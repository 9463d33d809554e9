package orders;

import javax.xml.ws.WebFault;

@WebFault(name = "OutOfStock", targetNamespace = "urn:example:orders", faultBean = "orders.OutOfStockDetail")
public class OutOfStock extends Exception {
  private final OutOfStockDetail detail;

  public OutOfStock(String reason, OutOfStockDetail detail) {
    super(reason);
    this.detail = detail;
  }

  public OutOfStockDetail getFaultInfo() {
    return detail;
  }
}

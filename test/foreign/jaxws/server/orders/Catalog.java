package orders;

import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.WebResult;
import javax.jws.WebService;
import javax.jws.soap.SOAPBinding;
import javax.xml.ws.BindingType;

/** Bare document/literal messages, SOAP 1.2. */
@WebService(targetNamespace = "urn:example:catalog", serviceName = "Catalog", portName = "CatalogPort")
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
@BindingType(javax.xml.ws.soap.SOAPBinding.SOAP12HTTP_BINDING)
public class Catalog {
  @WebMethod(action = "urn:example:catalog#lookup")
  @WebResult(name = "line", targetNamespace = "urn:example:catalog")
  public Line lookup(@WebParam(name = "key", targetNamespace = "urn:example:catalog") Line key) throws OutOfStock {
    if (key.quantity > 1000) {
      OutOfStockDetail detail = new OutOfStockDetail();
      detail.sku = key.sku;
      detail.available = 1000;
      throw new OutOfStock("Only 1000 of " + key.sku + " are left.", detail);
    }
    return key;
  }

  @WebResult(name = "reserved", targetNamespace = "urn:example:catalog")
  public boolean reserve(@WebParam(name = "number", targetNamespace = "urn:example:catalog") long number) {
    return number > Integer.MAX_VALUE;
  }
}

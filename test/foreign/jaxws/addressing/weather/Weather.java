package weather;

import javax.jws.Oneway;
import javax.jws.WebParam;
import javax.jws.WebResult;
import javax.jws.WebService;
import javax.jws.soap.SOAPBinding;
import javax.xml.ws.Action;

/** The port type of services and client. */
@WebService(targetNamespace = "http://weather.example/", name = "Weather")
@SOAPBinding(style = SOAPBinding.Style.RPC)
public interface Weather {
  /** With actions of its own. */
  @Action(input = "http://weather.example/in", output = "http://weather.example/out")
  @WebResult(name = "degrees")
  int degrees(@WebParam(name = "town") String town);

  /** With actions by the default pattern. */
  @WebResult(name = "text")
  String forecast(@WebParam(name = "town") String town);

  @Oneway
  void report(@WebParam(name = "text") String text);
}

package weather;

import com.sun.xml.ws.developer.MemberSubmissionAddressingFeature;
import java.net.URL;
import javax.xml.namespace.QName;
import javax.xml.ws.Service;
import javax.xml.ws.WebServiceException;
import javax.xml.ws.WebServiceFeature;
import javax.xml.ws.soap.AddressingFeature;

/** Calls the service of a WSDL, the first argument, with a version of WS-Addressing, the second one. */
public final class Caller {
  public static void main(String[] arguments) throws Exception {
    QName name = new QName("http://weather.example/", "WeatherService");
    WebServiceFeature feature =
        arguments[1].equals("1.0")
            ? new AddressingFeature(true, true)
            : new MemberSubmissionAddressingFeature(true, true);
    Weather port = Service.create(new URL(arguments[0]), name).getPort(Weather.class, feature);
    System.out.println("degrees " + port.degrees("Oslo"));
    System.out.println("forecast " + port.forecast("Bergen"));
    port.report("sun");
    try {
      port.degrees("");
    } catch (WebServiceException fault) {
      System.out.println("fault " + fault.getMessage());
    }
  }
}

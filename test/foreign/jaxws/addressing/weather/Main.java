package weather;

import com.sun.xml.ws.developer.MemberSubmissionAddressing;
import javax.jws.WebService;
import javax.xml.ws.BindingType;
import javax.xml.ws.Endpoint;
import javax.xml.ws.soap.Addressing;
import javax.xml.ws.soap.SOAPBinding;

/** Endpoints that demand WS-Addressing. */
public final class Main {
  public static class Service implements Weather {
    public int degrees(String town) {
      if (town.isEmpty()) throw new IllegalArgumentException("no town");
      return town.length();
    }

    public String forecast(String town) {
      return "rain in " + town;
    }

    public void report(String text) {
      System.out.println("reported " + text);
    }
  }

  @Addressing(required = true)
  @WebService(targetNamespace = "http://weather.example/", serviceName = "WeatherService", portName = "WeatherPort", endpointInterface = "weather.Weather")
  public static class Soap11 extends Service {}

  @Addressing(required = true)
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  @WebService(targetNamespace = "http://weather.example/", serviceName = "WeatherService", portName = "WeatherPort", endpointInterface = "weather.Weather")
  public static class Soap12 extends Service {}

  @MemberSubmissionAddressing(required = true)
  @WebService(targetNamespace = "http://weather.example/", serviceName = "WeatherService", portName = "WeatherPort", endpointInterface = "weather.Weather")
  public static class Submission extends Service {}

  /** Serves on the port of the first argument. */
  public static void main(String[] arguments) {
    String base = "http://127.0.0.1:" + arguments[0];
    Endpoint.publish(base + "/soap11", new Soap11());
    Endpoint.publish(base + "/soap12", new Soap12());
    Endpoint.publish(base + "/submission", new Submission());
    System.out.println("ready");
  }
}

package orders;

import javax.xml.ws.Endpoint;

/** Serves the three services on the port of the first argument. */
public final class Main {
  public static void main(String[] arguments) {
    String base = "http://127.0.0.1:" + arguments[0];
    Endpoint.publish(base + "/orders", new Orders());
    Endpoint.publish(base + "/catalog", new Catalog());
    Endpoint.publish(base + "/totals", new Totals());
    System.out.println("ready");
  }
}

package attachments;

import files.Bytes;
import java.io.File;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import javax.activation.DataHandler;
import javax.jws.WebService;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.ws.Endpoint;
import javax.xml.ws.Holder;
import pictures.Pictures;
import pictures.Pictures_Service;
import pictures.Send;
import pictures.SendResponse;

/** A service with the port type that wsimport generates, and a call of one: attachments of MIME bindings, and swaRef. */
@WebService(
    targetNamespace = "urn:pictures",
    serviceName = "Pictures",
    portName = "Pictures",
    endpointInterface = "pictures.Pictures")
public class Gallery implements Pictures {
  /** Answers with the photo as thumbnail, the sketch, and what it has got as text. */
  public void send(
      Send parameters,
      DataHandler photo,
      DataHandler note,
      Holder<SendResponse> response,
      Holder<DataHandler> thumb) {
    response.value = new SendResponse();
    response.value.setText(photo.getContentType() + " " + new String(Bytes.in(note)));
    response.value.setSketch(parameters.getSketch());
    thumb.value = Bytes.of(Bytes.in(photo), "image/gif");
  }

  /** `serve WSDL PORT`, or `call WSDL SIZE...`. */
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("serve")) serve(arguments[1], arguments[2]);
    else for (int index = 2; index < arguments.length; index++) call(arguments[1], Integer.parseInt(arguments[index]));
  }

  private static void serve(String wsdl, String port) {
    Endpoint endpoint = Endpoint.create(new Gallery());
    Map<String, Object> properties = new HashMap<>();
    properties.put(Endpoint.WSDL_SERVICE, new QName("urn:pictures", "Pictures"));
    properties.put(Endpoint.WSDL_PORT, new QName("urn:pictures", "Pictures"));
    endpoint.setProperties(properties);
    endpoint.setMetadata(Collections.<Source>singletonList(new StreamSource(new File(wsdl))));
    endpoint.publish("http://127.0.0.1:" + port + "/pictures");
    System.out.println("ready");
  }

  private static void call(String wsdl, int size) throws Exception {
    Pictures port = new Pictures_Service(new java.net.URL(wsdl)).getPictures();
    byte[] bytes = new byte[size];
    for (int at = 0; at < size; at++) bytes[at] = (byte) (at * 7 ^ at >> 8);
    Send parameters = new Send();
    parameters.setTitle("Sea");
    parameters.setSketch(Bytes.of("a boat".getBytes(), "text/plain"));
    Holder<SendResponse> response = new Holder<>();
    Holder<DataHandler> thumb = new Holder<>();
    port.send(parameters, Bytes.of(bytes, "image/png"), Bytes.of("a note".getBytes(), "text/plain"), response, thumb);
    boolean same = java.util.Arrays.equals(Bytes.in(thumb.value), bytes);
    String sketch = new String(Bytes.in(response.value.getSketch()));
    System.out.println(size + (same ? " same " : " different ") + response.value.getText() + ", " + sketch);
  }
}

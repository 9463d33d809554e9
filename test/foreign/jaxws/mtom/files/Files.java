package files;

import javax.jws.WebService;
import javax.xml.ws.Endpoint;
import javax.xml.ws.soap.MTOM;

/** Sends values of 1,024 bytes or more in parts of their own. */
@MTOM(threshold = 1024)
@WebService(
    targetNamespace = "urn:example:files",
    serviceName = "Files",
    portName = "FilesPort",
    endpointInterface = "files.FilesPort")
public class Files implements FilesPort {
  public byte[] reverse(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int at = 0; at < bytes.length; at++) reversed[at] = bytes[bytes.length - 1 - at];
    return reversed;
  }

  public Scan keep(Scan scan) {
    return Scan.of(reverse(Bytes.in(scan.content)), scan.content.getContentType());
  }

  /** Serves on the port of the first argument. */
  public static void main(String[] arguments) {
    Endpoint.publish("http://127.0.0.1:" + arguments[0] + "/files", new Files());
    System.out.println("ready");
  }
}

package files;

import java.net.URL;
import java.util.Arrays;
import javax.activation.DataHandler;
import javax.xml.namespace.QName;
import javax.xml.ws.Service;
import javax.xml.ws.soap.MTOMFeature;

/** Calls the service of a WSDL, the first argument, with values of some sizes, and checks what comes back. */
public final class Caller {
  public static void main(String[] arguments) throws Exception {
    QName name = new QName("urn:example:files", "Files");
    FilesPort port = Service.create(new URL(arguments[0]), name).getPort(FilesPort.class, new MTOMFeature(1024));
    for (int index = 1; index < arguments.length; index++) {
      int size = Integer.parseInt(arguments[index]);
      byte[] bytes = new byte[size];
      for (int at = 0; at < size; at++) bytes[at] = (byte) (at * 7 ^ at >> 8);
      byte[] reversed = port.reverse(bytes);
      boolean same = reversed.length == size;
      for (int at = 0; same && at < size; at++) same = reversed[at] == bytes[size - 1 - at];
      System.out.println(size + (same ? " same" : " different"));
      DataHandler kept = port.keep(Scan.of(bytes, "text/plain")).content;
      boolean isKept = Arrays.equals(Bytes.in(kept), reversed) && kept.getContentType().equals("text/plain");
      System.out.println(size + (isKept ? " kept" : " lost"));
    }
  }
}

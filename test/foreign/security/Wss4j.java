import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Vector;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecTimestamp;
import org.apache.ws.security.message.WSSecUsernameToken;
import org.w3c.dom.Document;

/** Writes and checks Security header blocks with WSS4J. The envelope is the standard input. */
public class Wss4j {
  public static void main(String[] arguments) throws Exception {
    WSSConfig.init();
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    Document envelope = factory.newDocumentBuilder().parse(new ByteArrayInputStream(System.in.readAllBytes()));
    String user = arguments[1];
    String password = arguments[2];
    if (arguments[0].equals("check")) check(envelope, password);
    else write(envelope, arguments[0], user, password);
  }

  private static void write(Document envelope, String type, String user, String password) throws Exception {
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(envelope);
    WSSecUsernameToken token = new WSSecUsernameToken();
    token.setPasswordType(type.equals("text") ? WSConstants.PASSWORD_TEXT : WSConstants.PASSWORD_DIGEST);
    token.setUserInfo(user, password);
    token.build(envelope, header);
    WSSecTimestamp timestamp = new WSSecTimestamp();
    timestamp.setTimeToLive(60);
    timestamp.build(envelope, header);
    StringWriter text = new StringWriter();
    TransformerFactory.newInstance().newTransformer().transform(new DOMSource(envelope), new StreamResult(text));
    System.out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }

  private static void check(Document envelope, String password) throws Exception {
    CallbackHandler passwords = callbacks -> {
      for (Callback callback : callbacks) ((WSPasswordCallback) callback).setPassword(password);
    };
    List<WSSecurityEngineResult> results =
        new WSSecurityEngine().processSecurityHeader(envelope, null, passwords, null);
    Vector<String> found = new Vector<>();
    for (WSSecurityEngineResult result : results) {
      int action = (Integer) result.get(WSSecurityEngineResult.TAG_ACTION);
      found.add(action == WSConstants.UT ? "token" : action == WSConstants.TS ? "timestamp" : String.valueOf(action));
    }
    System.out.println(String.join(" ", found));
  }
}

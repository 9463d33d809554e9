import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.components.crypto.Merlin;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecTimestamp;
import org.w3c.dom.Document;

/** Encrypts and decrypts with WSS4J. The envelope is the standard input, the PKCS#12 file with the key the second argument. */
public class Wss4jEncryption {
  public static void main(String[] arguments) throws Exception {
    WSSConfig.init();
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    Document envelope = factory.newDocumentBuilder().parse(new ByteArrayInputStream(System.in.readAllBytes()));
    Merlin crypto = new Merlin();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = new FileInputStream(arguments[1])) {
      store.load(file, "geheim".toCharArray());
    }
    crypto.setKeyStore(store);
    String alias = store.aliases().nextElement();
    if (arguments[0].equals("decrypt")) decrypt(envelope, crypto);
    else if (arguments[0].equals("secure")) secure(envelope, crypto, alias, arguments);
    else encrypt(envelope, crypto, alias, arguments);
    StringWriter text = new StringWriter();
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    transformer.transform(new DOMSource(envelope), new StreamResult(text));
    System.out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }

  /** The third argument is the algorithm, the fourth the number of the key identifier, the fifth the digest of OAEP. */
  private static void encrypt(Document envelope, Merlin crypto, String alias, String[] arguments) throws Exception {
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(envelope);
    WSSecEncrypt encrypt = new WSSecEncrypt();
    encrypt.setUserInfo(alias);
    encrypt.setSymmetricEncAlgorithm(arguments[2]);
    encrypt.setKeyIdentifierType(Integer.parseInt(arguments[3]));
    encrypt.setKeyEnc(WSConstants.KEYTRANSPORT_RSAOEP);
    if (!arguments[4].isEmpty()) encrypt.setDigestAlgorithm(arguments[4]);
    List<WSEncryptionPart> parts = new ArrayList<>();
    for (int at = 5; at < arguments.length; at++) {
      String[] part = arguments[at].split("[|]");
      parts.add(new WSEncryptionPart(part[0], part[1], part[2]));
    }
    if (!parts.isEmpty()) encrypt.setParts(parts);
    encrypt.build(envelope, crypto, header);
  }

  /** The third argument is the algorithm; then what is done, `sign` and `encrypt`, in its order. */
  private static void secure(Document envelope, Merlin crypto, String alias, String[] arguments) throws Exception {
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(envelope);
    WSSecTimestamp timestamp = new WSSecTimestamp();
    timestamp.setTimeToLive(60);
    timestamp.build(envelope, header);
    String soap = envelope.getDocumentElement().getNamespaceURI();
    for (int at = 3; at < arguments.length; at++) {
      if (arguments[at].equals("encrypt")) {
        WSSecEncrypt encrypt = new WSSecEncrypt();
        encrypt.setUserInfo(alias);
        encrypt.setSymmetricEncAlgorithm(arguments[2]);
        encrypt.setKeyEnc(WSConstants.KEYTRANSPORT_RSAOEP);
        List<WSEncryptionPart> parts = new ArrayList<>();
        parts.add(new WSEncryptionPart("Body", soap, "Content"));
        if (at > 3) parts.add(new WSEncryptionPart("Signature", WSConstants.SIG_NS, "Element"));
        encrypt.setParts(parts);
        encrypt.build(envelope, crypto, header);
      } else {
        WSSecSignature signature = new WSSecSignature();
        signature.setUserInfo(alias, "geheim");
        signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
        signature.setSignatureAlgorithm("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
        signature.setDigestAlgo("http://www.w3.org/2001/04/xmlenc#sha256");
        List<WSEncryptionPart> parts = new ArrayList<>();
        parts.add(new WSEncryptionPart("Body", soap, ""));
        parts.add(new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, ""));
        signature.setParts(parts);
        signature.build(envelope, crypto, header);
      }
    }
  }

  private static void decrypt(Document envelope, Merlin crypto) throws Exception {
    CallbackHandler passwords = callbacks -> {
      for (Callback callback : callbacks) ((WSPasswordCallback) callback).setPassword("geheim");
    };
    new WSSecurityEngine().processSecurityHeader(envelope, null, passwords, crypto, crypto);
  }
}

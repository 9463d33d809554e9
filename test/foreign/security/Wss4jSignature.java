import java.io.FileInputStream;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSDataRef;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.components.crypto.Merlin;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecTimestamp;
import org.apache.ws.security.message.WSSecUsernameToken;
import org.w3c.dom.Document;

/**
 * Signs and verifies with WSS4J, many messages in one process. Each line of the standard input is a command, its words
 * separated by tabs: sign, input, output, key identifier, algorithm, digest, canonicalization, parts; or verify, input.
 * Each line of the standard output is the names of what is signed, or the error.
 */
public class Wss4jSignature {
  public static void main(String[] arguments) throws Exception {
    WSSConfig.init();
    Merlin crypto = new Merlin();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = new FileInputStream(arguments[0])) {
      store.load(file, "geheim".toCharArray());
    }
    crypto.setKeyStore(store);
    String alias = store.aliases().nextElement();
    String commands = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    for (String line : commands.split("\n")) {
      String[] words = line.split("\t");
      try {
        System.out.println(words[0].equals("sign") ? sign(crypto, alias, words) : verify(crypto, words[1]));
      } catch (Exception error) {
        System.out.println("error: " + error + " / " + error.getCause());
      }
    }
  }

  private static Document parse(String file) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(file);
  }

  private static String sign(Merlin crypto, String alias, String[] words) throws Exception {
    Document envelope = parse(words[1]);
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(envelope);
    WSSecTimestamp timestamp = new WSSecTimestamp();
    timestamp.setTimeToLive(300);
    timestamp.build(envelope, header);
    WSSecUsernameToken token = new WSSecUsernameToken();
    token.setUserInfo("anna", "secret");
    token.build(envelope, header);
    WSSecSignature signature = new WSSecSignature();
    signature.setUserInfo(alias, "geheim");
    signature.setKeyIdentifierType(Integer.parseInt(words[3]));
    signature.setSignatureAlgorithm(words[4]);
    signature.setDigestAlgo(words[5]);
    signature.setSigCanonicalization(words[6]);
    signature.prepare(envelope, crypto, header);
    boolean signsToken = words[7].endsWith(" STRTransform") || words[7].endsWith(" Token");
    if (signsToken) signature.prependBSTElementToHeader(header);
    List<WSEncryptionPart> parts = new ArrayList<>();
    for (String word : words[7].split(" ")) {
      String[] part = word.split("[|]");
      if (word.equals("Token")) parts.add(new WSEncryptionPart(signature.getBSTTokenId()));
      else if (word.equals("STRTransform")) {
        WSEncryptionPart reference = new WSEncryptionPart("STRTransform", "", "Element");
        reference.setId(signature.getSecurityTokenReferenceURI());
        parts.add(reference);
      } else parts.add(new WSEncryptionPart(part[1], part[0], "Element"));
    }
    signature.computeSignature(signature.addReferencesToSign(parts, header));
    if (!signsToken) signature.prependBSTElementToHeader(header);
    StringWriter text = new StringWriter();
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    transformer.transform(new DOMSource(envelope), new StreamResult(text));
    Files.writeString(Path.of(words[2]), text.toString());
    return "signed";
  }

  private static String verify(Merlin crypto, String file) throws Exception {
    CallbackHandler passwords = callbacks -> {
      for (Callback callback : callbacks) ((WSPasswordCallback) callback).setPassword("secret");
    };
    List<WSSecurityEngineResult> results =
        new WSSecurityEngine().processSecurityHeader(parse(file), null, passwords, crypto);
    Set<String> names = new TreeSet<>();
    for (WSSecurityEngineResult result : results) {
      List<?> references = (List<?>) result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS);
      boolean isSigned = ((Integer) result.get(WSSecurityEngineResult.TAG_ACTION)) == WSConstants.SIGN;
      if (!isSigned || references == null) continue;
      for (Object reference : references) names.add(((WSDataRef) reference).getProtectedElement().getLocalName());
    }
    return String.join(" ", names);
  }
}

import com.sun.xml.ws.policy.Policy;
import com.sun.xml.ws.policy.sourcemodel.PolicyModelGenerator;
import com.sun.xml.ws.policy.sourcemodel.PolicyModelMarshaller;
import com.sun.xml.ws.policy.sourcemodel.PolicyModelTranslator;
import com.sun.xml.ws.policy.sourcemodel.PolicyModelUnmarshaller;
import com.sun.xml.ws.policy.sourcemodel.PolicySourceModel;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamWriter;

/** Prints the normal form of each policy of the standard input, a line each. */
public class MetroPolicies {
  public static void main(String[] arguments) throws Exception {
    for (String line : new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
      PolicySourceModel source = PolicyModelUnmarshaller.getXmlUnmarshaller().unmarshalModel(new StringReader(line));
      Policy policy = PolicyModelTranslator.getTranslator().translate(source);
      StringWriter text = new StringWriter();
      XMLStreamWriter writer = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      PolicyModelMarshaller.getXmlMarshaller(false).marshal(PolicyModelGenerator.getGenerator().translate(policy), writer);
      writer.flush();
      System.out.println(text.toString().replace("\n", " "));
    }
  }
}

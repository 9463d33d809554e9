import com.sun.xml.ws.developer.SchemaValidationFeature;
import java.io.File;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.ws.WebServiceClient;

/**
 * Generates clients of many WSDLs, compiles them at once, and calls each with validation by the schema, and without.
 *
 * <p>Argument: a folder on the classpath. The input is a JSON list of `name`, which becomes the package, `wsdl`, a path, and
 * `calls`, as {@link Client} has them. The output is a list of the answers of each: those with
 * validation, then those without.
 */
public final class OldClients {
  public static void main(String[] arguments) throws Exception {
    GeneratedClients clients = new GeneratedClients(arguments[0]);
    String input = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    List<?> jobs = (List<?>) Json.read(input);
    for (Object each : jobs) {
      Map<?, ?> job = (Map<?, ?>) each;
      clients.generate((String) job.get("name"), (String) job.get("wsdl"));
    }
    String errors = clients.compile(clients.folder);
    if (!errors.isEmpty()) throw new IllegalStateException(errors);
    List<Object> answers = new ArrayList<>();
    for (Object job : jobs) answers.add(answers((Map<?, ?>) job, clients));
    System.out.println(Json.write(answers));
  }

  private static Object answers(Map<?, ?> job, GeneratedClients clients) throws Exception {
    URL wsdl = new File((String) job.get("wsdl")).toURI().toURL();
    File sources = clients.folder.resolve((String) job.get("name")).toFile();
    Object service = serviceIn(sources).getConstructor(URL.class).newInstance(wsdl);
    List<?> calls = (List<?>) job.get("calls");
    List<Object> answers = new ArrayList<>(Client.answers(service, calls, new SchemaValidationFeature()));
    answers.addAll(Client.answers(service, calls));
    return answers;
  }

  private static Class<?> serviceIn(File sources) throws Exception {
    for (File file : sources.listFiles()) {
      if (!file.getName().endsWith(".class")) continue;
      Class<?> type = Class.forName(sources.getName() + "." + file.getName().replace(".class", ""));
      if (type.isAnnotationPresent(WebServiceClient.class)) return type;
    }
    throw new IllegalStateException("There is no service in " + sources);
  }
}

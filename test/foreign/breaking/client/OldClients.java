import com.sun.tools.ws.wscompile.WsimportTool;
import com.sun.xml.ws.developer.SchemaValidationFeature;
import java.io.File;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import javax.xml.ws.WebServiceClient;

/**
 * Generates clients of many WSDLs with wsimport, compiles them at once, and calls each with validation by the schema.
 *
 * <p>Argument: a folder on the classpath. The input is a JSON list of `name`, which becomes the package, `wsdl`, a path, and
 * `calls`, as {@link Client} has them. The output is a list of the answers of each.
 */
public final class OldClients {
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    String input = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    List<?> jobs = (List<?>) Json.read(input);
    for (Object job : jobs) generate((Map<?, ?>) job, folder);
    compile(folder);
    List<Object> answers = new ArrayList<>();
    for (Object job : jobs) answers.add(answers((Map<?, ?>) job, folder));
    System.out.println(Json.write(answers));
  }

  private static void generate(Map<?, ?> job, Path folder) throws Exception {
    String[] options = {
      "-quiet", "-extension", "-XadditionalHeaders", "-Xnocompile", "-s", folder.toString(), "-d", folder.toString(),
      "-p", (String) job.get("name"), (String) job.get("wsdl")
    };
    if (!new WsimportTool(System.err).run(options)) throw new IllegalStateException("wsimport: " + job.get("wsdl"));
  }

  private static void compile(Path folder) throws Exception {
    List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", folder.toString()));
    options.addAll(filesIn(folder, ".java"));
    int code = ToolProvider.getSystemJavaCompiler().run(null, null, System.err, options.toArray(new String[0]));
    if (code != 0) throw new IllegalStateException("javac");
  }

  private static List<String> filesIn(Path folder, String ending) throws Exception {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toString).filter(name -> name.endsWith(ending)).collect(Collectors.toList());
    }
  }

  private static Object answers(Map<?, ?> job, Path folder) throws Exception {
    URL wsdl = new File((String) job.get("wsdl")).toURI().toURL();
    Class<?> service = serviceIn(folder, (String) job.get("name"));
    Object created = service.getConstructor(URL.class).newInstance(wsdl);
    return Client.answers(created, (List<?>) job.get("calls"), new SchemaValidationFeature());
  }

  private static Class<?> serviceIn(Path folder, String name) throws Exception {
    for (File file : folder.resolve(name).toFile().listFiles()) {
      if (!file.getName().endsWith(".class")) continue;
      Class<?> type = Class.forName(name + "." + file.getName().replace(".class", ""));
      if (type.isAnnotationPresent(WebServiceClient.class)) return type;
    }
    throw new IllegalStateException("There is no service in " + name);
  }
}

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compiles statements of users beside the clients that wsimport generates.
 *
 * <p>Argument: a folder. The input is a JSON list of `name`, which becomes the package, `wsdl`, a path, and `text`, the
 * statements. The output is a list of the compiler's errors, each empty if there are none.
 */
public final class UserCode {
  public static void main(String[] arguments) throws Exception {
    GeneratedClients clients = new GeneratedClients(arguments[0]);
    String input = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    List<Object> errors = new ArrayList<>();
    for (Object each : (List<?>) Json.read(input)) errors.add(errors(clients, (Map<?, ?>) each));
    System.out.println(Json.write(errors));
  }

  private static String errors(GeneratedClients clients, Map<?, ?> job) throws Exception {
    String name = (String) job.get("name");
    clients.generate(name, (String) job.get("wsdl"));
    Path sources = clients.folder.resolve(name);
    String text = "package " + name + "; class User { void run() throws Exception { " + job.get("text") + " } }";
    Files.write(sources.resolve("User.java"), text.getBytes(StandardCharsets.UTF_8));
    return clients.compile(sources);
  }
}

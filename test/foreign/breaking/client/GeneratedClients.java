import com.sun.tools.ws.wscompile.WsimportTool;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Clients that wsimport generates in packages of one folder. */
final class GeneratedClients {
  final Path folder;

  GeneratedClients(String folder) {
    this.folder = Path.of(folder);
  }

  /** Generates the sources of a client. */
  void generate(String name, String wsdl) throws Exception {
    String out = folder.toString();
    String[] options = {
      "-quiet", "-extension", "-XadditionalHeaders", "-Xnocompile", "-s", out, "-d", out, "-p", name, wsdl
    };
    if (!new WsimportTool(System.err).run(options)) throw new IllegalStateException("wsimport: " + wsdl);
  }

  /** Compiles all sources under a path. Returns the errors of the compiler. */
  String compile(Path sources) throws Exception {
    List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", folder.toString()));
    try (Stream<Path> files = Files.walk(sources)) {
      options.addAll(files.map(Path::toString).filter(name -> name.endsWith(".java")).collect(Collectors.toList()));
    }
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int code = ToolProvider.getSystemJavaCompiler().run(null, null, errors, options.toArray(new String[0]));
    return code == 0 ? "" : errors.toString(StandardCharsets.UTF_8);
  }
}

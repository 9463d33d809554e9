import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.rpc.holders.Holder;
import org.apache.axis.AxisFault;

/**
 * Calls the operations of a stub that WSDL2Java has generated.
 *
 * <p>Arguments: the class of the locator, the name of the port, and the address of the service. The input is a JSON list of
 * calls: `operation`, `sent` (its parameters by name), `headers` by name. The output is a list of answers: `result`, `fault`.
 */
public final class Client {
  private final AxisValues values = new AxisValues();
  private final Object stub;
  private final Class<?> type;

  private Client(Object stub, Class<?> type) {
    this.stub = stub;
    this.type = type;
  }

  public static void main(String[] arguments) throws Exception {
    Class<?> locator = Class.forName(arguments[0]);
    Method port = locator.getMethod("get" + arguments[1], URL.class);
    Object stub = port.invoke(locator.getConstructor().newInstance(), new URL(arguments[2]));
    Client client = new Client(stub, port.getReturnType());
    List<Object> answers = new ArrayList<>();
    String input = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    for (Object call : (List<?>) Json.read(input)) answers.add(client.call((Map<?, ?>) call));
    System.out.println(Json.write(answers));
  }

  private Map<String, Object> call(Map<?, ?> call) throws Exception {
    Method method = method((String) call.get("operation"));
    Object[] arguments = arguments(method, (Map<?, ?>) call.get("sent"), (Map<?, ?>) call.get("headers"));
    try {
      return answer(method, arguments, method.invoke(stub, arguments));
    } catch (InvocationTargetException error) {
      return Map.of("fault", fault((AxisFault) error.getCause()));
    }
  }

  private Method method(String operation) {
    for (Method method : type.getMethods()) if (method.getName().equals(operation)) return method;
    throw new IllegalArgumentException("The port has no method " + operation + ".");
  }

  /** Header blocks of the interface are parameters too. */
  private Object[] arguments(Method method, Map<?, ?> sent, Map<?, ?> headers) throws Exception {
    Parameter[] parameters = method.getParameters();
    Object[] arguments = new Object[parameters.length];
    for (int index = 0; index < parameters.length; index++) {
      String name = parameters[index].getName();
      Class<?> declared = parameters[index].getType();
      Object json = headers.containsKey(name) ? headers.get(name) : sent.get(name);
      if (Holder.class.isAssignableFrom(declared)) {
        arguments[index] = declared.getConstructor().newInstance();
        declared.getField("value").set(arguments[index], values.toJava(declared.getField("value").getType(), json));
      } else {
        arguments[index] = values.toJava(parameters[index].getParameterizedType(), json);
      }
    }
    return arguments;
  }

  /** The result is what the method returns, or its output parameters by name. */
  private Map<String, Object> answer(Method method, Object[] arguments, Object returned) throws Exception {
    Map<String, Object> output = new LinkedHashMap<>();
    for (int index = 0; index < arguments.length; index++) {
      if (!(arguments[index] instanceof Holder)) continue;
      Object value = arguments[index].getClass().getField("value").get(arguments[index]);
      output.put(method.getParameters()[index].getName(), values.toJson(value));
    }
    Map<String, Object> answer = new HashMap<>();
    answer.put("result", output.isEmpty() ? values.toJson(returned) : output);
    return answer;
  }

  private Map<String, Object> fault(AxisFault error) throws Exception {
    Map<String, Object> fault = new LinkedHashMap<>();
    fault.put("code", error.getFaultCode().getLocalPart());
    fault.put("reason", error.getFaultString());
    if (error.getClass() != AxisFault.class) fault.put("detail", values.toJson(error));
    return fault;
  }
}

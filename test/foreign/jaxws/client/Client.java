import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.soap.SOAPBinding;
import javax.xml.soap.SOAPFault;
import javax.xml.ws.Holder;
import javax.xml.ws.WebEndpoint;
import javax.xml.ws.WebFault;
import javax.xml.ws.WebServiceFeature;
import javax.xml.ws.soap.SOAPFaultException;

/**
 * Calls the operations of a port that wsimport has generated.
 *
 * <p>Arguments: the class of the service, and the address of the WSDL. The input is a JSON list of calls: `operation`, `sent`
 * (its parameters by name, or the only one), `headers` by name. The output is a list of answers: `result`, `headers`, `fault`.
 */
public final class Client {
  private final JaxbValues values = new JaxbValues();
  private final Object port;
  private final Class<?> type;

  private Client(Object port, Class<?> type) throws Exception {
    this.port = port;
    this.type = type;
  }

  public static void main(String[] arguments) throws Exception {
    Object service = Class.forName(arguments[0]).getConstructor(URL.class).newInstance(new URL(arguments[1]));
    String input = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    System.out.println(Json.write(answers(service, (List<?>) Json.read(input))));
  }

  /** The answers of a service's last port to calls. */
  static List<Object> answers(Object service, List<?> calls, WebServiceFeature... features) throws Exception {
    Client client = null;
    for (Method method : service.getClass().getMethods()) {
      if (!method.isAnnotationPresent(WebEndpoint.class) || method.getParameterCount() == 0) continue;
      client = new Client(method.invoke(service, (Object) features), method.getReturnType());
    }
    List<Object> answers = new ArrayList<>();
    for (Object call : calls) answers.add(client.call((Map<?, ?>) call));
    return answers;
  }

  private Map<String, Object> call(Map<?, ?> call) throws Exception {
    Method method = method((String) call.get("operation"));
    Object[] arguments = arguments(method, call);
    try {
      return answer(method, arguments, method.invoke(port, arguments));
    } catch (InvocationTargetException error) {
      return Map.of("fault", fault(error.getCause()));
    }
  }

  private Method method(String operation) {
    for (Method method : type.getMethods()) {
      WebMethod declared = method.getAnnotation(WebMethod.class);
      if (operation.equals(declared.operationName()) || operation.equals(method.getName())) return method;
    }
    throw new IllegalArgumentException("The port has no method " + operation + ".");
  }

  private Object[] arguments(Method method, Map<?, ?> call) throws Exception {
    Parameter[] parameters = method.getParameters();
    Object[] arguments = new Object[parameters.length];
    for (int index = 0; index < parameters.length; index++) {
      WebParam param = parameters[index].getAnnotation(WebParam.class);
      Type declared = parameters[index].getParameterizedType();
      boolean holder = parameters[index].getType() == Holder.class;
      if (holder) declared = ((ParameterizedType) declared).getActualTypeArguments()[0];
      Map<?, ?> headers = (Map<?, ?>) call.get("headers");
      Object sent = call.get("sent");
      Object json = param.header() ? headers.get(param.name()) : isBare(method) ? sent : ((Map<?, ?>) sent).get(param.name());
      Object value = param.mode() == WebParam.Mode.OUT ? null : values.toJava(declared, json);
      arguments[index] = holder ? new Holder<>(value) : value;
    }
    return arguments;
  }

  private boolean isBare(Method method) {
    SOAPBinding binding = method.getAnnotation(SOAPBinding.class);
    if (binding == null) binding = type.getAnnotation(SOAPBinding.class);
    if (binding == null || binding.style() == SOAPBinding.Style.RPC) return false;
    return binding.parameterStyle() == SOAPBinding.ParameterStyle.BARE;
  }

  /** The result is what the method returns, or its output parameters by name. */
  private Map<String, Object> answer(Method method, Object[] arguments, Object returned) throws Exception {
    Map<String, Object> output = new LinkedHashMap<>();
    Map<String, Object> headers = new LinkedHashMap<>();
    Parameter[] parameters = method.getParameters();
    for (int index = 0; index < parameters.length; index++) {
      if (!(arguments[index] instanceof Holder)) continue;
      WebParam param = parameters[index].getAnnotation(WebParam.class);
      Object json = values.toJson(((Holder<?>) arguments[index]).value);
      if (json != null) (param.header() ? headers : output).put(param.name(), json);
    }
    Map<String, Object> answer = new HashMap<>();
    boolean several = method.getReturnType() == void.class && !isOneWay(method);
    answer.put("result", several ? output : values.toJson(returned));
    answer.put("headers", headers);
    return answer;
  }

  private static boolean isOneWay(Method method) {
    return method.isAnnotationPresent(javax.jws.Oneway.class);
  }

  private Map<String, Object> fault(Throwable error) throws Exception {
    Map<String, Object> fault = new LinkedHashMap<>();
    if (error instanceof SOAPFaultException) {
      SOAPFault received = ((SOAPFaultException) error).getFault();
      fault.put("code", received.getFaultCodeAsQName().getLocalPart());
      fault.put("reason", received.getFaultString());
    } else {
      fault.put("code", error.getClass().getSimpleName());
      fault.put("reason", error.getMessage());
      WebFault declared = error.getClass().getAnnotation(WebFault.class);
      if (declared == null) return fault;
      fault.put("name", declared.name());
      fault.put("detail", values.toJson(error.getClass().getMethod("getFaultInfo").invoke(error)));
    }
    return fault;
  }
}

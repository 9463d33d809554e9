import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import org.apache.axis.encoding.ser.CalendarDeserializer;
import org.apache.axis.encoding.ser.CalendarSerializer;

/** Values of classes that WSDL2Java generates. A map is its entries under `$map`, each a list of key and value. */
final class AxisValues extends Values {
  private final CalendarSerializer calendars = new CalendarSerializer();

  @Override
  protected Object parse(Class<?> type, String text) throws Exception {
    if (type == Calendar.class) return new CalendarDeserializer(type, null).makeValue(text);
    return type.getMethod("fromString", String.class).invoke(null, text);
  }

  @Override
  protected String print(Object value) {
    if (value instanceof Calendar) return calendars.getValueAsString(value, null);
    for (Method method : value.getClass().getMethods()) if (method.getName().equals("fromString")) return value.toString();
    return null;
  }

  @Override
  protected String nameOf(Class<?> type) {
    return type.getSimpleName();
  }

  @Override
  public Object toJava(Type type, Object json) throws Exception {
    boolean isAny = type == Object.class || type == Vector.class || type == HashMap.class;
    return isAny ? untyped(type, json) : super.toJava(type, json);
  }

  private Object untyped(Type type, Object json) throws Exception {
    if (json instanceof Map) return object((Map<?, ?>) json);
    if (!(json instanceof List)) {
      boolean isInteger = json instanceof Double && (Double) json == Math.rint((Double) json);
      return isInteger ? (Object) ((Double) json).intValue() : json;
    }
    Vector<Object> items = new Vector<>();
    for (Object item : (List<?>) json) items.add(toJava(Object.class, item));
    return type == Vector.class ? items : items.toArray();
  }

  private Object object(Map<?, ?> json) throws Exception {
    if (json.containsKey("$type")) return super.toJava(Class.forName("stock." + json.get("$type")), json);
    Map<Object, Object> map = new HashMap<>();
    for (Object entry : (List<?>) json.get("$map")) {
      List<?> pair = (List<?>) entry;
      map.put(toJava(Object.class, pair.get(0)), toJava(Object.class, pair.get(1)));
    }
    return map;
  }

  @Override
  public Object toJson(Object value) throws Exception {
    if (!(value instanceof Map)) return super.toJson(value);
    List<Object> entries = new ArrayList<>();
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
      List<Object> pair = new ArrayList<>();
      pair.add(toJson(entry.getKey()));
      pair.add(toJson(entry.getValue()));
      entries.add(pair);
    }
    return Map.of("$map", entries);
  }
}

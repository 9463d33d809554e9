import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values of generated classes as JSON. Objects are maps, with `$type` where a class has a base class; a field that is null
 * is left out. Numbers of 32 bits are numbers, longer ones and decimals are texts; bytes are in base64.
 */
public abstract class Values {
  /** A value that is neither a list nor an object with fields, from its text. */
  protected abstract Object parse(Class<?> type, String text) throws Exception;

  /** The text of such a value; null for an object with fields. */
  protected abstract String print(Object value) throws Exception;

  /** The name in XML of a class. */
  protected abstract String nameOf(Class<?> type);

  /** A value of a field or parameter, of the given type. */
  public Object toJava(Type type, Object json) throws Exception {
    if (json == null) return null;
    if (type instanceof ParameterizedType) {
      return json instanceof List ? list(((ParameterizedType) type).getActualTypeArguments()[0], (List<?>) json) : null;
    }
    Class<?> known = (Class<?>) type;
    if (json instanceof Map) return object(known, (Map<?, ?>) json);
    if (json instanceof List) return array(known.getComponentType(), (List<?>) json);
    return simple(known, json);
  }

  private List<Object> list(Type type, List<?> json) throws Exception {
    List<Object> items = new ArrayList<>();
    for (Object item : json) items.add(toJava(type, item));
    return items;
  }

  private Object array(Class<?> type, List<?> json) throws Exception {
    Object array = Array.newInstance(type, json.size());
    for (int index = 0; index < json.size(); index++) Array.set(array, index, toJava(type, json.get(index)));
    return array;
  }

  private Object object(Class<?> declared, Map<?, ?> json) throws Exception {
    Object type = json.get("$type");
    Class<?> actual = type == null ? declared : Class.forName(declared.getPackageName() + "." + capital((String) type));
    Object object = actual.getDeclaredConstructor().newInstance();
    for (Map.Entry<?, ?> entry : json.entrySet()) {
      if (!entry.getKey().equals("$type")) assign(object, field(actual, (String) entry.getKey()), entry.getValue());
    }
    return object;
  }

  /** The name in XML of a field. */
  protected String nameOf(Field field) {
    return field.getName();
  }

  /** The value of a field as the users of the class see it. */
  protected Object valueOf(Object object, Field field) throws Exception {
    return field.get(object);
  }

  /** Whether null stands for xsi:nil, because the element is required. */
  protected boolean isNilWhenNull(Field field) {
    return false;
  }

  protected void assign(Object object, Field field, Object json) throws Exception {
    field.set(object, toJava(field.getGenericType(), json));
  }

  private Object simple(Class<?> type, Object json) throws Exception {
    String text = json instanceof Double ? new BigDecimal((Double) json).toPlainString() : json.toString();
    if (type == String.class || type == Object.class) return text;
    if (type == boolean.class || type == Boolean.class) return Boolean.valueOf(text);
    if (type == byte[].class) return Base64.getDecoder().decode(text);
    if (type == double.class || type == Double.class) return number(text);
    if (type == float.class || type == Float.class) return (float) number(text);
    if (type == byte.class || type == Byte.class) return Byte.valueOf(text);
    if (type == short.class || type == Short.class) return Short.valueOf(text);
    if (type == int.class || type == Integer.class) return Integer.valueOf(text);
    if (type == long.class || type == Long.class) return Long.valueOf(text);
    if (Number.class.isAssignableFrom(type)) return type.getConstructor(String.class).newInstance(text);
    return parse(type, text);
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace("INF", "Infinity"));
  }

  /** A value as JSON. */
  public Object toJson(Object value) throws Exception {
    if (value == null || value instanceof Boolean || value instanceof String) return value;
    if (value instanceof byte[]) return Base64.getEncoder().encodeToString((byte[]) value);
    if (value instanceof Double || value instanceof Float) {
      // By its text: a float that is widened gets other digits.
      double number = Double.parseDouble(value.toString());
      return Double.isFinite(number) ? (Object) number : value.toString().replace("Infinity", "INF");
    }
    if (value instanceof BigDecimal) return ((BigDecimal) value).toPlainString();
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) return value;
    if (value instanceof Number) return value.toString();
    if (value instanceof List) return items(((List<?>) value).toArray());
    if (value.getClass().isArray()) return items(value);
    String text = print(value);
    return text != null ? text : members(value);
  }

  private List<Object> items(Object array) throws Exception {
    List<Object> items = new ArrayList<>();
    for (int index = 0; index < Array.getLength(array); index++) items.add(toJson(Array.get(array, index)));
    return items;
  }

  private Map<String, Object> members(Object value) throws Exception {
    Map<String, Object> members = new LinkedHashMap<>();
    List<Field> fields = fields(value.getClass());
    for (Field field : fields) {
      Object member = valueOf(value, field);
      if (member == null && !isNilWhenNull(field)) continue;
      members.put(nameOf(field), toJson(member));
    }
    if (hasBase(value.getClass())) members.put("$type", nameOf(value.getClass()));
    return members;
  }

  private static boolean hasBase(Class<?> type) {
    return type.getSuperclass().getPackage() == type.getPackage();
  }

  private Field field(Class<?> type, String name) throws NoSuchFieldException {
    for (Field field : fields(type)) if (nameOf(field).equals(name)) return field;
    throw new NoSuchFieldException(type.getName() + "." + name);
  }

  /** Fields with content, of a class and its generated bases; the names of others begin with two underscores. */
  private static List<Field> fields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> each = type; each.getPackage() == type.getPackage(); each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) || field.getName().startsWith("__")) continue;
        field.setAccessible(true);
        fields.add(field);
      }
    }
    return fields;
  }

  protected static String capital(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }
}

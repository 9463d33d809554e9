import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, texts, numbers, booleans and null. The JDK has no reader of its own. */
public final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  public static Object read(String text) {
    return new Json(text).value();
  }

  private char next() {
    while (Character.isWhitespace(text.charAt(at))) at++;
    return text.charAt(at);
  }

  /** Whether the list or object goes on; passes over the comma or the end. */
  private boolean more(char end) {
    char character = next();
    if (character == ',' || character == end) at++;
    return character != end;
  }

  private Object value() {
    switch (next()) {
      case '{':
        return object();
      case '[':
        return list();
      case '"':
        return string();
      default:
        return literal();
    }
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    while (more('}')) {
      next();
      String name = string();
      next();
      at++;
      members.put(name, value());
    }
    return members;
  }

  private List<Object> list() {
    List<Object> items = new ArrayList<>();
    at++;
    while (more(']')) items.add(value());
    return items;
  }

  private String string() {
    StringBuilder result = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) {
      if (text.charAt(at) != '\\') {
        result.append(text.charAt(at));
        continue;
      }
      char escape = text.charAt(++at);
      if (escape == 'u') {
        result.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
        at += 4;
      } else {
        int known = "nrtbf".indexOf(escape);
        result.append(known < 0 ? escape : "\n\r\t\b\f".charAt(known));
      }
    }
    at++;
    return result.toString();
  }

  private Object literal() {
    int start = at;
    while (at < text.length() && ",]} \n".indexOf(text.charAt(at)) < 0) at++;
    String literal = text.substring(start, at);
    if (literal.equals("null")) return null;
    if (literal.equals("true") || literal.equals("false")) return Boolean.valueOf(literal);
    return Double.valueOf(literal);
  }

  public static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map) {
      char separator = '{';
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        write(entry.getKey(), out.append(separator));
        write(entry.getValue(), out.append(':'));
        separator = ',';
      }
      out.append(separator == '{' ? "{}" : "}");
    } else if (value instanceof List) {
      char separator = '[';
      for (Object item : (List<?>) value) {
        write(item, out.append(separator));
        separator = ',';
      }
      out.append(separator == '[' ? "[]" : "]");
    } else if (value instanceof String) {
      string((String) value, out);
    } else {
      out.append(value);
    }
  }

  private static void string(String value, StringBuilder out) {
    out.append('"');
    for (char character : value.toCharArray()) {
      if (character == '"' || character == '\\') out.append('\\').append(character);
      else if (character < ' ' || character > '~') out.append(String.format("\\u%04x", (int) character));
      else out.append(character);
    }
    out.append('"');
  }
}

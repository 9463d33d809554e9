import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import javax.xml.bind.JAXBElement;
import javax.xml.bind.annotation.XmlAttribute;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementRef;
import javax.xml.bind.annotation.XmlType;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.w3c.dom.Element;

/** Values of classes that wsimport generates. */
final class JaxbValues extends Values {
  private final DatatypeFactory factory;

  JaxbValues() throws Exception {
    factory = DatatypeFactory.newInstance();
  }

  @Override
  protected Object parse(Class<?> type, String text) throws Exception {
    if (type == XMLGregorianCalendar.class) return factory.newXMLGregorianCalendar(text);
    if (type == Duration.class) return factory.newDuration(text);
    return type.getMethod("fromValue", String.class).invoke(null, text);
  }

  @Override
  protected String print(Object value) throws Exception {
    if (value instanceof XMLGregorianCalendar || value instanceof Duration) return value.toString();
    return value instanceof Enum ? (String) value.getClass().getMethod("value").invoke(value) : null;
  }

  @Override
  protected String nameOf(Class<?> type) {
    return type.getAnnotation(XmlType.class).name();
  }

  @Override
  protected String nameOf(Field field) {
    XmlElement element = field.getAnnotation(XmlElement.class);
    if (element != null && !element.name().equals("##default")) return element.name();
    XmlAttribute attribute = field.getAnnotation(XmlAttribute.class);
    return attribute == null || attribute.name().equals("##default") ? field.getName() : attribute.name();
  }

  /** The getter of an attribute returns the default of one that is absent. */
  @Override
  protected Object valueOf(Object object, Field field) throws Exception {
    if (field.getAnnotation(XmlAttribute.class) == null) return field.get(object);
    String prefix = field.getType() == Boolean.class ? "is" : "get";
    return object.getClass().getMethod(prefix + capital(field.getName())).invoke(object);
  }

  @Override
  protected boolean isNilWhenNull(Field field) {
    XmlElement element = field.getAnnotation(XmlElement.class);
    return element != null && element.required() && element.nillable();
  }

  /** An element that may be absent and may be nil is a JAXBElement. */
  @Override
  protected void assign(Object object, Field field, Object json) throws Exception {
    if (field.getType() != JAXBElement.class) {
      super.assign(object, field, json);
      return;
    }
    @SuppressWarnings("unchecked")
    Class<Object> type = (Class<Object>) ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0];
    QName name = new QName(field.getAnnotation(XmlElementRef.class).name());
    JAXBElement<Object> element = new JAXBElement<>(name, type, toJava(type, json));
    element.setNil(json == null);
    field.set(object, element);
  }

  /** What a wildcard takes is its text. */
  @Override
  public Object toJson(Object value) throws Exception {
    if (value instanceof Element) return ((Element) value).getTextContent();
    return super.toJson(value instanceof JAXBElement ? ((JAXBElement<?>) value).getValue() : value);
  }
}

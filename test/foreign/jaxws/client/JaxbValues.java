import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import javax.xml.bind.JAXBElement;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementRef;
import javax.xml.bind.annotation.XmlType;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

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

  @Override
  public Object toJson(Object value) throws Exception {
    return super.toJson(value instanceof JAXBElement ? ((JAXBElement<?>) value).getValue() : value);
  }
}

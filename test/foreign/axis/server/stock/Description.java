package stock;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import javax.xml.namespace.QName;
import org.apache.axis.description.ElementDesc;
import org.apache.axis.description.TypeDesc;

/** What WSDL2Java writes into its classes: names of elements. Without it, literal messages differ from their WSDL. */
final class Description {
  private static final String NAMESPACE = "urn:example:stock";

  static TypeDesc of(Class<?> type) {
    TypeDesc description = new TypeDesc(type);
    description.setXmlType(new QName(NAMESPACE, type.getSimpleName()));
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers())) continue;
      ElementDesc element = new ElementDesc();
      element.setFieldName(field.getName());
      element.setXmlName(new QName(NAMESPACE, field.getName()));
      element.setNillable(!field.getType().isPrimitive());
      if (field.getType() == String[].class) element.setItemQName(new QName(NAMESPACE, "item"));
      description.addFieldDesc(element);
    }
    return description;
  }
}

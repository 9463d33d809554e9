package orders;

import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlSeeAlso;

@XmlSeeAlso({Circle.class, Rectangle.class, Square.class})
public abstract class Shape {
  @XmlElement(required = true) public String color;

  abstract double area();
}

package orders;

import java.math.BigDecimal;
import java.util.List;
import javax.xml.bind.annotation.XmlAttribute;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlElementWrapper;
import javax.xml.bind.annotation.XmlElements;
import javax.xml.bind.annotation.XmlSchemaType;
import javax.xml.datatype.XMLGregorianCalendar;

public class Order {
  @XmlAttribute public long id;
  @XmlAttribute(required = true) public Status status;
  @XmlElement(required = true) public String customer;
  @XmlSchemaType(name = "dateTime") public XMLGregorianCalendar placed;
  @XmlSchemaType(name = "date") public XMLGregorianCalendar due;
  @XmlElement(required = true) public BigDecimal total;

  @XmlElementWrapper(name = "lines")
  @XmlElement(name = "line")
  public List<Line> lines;

  @XmlElements({@XmlElement(name = "card", type = Card.class), @XmlElement(name = "invoice", type = Invoice.class)})
  public Object payment;

  public byte[] attachment;
  public String note;
}

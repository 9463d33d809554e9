package orders;

import javax.xml.bind.annotation.XmlElement;

public class Invoice {
  @XmlElement(required = true, nillable = true) public String address;
  public int days;
}

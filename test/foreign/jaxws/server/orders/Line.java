package orders;

import javax.xml.bind.annotation.XmlElement;

public class Line {
  @XmlElement(required = true) public String sku;
  public int quantity;
  public Boolean gift;
}

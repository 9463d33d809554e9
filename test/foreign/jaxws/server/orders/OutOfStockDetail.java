package orders;

import javax.xml.bind.annotation.XmlElement;

public class OutOfStockDetail {
  @XmlElement(required = true) public String sku;
  public int available;
}

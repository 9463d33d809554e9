package orders;

import javax.xml.bind.annotation.XmlElement;

public class Card {
  @XmlElement(required = true) public String number;
}

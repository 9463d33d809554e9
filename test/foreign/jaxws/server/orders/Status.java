package orders;

import javax.xml.bind.annotation.XmlEnum;
import javax.xml.bind.annotation.XmlEnumValue;

@XmlEnum
public enum Status {
  NEW,
  ACCEPTED,
  @XmlEnumValue("on hold") ON_HOLD
}

package orders;

import java.util.Date;
import javax.xml.bind.annotation.XmlSchemaType;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;

public class Times {
  @XmlSchemaType(name = "dateTime") public XMLGregorianCalendar instant;
  public Date date;
  @XmlSchemaType(name = "date") public XMLGregorianCalendar day;
  @XmlSchemaType(name = "time") public XMLGregorianCalendar time;
  @XmlSchemaType(name = "gYearMonth") public XMLGregorianCalendar month;
  public Duration duration;
}

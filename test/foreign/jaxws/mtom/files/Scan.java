package files;

import javax.activation.DataHandler;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlAttachmentRef;
import javax.xml.bind.annotation.XmlType;

/** A record that refers to an attachment (`swaRef`). */
@XmlType(namespace = "urn:example:files")
@XmlAccessorType(XmlAccessType.FIELD)
public class Scan {
  @XmlAttachmentRef public DataHandler content;

  static Scan of(byte[] bytes, String type) {
    Scan scan = new Scan();
    scan.content = Bytes.of(bytes, type);
    return scan;
  }
}

package orders;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlList;

/** Primitive types are required elements, the others are optional ones. */
public class Numbers {
  public byte small;
  public short medium;
  public int large;
  public long huge;
  public float single;
  public double exact;
  public boolean flag;
  public char letter;
  public Long maybe;
  public BigDecimal decimal;
  public BigInteger integer;
  @XmlElement(nillable = true) public Integer nothing;
  @XmlList public List<Integer> list;
}

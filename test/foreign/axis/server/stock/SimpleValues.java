package stock;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Calendar;
import org.apache.axis.description.TypeDesc;

/** Primitive types cannot be null, the others can. */
public class SimpleValues {
  private static final TypeDesc TYPE = Description.of(SimpleValues.class);

  private byte small;
  private short medium;
  private int large;
  private long huge;
  private float single;
  private double exact;
  private boolean flag;
  private Long maybe;
  private BigDecimal decimal;
  private BigInteger integer;
  private Calendar instant;
  private byte[] bytes;

  public byte getSmall() {
    return small;
  }

  public void setSmall(byte small) {
    this.small = small;
  }

  public short getMedium() {
    return medium;
  }

  public void setMedium(short medium) {
    this.medium = medium;
  }

  public int getLarge() {
    return large;
  }

  public void setLarge(int large) {
    this.large = large;
  }

  public long getHuge() {
    return huge;
  }

  public void setHuge(long huge) {
    this.huge = huge;
  }

  public float getSingle() {
    return single;
  }

  public void setSingle(float single) {
    this.single = single;
  }

  public double getExact() {
    return exact;
  }

  public void setExact(double exact) {
    this.exact = exact;
  }

  public boolean isFlag() {
    return flag;
  }

  public void setFlag(boolean flag) {
    this.flag = flag;
  }

  public Long getMaybe() {
    return maybe;
  }

  public void setMaybe(Long maybe) {
    this.maybe = maybe;
  }

  public BigDecimal getDecimal() {
    return decimal;
  }

  public void setDecimal(BigDecimal decimal) {
    this.decimal = decimal;
  }

  public BigInteger getInteger() {
    return integer;
  }

  public void setInteger(BigInteger integer) {
    this.integer = integer;
  }

  public Calendar getInstant() {
    return instant;
  }

  public void setInstant(Calendar instant) {
    this.instant = instant;
  }

  public byte[] getBytes() {
    return bytes;
  }

  public void setBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  public static TypeDesc getTypeDesc() {
    return TYPE;
  }
}

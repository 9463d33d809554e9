package stock;

/** An enumeration as JAX-RPC knows it. */
public class Status {
  public static final String _AVAILABLE = "available";
  public static final String _SOLD_OUT = "sold out";
  public static final Status AVAILABLE = new Status(_AVAILABLE);
  public static final Status SOLD_OUT = new Status(_SOLD_OUT);

  private final String value;

  private Status(String value) {
    this.value = value;
  }

  public String getValue() {
    return value;
  }

  public static Status fromValue(String value) {
    for (Status status : new Status[] {AVAILABLE, SOLD_OUT}) if (status.value.equals(value)) return status;
    throw new IllegalArgumentException("There is no status " + value + ".");
  }

  public static Status fromString(String value) {
    return fromValue(value);
  }

  @Override
  public String toString() {
    return value;
  }
}

package stock;

import org.apache.axis.description.TypeDesc;

public class OutOfStock extends Exception {
  private static final TypeDesc TYPE = Description.of(OutOfStock.class);

  private final String sku;
  private final int available;

  public OutOfStock(String sku, int available) {
    super("Only " + available + " of " + sku + " are left.");
    this.sku = sku;
    this.available = available;
  }

  public String getSku() {
    return sku;
  }

  public int getAvailable() {
    return available;
  }

  public static TypeDesc getTypeDesc() {
    return TYPE;
  }
}

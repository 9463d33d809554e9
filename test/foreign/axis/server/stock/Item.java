package stock;

import java.math.BigDecimal;
import org.apache.axis.description.TypeDesc;

public class Item {
  private static final TypeDesc TYPE = Description.of(Item.class);

  private String sku;
  private int quantity;
  private BigDecimal price;
  private Status status;

  public String getSku() {
    return sku;
  }

  public void setSku(String sku) {
    this.sku = sku;
  }

  public int getQuantity() {
    return quantity;
  }

  public void setQuantity(int quantity) {
    this.quantity = quantity;
  }

  public BigDecimal getPrice() {
    return price;
  }

  public void setPrice(BigDecimal price) {
    this.price = price;
  }

  public Status getStatus() {
    return status;
  }

  public void setStatus(Status status) {
    this.status = status;
  }

  public static TypeDesc getTypeDesc() {
    return TYPE;
  }
}

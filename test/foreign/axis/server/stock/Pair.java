package stock;

import org.apache.axis.description.TypeDesc;

public class Pair {
  private static final TypeDesc TYPE = Description.of(Pair.class);

  private Item first;
  private Item second;

  public Item getFirst() {
    return first;
  }

  public void setFirst(Item first) {
    this.first = first;
  }

  public Item getSecond() {
    return second;
  }

  public void setSecond(Item second) {
    this.second = second;
  }

  public static TypeDesc getTypeDesc() {
    return TYPE;
  }
}

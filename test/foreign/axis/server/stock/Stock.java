package stock;

import java.util.HashMap;
import java.util.Vector;
import javax.xml.rpc.holders.StringHolder;
import org.apache.axis.AxisFault;

/** A service that is deployed twice: in rpc/encoded, and in wrapped document/literal. */
public class Stock {
  private static volatile String announced;

  public SimpleValues echoValues(SimpleValues values) {
    return values;
  }

  public String echoText(String text) {
    return text;
  }

  public String[] echoTexts(String[] texts) {
    return texts;
  }

  public int[][] echoGrid(int[][] grid) {
    return grid;
  }

  public Note echoNote(Note note) {
    return note;
  }

  public Item echoItem(Item item) {
    return item;
  }

  public Item[] echoItems(Item[] items) {
    return items;
  }

  /** One object in two places. */
  public Pair twins(Item item) {
    Pair pair = new Pair();
    pair.setFirst(item);
    pair.setSecond(item);
    return pair;
  }

  /** Whether one object is in two places. */
  public boolean same(Pair pair) {
    return pair.getFirst() == pair.getSecond();
  }

  public HashMap echoMap(HashMap map) {
    return map;
  }

  public Vector echoVector(Vector vector) {
    return vector;
  }

  public Object echoAnything(Object anything) {
    return anything;
  }

  public Status next(Status status) {
    return status == Status.AVAILABLE ? Status.SOLD_OUT : null;
  }

  /** A parameter of both directions, and a second result. */
  public void split(StringHolder text, StringHolder rest) {
    int space = text.value.indexOf(' ');
    rest.value = text.value.substring(space + 1);
    text.value = text.value.substring(0, space);
  }

  public int take(String sku, int quantity) throws OutOfStock, AxisFault {
    if (quantity < 0) throw new AxisFault("Client", "The quantity " + quantity + " is negative.", null, null);
    if (quantity > 1000) throw new OutOfStock(sku, 1000);
    return 1000 - quantity;
  }

  /** The parameter is a header block. */
  public String whoAmI(String session) {
    return session;
  }

  public void announce(String text) {
    announced = text;
  }

  public String announced() {
    return announced;
  }
}

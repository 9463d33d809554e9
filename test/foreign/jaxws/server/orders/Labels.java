package orders;

import java.util.Map;

public class Labels {
  public Map<String, Integer> counts;
}

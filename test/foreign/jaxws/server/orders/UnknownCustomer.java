package orders;

/** An exception without a detail class: JAX-WS derives one from its properties. */
public class UnknownCustomer extends Exception {
  private final String customer;

  public UnknownCustomer(String customer) {
    super("There is no customer " + customer + ".");
    this.customer = customer;
  }

  public String getCustomer() {
    return customer;
  }
}

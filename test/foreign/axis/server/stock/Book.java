package stock;

import org.apache.axis.description.TypeDesc;

public class Book extends Item {
  private static final TypeDesc TYPE = Description.of(Book.class);

  private String[] authors;

  public String[] getAuthors() {
    return authors;
  }

  public void setAuthors(String[] authors) {
    this.authors = authors;
  }

  public static TypeDesc getTypeDesc() {
    return TYPE;
  }
}

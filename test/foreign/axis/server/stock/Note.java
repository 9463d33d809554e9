package stock;

/** A class without a type description: in literal messages Axis writes its fields without namespaces. */
public class Note {
  private String author;
  private String text;

  public String getAuthor() {
    return author;
  }

  public void setAuthor(String author) {
    this.author = author;
  }

  public String getText() {
    return text;
  }

  public void setText(String text) {
    this.text = text;
  }
}

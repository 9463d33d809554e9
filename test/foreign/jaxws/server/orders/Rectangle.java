package orders;

public class Rectangle extends Shape {
  public double width;
  public double height;

  @Override
  double area() {
    return width * height;
  }
}

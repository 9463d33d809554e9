package orders;

public class Circle extends Shape {
  public double radius;

  @Override
  double area() {
    return Math.PI * radius * radius;
  }
}

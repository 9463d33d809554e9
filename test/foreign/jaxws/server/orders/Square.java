package orders;

/** A type without content of its own. */
public class Square extends Rectangle {}

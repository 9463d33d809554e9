import { sameValue } from './list.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

/**
 * A type with a default value, which an empty element and an absent attribute have (XML Schema part 1, 3.3.1 and 3.2.1).
 *
 * @param text the default in its lexical form; a QName as `{namespace}local`.
 * @throws {ValueError} when the text is not valid for the type.
 */
export function defaulted<T>(type: SimpleType<T>, text: string): SimpleType<T> {
  const emptyIsDefault = type.print(type.parse(text)) === '';
  return {
    ...type,
    // Parsed each time: the caller may change a Date or an array.
    parse: (given, context) => (given === '' ? type.parse(text) : type.parse(given, context)),
    print(value, prefixes) {
      const printed = type.print(value, prefixes);
      if (printed !== '' || emptyIsDefault) return printed;
      throw new ValueError('an empty text cannot be written, because it means the default value');
    },
    fallback: { type, text },
  };
}

/**
 * A type with a fixed value, which an empty element and an absent attribute have. Other values are rejected on reading and
 * on writing.
 *
 * @param text the value in its lexical form; a QName as `{namespace}local`.
 * @throws {ValueError} when the text is not valid for the type.
 */
export function fixed<T>(type: SimpleType<T>, text: string): SimpleType<T> {
  const wanted = type.parse(text);
  const check = (value: T): T => {
    if (!sameValue(type, value, wanted)) throw new ValueError('it must have its fixed value');
    return value;
  };
  const exactly: SimpleType<T> = {
    ...type,
    parse: (given, context) => check(type.parse(given, context)),
    print: (value, prefixes) => {
      // First, so that a value of another type is rejected for that reason.
      const printed = type.print(value, prefixes);
      check(value);
      return printed;
    },
  };
  return {
    ...exactly,
    parse: (given, context) => (given === '' ? type.parse(text) : exactly.parse(given, context)),
    fallback: { type: exactly, text },
  };
}

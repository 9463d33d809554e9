import { sameValue } from './list.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

/**
 * A type with a default (XML Schema part 1, 3.3.1 and 3.2.1): an empty element has it, and an absent attribute.
 *
 * @param text the default in its lexical form; a QName as `{namespace}local`.
 * @throws {ValueError} when it is no value of the type.
 */
export function defaulted<T>(type: SimpleType<T>, text: string): SimpleType<T> {
  const emptyIsDefault = type.print(type.parse(text)) === '';
  return {
    ...type,
    // Each time anew: what is a Date or an array belongs to whoever gets it.
    parse: (given, context) => (given === '' ? type.parse(text) : type.parse(given, context)),
    print(value, prefixes) {
      const printed = type.print(value, prefixes);
      if (printed !== '' || emptyIsDefault) return printed;
      throw new ValueError('an empty text cannot be written, since it stands for the default value');
    },
    fallback: { type, text },
  };
}

/**
 * A type with a fixed value: an empty element has it, and an absent attribute; another value is refused in both directions.
 *
 * @param text the value in its lexical form; a QName as `{namespace}local`.
 * @throws {ValueError} when it is no value of the type.
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
      // What is no value of the type at all is refused for that.
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

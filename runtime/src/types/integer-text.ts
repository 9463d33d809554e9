/** The significant digits of an integer. */
export interface IntegerText {
  readonly negative: boolean;
  /** Without leading zeros; the empty string for zero. */
  readonly digits: string;
}

export const NOT_AN_INTEGER = 'it must be digits with an optional sign';

/**
 * Parses the lexical form of xs:integer: an optional sign, then digits (XML Schema part 2, 3.3.13). The digits stay text,
 * because a number of very many digits is slow to create.
 *
 * @returns undefined for any other text.
 */
export function parseInteger(text: string): IntegerText | undefined {
  const sign = text.charCodeAt(0);
  const first = sign === 0x2d || sign === 0x2b ? 1 : 0;
  if (first === text.length) return undefined;
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return undefined;
  }
  let significant = first;
  while (text.charCodeAt(significant) === 0x30) significant++;
  return { negative: sign === 0x2d, digits: text.slice(significant) };
}

/** The value of one to `most` digits, which is how nearly every number is written; -1 for any other text. */
export function parseShort(text: string, most: number): number {
  if (text.length === 0 || text.length > most) return -1;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The digits of an integer's lexical form, without what does not count. */
export interface Integer {
  readonly negative: boolean;
  /** Without leading zeros; the empty string for zero. */
  readonly digits: string;
}

/**
 * Reads the lexical form of xs:integer: a sign, `+` allowed, and digits (XML Schema part 2, 3.3.13). Answers undefined
 * for anything else. No number is made of the digits, however many there are.
 */
export function parseInteger(text: string): Integer | undefined {
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

export const NOT_AN_INTEGER = 'it must be digits with an optional sign';

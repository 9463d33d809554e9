/** Characters that XML 1.0 does not allow (XML 1.0, 2.2). With the flag `u` a surrogate matches only when it is alone. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/u;

/** Characters that need escaping or a further check: a surrogate is valid in a pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters too.
const TEXT_WORK = /[\0-\x08\x0b-\x1f&<>\ud800-\udfff\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters too.
const ATTRIBUTE_WORK = /[\0-\x1f&<>"'\ud800-\udfff\ufffe\uffff]/;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

/** The reference to a character that needs one. */
export function reference(character: string): string {
  return REFERENCES[character] as string;
}

/**
 * Escapes a text as content of an element: `&`, `<`, `>`, and CR, which a reader would turn into LF (rule W2).
 *
 * @returns undefined for a text with a character that XML 1.0 does not allow, such as a lone surrogate.
 */
export function escapeText(value: string): string | undefined {
  if (!TEXT_WORK.test(value)) return value;
  if (FORBIDDEN.test(value)) return undefined;
  return value.replace(/[&<>\r]/g, reference);
}

/** As `escapeText`, for an attribute value in quotes of either kind; also preserves line ends and tabs. */
export function escapeAttribute(value: string): string | undefined {
  if (!ATTRIBUTE_WORK.test(value)) return value;
  if (FORBIDDEN.test(value)) return undefined;
  return value.replace(/[&<>"'\t\n\r]/g, reference);
}

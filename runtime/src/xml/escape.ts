/** Characters that XML 1.0 cannot carry (XML 1.0, 2.2). With the flag `u` a surrogate matches only when it is alone. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/u;

/** Whether anything is to be done about a text at all. Surrogates are looked at again. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what it looks for.
const TEXT_WORK = /[\0-\x08\x0b-\x1f&<>\ud800-\udfff\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what it looks for.
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

function reference(character: string): string {
  return REFERENCES[character] as string;
}

/**
 * A text as content of an element: `&`, `<`, `>` escaped, and CR, which a reader would turn into LF (rule W2).
 * Undefined when it holds a character that XML 1.0 cannot carry, such as a lone surrogate.
 */
export function escapeText(value: string): string | undefined {
  if (!TEXT_WORK.test(value)) return value;
  if (FORBIDDEN.test(value)) return undefined;
  return value.replace(/[&<>\r]/g, reference);
}

/** A text as the value of an attribute, in quotes of either kind: line ends and tabs survive too. */
export function escapeAttribute(value: string): string | undefined {
  if (!ATTRIBUTE_WORK.test(value)) return value;
  if (FORBIDDEN.test(value)) return undefined;
  return value.replace(/[&<>"'\t\n\r]/g, reference);
}

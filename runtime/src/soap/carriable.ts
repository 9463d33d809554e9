// Surrogates that have no partner, and what XML 1.0, 2.2 leaves out of its Char production.
const uncarriable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters it is about.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * The text with U+FFFD in place of each character that XML 1.0 cannot carry. For faults alone: they must get through
 * whatever stands in their reason, while a value of a message is refused instead (rule W2).
 */
export function carriable(text: string): string {
  return text.replace(uncarriable, '\ufffd');
}

/** Escapes text for element content and for attribute values in double quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

import { reference } from '../xml/escape.ts';

// Characters outside the Char production of XML 1.0 (2.2), and lone surrogates.
const illegal =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Replaces each character that XML 1.0 does not allow by U+FFFD. Only for faults, which must always reach the client: a
 * value of any other message is rejected instead (rule W2).
 */
export function replaceIllegal(text: string): string {
  return text.replace(illegal, '\ufffd');
}

/** Escapes text for element content and for attribute values in double quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, reference);
}

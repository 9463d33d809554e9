/** An XML name without a colon (Namespaces in XML 1.0, production 4; XML 1.0 fifth edition, productions 4 and 4a). */
export function isNCName(text: string): boolean {
  return plain.test(text) || ncName.test(text);
}

/** Nearly every name; the ranges cost time to compile. */
const plain = /^[A-Za-z_][-.\w]*$/;

const startRanges =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';

const ncName = new RegExp(`^[${startRanges}][${startRanges}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, 'u');

/** The first character that XML 1.0 cannot carry (production 2), as it can be shown: `U+0007`. */
export function characterNotInXml(text: string): string | undefined {
  const found = notInXml.exec(text)?.[0];
  if (found === undefined) return undefined;
  return `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const notInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

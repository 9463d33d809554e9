const START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const MORE = '\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}';

/** Name (XML 1.0 fifth edition, 2.3). */
export const NAME: RegExp = new RegExp(`^[${START}][${START}${MORE}]*$`, 'u');
/** NCName: a Name without a colon (Namespaces in XML, 3). */
export const NC_NAME: RegExp = new RegExp(`^[${START.slice(1)}][${START.slice(1)}${MORE}]*$`, 'u');
/** Nmtoken. */
export const NM_TOKEN: RegExp = new RegExp(`^[${START}${MORE}]+$`, 'u');

export function isNCName(text: string): boolean {
  return NC_NAME.test(text);
}

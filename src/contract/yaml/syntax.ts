/** The syntax of characters and of URIs. */

/** The first character that XML 1.0 cannot carry (production 2), in a printable form: `U+0007`. */
export function characterNotInXml(text: string): string | undefined {
  const found = notInXml.exec(text)?.[0];
  return found && codePoint(found);
}

export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const notInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

/** Why a text is not an http or https URL, as the end of a sentence; undefined for one that is. */
export function httpUrlFault(text: string): string | undefined {
  if (/[\s\p{Cc}]/u.test(text)) return 'it holds white space';
  if (!/^https?:\/\//i.test(text)) return 'it does not begin with http:// or https://';
  if (/["<>\\^`{|}]/.test(text)) return 'it holds a character that no URL holds';
  if (!URL.canParse(text)) return 'it cannot be parsed';
  const { username, password, hash } = new URL(text);
  if (username !== '' || password !== '') return 'it holds a user or a password, which would be in generated files';
  return hash === '' && !text.includes('#') ? undefined : 'it holds a fragment';
}

/** Why a text cannot be the namespace of a service. */
export function namespaceFault(text: string): string | undefined {
  return uriFault(text) ?? (reserved.test(text) ? 'it belongs to a standard' : undefined);
}

/** Why a prefix cannot have a namespace; components of standards, such as types of SOAP encoding, can be referred to. */
export function prefixedNamespaceFault(text: string): string | undefined {
  return uriFault(text) ?? (ofXml.test(text) ? 'it belongs to a standard' : undefined);
}

/** Why a text is not a URI. */
export function uriFault(text: string): string | undefined {
  if (/[\s\p{Cc}\p{Cs}]/u.test(text)) return 'it holds white space';
  return /["<>\\^`{|}]/.test(text) ? 'it holds a character that no URI holds' : undefined;
}

const ofXml = /^http:\/\/www\.w3\.org\/(?:XML\/1998\/namespace|2000\/xmlns\/)$/;

const reserved =
  /^http:\/\/(?:www\.w3\.org\/(?:XML\/1998\/namespace|2000\/xmlns\/|2001\/XMLSchema|2001\/XMLSchema-instance|2003\/05\/soap-envelope)|schemas\.xmlsoap\.org\/(?:soap|wsdl)\/.*)$/;

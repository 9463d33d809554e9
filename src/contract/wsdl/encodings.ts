/** An XML file as UTF-8, and as the text that diagnostics quote. */
export interface DecodedXml {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** Characters of windows-1252 from 0x80 on; a space where it has none. */
const windows1252From80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Some releases of Node.js decode windows-1252 as ISO-8859-1, whose characters from 0x80 to 0x9F are controls. */
function windows1252(control: string): string {
  const character = windows1252From80[control.charCodeAt(0) - 0x80] ?? ' ';
  return character === ' ' ? control : character;
}

/** `encoding="…"` in an XML declaration. */
const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;

/**
 * Decodes an XML file: UTF-8, UTF-16, and the encodings of the WHATWG Encoding Standard that its declaration names
 * (ISO-8859-x, Windows-125x, …). A byte order mark decides before the declaration does (XML 1.0, F.1).
 *
 * @returns the name of the encoding if it is unknown, or the bytes are not valid in it.
 */
export function decodeXml(bytes: Uint8Array): DecodedXml | string {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const decoded = decoder.decode(bytes);
    text = decoder.encoding === 'windows-1252' ? decoded.replace(/[\u0080-\u009F]/g, windows1252) : decoded;
  } catch {
    return encoding;
  }
  const start = declared.exec(text);
  const name = start?.[1]?.toLowerCase() ?? 'utf-8';
  if (name === encoding && /^(?:utf-8|utf8|us-ascii)$/.test(name)) return { bytes: withoutMark(bytes), text };
  if (start === null)
    return { bytes: encoding === 'utf-8' ? withoutMark(bytes) : new TextEncoder().encode(text), text };
  // The reader takes UTF-8 only: another declared encoding is replaced by spaces, so that offsets stay.
  const blank = start[0].replace(/\sencoding\s*=\s*["'][^"']*["']/, (match) => ' '.repeat(match.length));
  return { bytes: new TextEncoder().encode(blank + text.slice(start[0].length)), text };
}

/** The encoding that the byte order mark or the declaration names, in lower case; UTF-8 otherwise. */
export function encodingOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const name = declared.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  // A declaration that is readable as ASCII is not UTF-16, whatever it says: a common slip of editors.
  return name.startsWith('utf-16') ? 'utf-8' : name;
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

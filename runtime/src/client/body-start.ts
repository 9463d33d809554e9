/** How many characters of a foreign answer an error shows. */
const shownCharacters = 300;

/** How many bytes are looked at for them, and for an envelope. */
const searchedBytes = 64 * 1024;

/** The two envelope namespaces, their slashes escaped or not: a body that names one may echo the request, or be a result. */
const envelopes = /schemas\.xmlsoap\.org.{1,6}soap.{1,6}envelope|www\.w3\.org.{1,6}2003.{1,6}05.{1,6}soap-envelope/;

// Control characters, lone surrogates, and what changes the direction of text or breaks a line.
const invisible = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Whether a body names the namespace of an envelope, and so is some SOAP message, if a broken one. */
export function holdsEnvelope(body: Uint8Array): boolean {
  return envelopes.test(decode(body.subarray(0, searchedBytes)));
}

/**
 * The beginning of an answer that is no SOAP message, for a person to read: white space run together, control
 * characters as `\u001b`. A body that holds an envelope all the same is not shown, since it may hold secrets.
 */
export function bodyStart(body: Uint8Array): string {
  if (body.byteLength === 0) return '';
  const text = decode(body.subarray(0, searchedBytes));
  if (envelopes.test(text)) return '(a SOAP message, not shown since it may hold secrets)';
  const characters = Array.from(
    text
      .replace(/[\t\n\r ]+/g, ' ')
      .trim()
      .slice(0, 2 * shownCharacters + 1),
  );
  const start = characters.slice(0, shownCharacters).join('').replace(invisible, escapeOf);
  return characters.length > shownCharacters ? `${start}…` : start;
}

/** As UTF-8 or, where it begins with the mark of UTF-16, as that. What is not valid becomes U+FFFD. */
function decode(bytes: Uint8Array): string {
  const utf16le = bytes[0] === 0xff && bytes[1] === 0xfe;
  const utf16be = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!utf16le && !utf16be) return new TextDecoder().decode(bytes);
  let text = '';
  for (let i = 2; i + 1 < bytes.length; i += 2) {
    const first = bytes[i] as number;
    const second = bytes[i + 1] as number;
    text += String.fromCharCode(utf16le ? first | (second << 8) : (first << 8) | second);
  }
  return text;
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

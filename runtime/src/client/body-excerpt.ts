/** Characters of a response that an error shows. */
const excerptLength = 300;

/** Bytes that are searched for them, and for an envelope. */
const searchedBytes = 64 * 1024;

/** The envelope namespaces, with slashes escaped or not. A body with one of them may be a result, or echo the request. */
const envelopes = /schemas\.xmlsoap\.org.{1,6}soap.{1,6}envelope|www\.w3\.org.{1,6}2003.{1,6}05.{1,6}soap-envelope/;

// Control characters, lone surrogates, line separators, and characters that change the direction of text.
const invisible = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Whether a body names an envelope namespace, so that it is a SOAP message, perhaps a broken one. */
export function holdsEnvelope(body: Uint8Array): boolean {
  return envelopes.test(decode(body.subarray(0, searchedBytes)));
}

/**
 * The start of a response that is not a SOAP message, for people: white space is collapsed, control characters are shown as
 * `\u001b`. A body with an envelope is not shown, because it may hold secrets.
 */
export function bodyExcerpt(body: Uint8Array): string {
  if (body.byteLength === 0) return '';
  const text = decode(body.subarray(0, searchedBytes));
  if (envelopes.test(text)) return '(a SOAP message, not shown since it may hold secrets)';
  const characters = Array.from(
    text
      .replace(/[\t\n\r ]+/g, ' ')
      .trim()
      .slice(0, 2 * excerptLength + 1),
  );
  const start = characters.slice(0, excerptLength).join('').replace(invisible, escapeOf);
  return characters.length > excerptLength ? `${start}…` : start;
}

/** Decodes UTF-16 with a byte order mark, and anything else as UTF-8. Invalid bytes become U+FFFD. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const charset =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(charset).decode(bytes);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

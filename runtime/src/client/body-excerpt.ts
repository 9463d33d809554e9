import { encodingOf } from '../xml/encodings.ts';

/** Characters of a response that an error shows. */
const excerptLength = 300;

/** Bytes that are searched for them, and for an envelope. */
const searchedBytes = 64 * 1024;

/** The envelope namespaces, with slashes escaped or not. A body with one of them may be a result, or echo the request. */
const envelopes = /schemas\.xmlsoap\.org.{1,6}soap.{1,6}envelope|www\.w3\.org.{1,6}2003.{1,6}05.{1,6}soap-envelope/;

// Control characters, lone surrogates, line separators, and characters that change the direction of text.
const invisible = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Whether a text names an envelope namespace, so that it is a SOAP message, perhaps a broken one. */
export function holdsEnvelope(text: string): boolean {
  return envelopes.test(text);
}

/**
 * The start of a response that is not a SOAP message, for people: white space is collapsed, control characters are shown as
 * `\u001b`. A body with an envelope is not shown, because it may hold secrets.
 */
export function bodyExcerpt(text: string): string {
  if (holdsEnvelope(text)) return '(a SOAP message, not shown since it may hold secrets)';
  return excerptText(text, excerptLength);
}

/** The first characters of a text, in one line and visible. */
export function excerptText(text: string, length: number): string {
  const characters = Array.from(
    text
      .replace(/[\t\n\r ]+/g, ' ')
      .trim()
      .slice(0, 2 * length + 1),
  );
  const start = characters.slice(0, length).join('').replace(invisible, escapeOf);
  return characters.length > length ? `${start}…` : start;
}

/** The start of a body as text. Bytes that are invalid in its encoding become U+FFFD. */
export function startText(body: Uint8Array, charset: string | undefined): string {
  const head = body.subarray(0, searchedBytes);
  const encoding = encodingOf(head, charset);
  try {
    return new TextDecoder(encoding).decode(head);
  } catch {
    return new TextDecoder().decode(head);
  }
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

import { SecurityError } from '../security-error.ts';

/** A part of a multipart message. */
export interface MessagePart {
  /** Content-ID without angle brackets. */
  readonly id: string;
  readonly contentType: string | undefined;
  readonly content: Uint8Array;
}

/** A message as bytes. */
export interface MessageBytes {
  /** The envelope in UTF-8. */
  readonly envelope: Uint8Array;
  readonly parts: readonly MessagePart[];
}

/** The one part that a `cid:` names. @throws {SecurityError} `reference` for other URIs, and for no or two parts. */
export function partOf(uri: string | undefined, parts: readonly MessagePart[]): MessagePart {
  // Nothing outside of the message is ever fetched.
  if (uri?.startsWith('cid:') !== true) {
    throw new SecurityError('reference', 'Encrypted data refers to something outside of the message.');
  }
  const id = decoded(uri.slice('cid:'.length));
  const [part, ...others] = parts.filter((one) => one.id === id);
  if (part === undefined || others.length > 0) {
    throw new SecurityError(
      'reference',
      `${others.length > 0 ? 'Several parts have' : 'No part has'} the Content-ID ${id}.`,
    );
  }
  return part;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The meaning of a rejected chunk for the upload. */
export type RejectionMeaning =
  /** The service holds `offset` bytes; with `differs`, other bytes than the sent ones. */
  | { readonly kind: 'expected'; readonly offset: number; readonly differs: boolean }
  /** The token is unknown, or the upload has expired. */
  | { readonly kind: 'unknown' }
  /** The upload is finished, with another last chunk. */
  | { readonly kind: 'finished' }
  /** The bytes that arrived do not have the SHA-256 of the source; nothing was published. */
  | { readonly kind: 'other-digest' }
  /** Another caller is sending to the upload. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'throttled'; readonly seconds: number }
  /** Only smaller chunks are accepted. */
  | { readonly kind: 'too-large'; readonly most: number }
  /** A quota is reached: the service has dropped the upload. */
  | { readonly kind: 'quota' }
  | { readonly kind: 'denied' }
  /** About the request itself: sending it again changes nothing. */
  | { readonly kind: 'other' };

/** The maximum size of a chunk from the fault for a chunk that is too large; undefined for other faults. */
export function readChunkLimit(reason: string): number | undefined {
  // Older services give it the runtime's name.
  const digits = /\blimit (?:limits\.chunk|maxStreamBytes) \((\d+)\) reached\b/.exec(reason)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Parses the ErrorMessage of a rejected chunk. The result has no field for a code, so the text is all there is;
 * `rejection-messages.test.ts` gets each text from the service itself.
 */
export function parseRejection(message: string): RejectionMeaning {
  const numberIn = (pattern: RegExp): number | undefined => {
    const digits = pattern.exec(message)?.[1];
    const number = Number(digits);
    return digits !== undefined && Number.isSafeInteger(number) ? number : undefined;
  };
  // It may contain the name of a folder, which may be any text.
  if (message.startsWith('FileName ')) return { kind: 'other' };
  // An older service keeps the upload.
  if (/^The quota of .*\bnothing of it is kept\b/i.test(message)) return { kind: 'quota' };
  const offset = numberIn(/\bexpected offset is (\d+)/i);
  if (offset !== undefined) return { kind: 'expected', offset, differs: /\bother bytes\b/i.test(message) };
  if (message.startsWith('The SHA-256 of the file is ')) return { kind: 'other-digest' };
  if (/\bupload is finished\b/i.test(message)) return { kind: 'finished' };
  if (/\bUploadToken is not valid\b/i.test(message)) return { kind: 'unknown' };
  if (/\banother caller is sending\b/i.test(message)) return { kind: 'busy' };
  const seconds = numberIn(/\btoo many wrong attempts\b.*?\b(\d+) seconds?\b/i);
  if (seconds !== undefined) return { kind: 'throttled', seconds };
  const most = numberIn(/\bchunk has \d+ bytes, and (\d+) are the most\b/i);
  if (most !== undefined) return { kind: 'too-large', most };
  if (/\bkey is not valid\b/i.test(message)) return { kind: 'denied' };
  return { kind: 'other' };
}

/** What a refused chunk means for the upload. */
export type RejectionMeaning =
  /** So many bytes are held; with `differs`, and they are others than were sent. */
  | { readonly kind: 'expected'; readonly offset: number; readonly differs: boolean }
  /** The token is not known, or the upload is expired. */
  | { readonly kind: 'unknown' }
  /** The upload is finished, with another last chunk. */
  | { readonly kind: 'finished' }
  /** Somebody else is sending to it. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'throttled'; readonly seconds: number }
  /** Fewer bytes are taken at once. */
  | { readonly kind: 'too-large'; readonly most: number }
  | { readonly kind: 'denied' }
  /** About the request itself: sending it again changes nothing. */
  | { readonly kind: 'other' };

/** The most bytes of a chunk, as the fault says that ends a request while a larger one arrives; undefined for other faults. */
export function readChunkLimit(reason: string): number | undefined {
  const digits = /\blimit maxStreamBytes \((\d+)\) reached\b/.exec(reason)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Reads the ErrorMessage of a chunk that was not appended. The record has no field for it, so its words are all there
 * is; `server-words.test.ts` has the service itself say each of them.
 */
export function parseRejection(message: string): RejectionMeaning {
  const numberIn = (pattern: RegExp): number | undefined => {
    const digits = pattern.exec(message)?.[1];
    const number = Number(digits);
    return digits !== undefined && Number.isSafeInteger(number) ? number : undefined;
  };
  // It may end with the name of a folder, which may say anything.
  if (message.startsWith('FileName ')) return { kind: 'other' };
  const offset = numberIn(/\bexpected offset is (\d+)/i);
  if (offset !== undefined) return { kind: 'expected', offset, differs: /\bother bytes\b/i.test(message) };
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

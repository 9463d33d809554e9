/** State for resuming an upload in another process. */
export interface UploadState {
  /** The UploadToken: a secret. */
  readonly token: string;
  /** Acknowledged bytes. */
  readonly offset: number;
  /** Bytes of a chunk: an unacknowledged chunk is recognised by its bounds when it is sent again. */
  readonly chunkSize: number;
  /** Version of the source; if it differs, the upload starts over. */
  readonly source: string;
}

/**
 * Stores the state of uploads, so that another process can resume them. The key of a state is 64 hexadecimal digits, which
 * reveal neither path nor keys. A lost or outdated state only costs time: the service has the authoritative offset.
 */
export interface UploadJournal {
  /** Undefined when there is no valid state. */
  load(key: string): Promise<UploadState | undefined>;
  /** Replaces the state. */
  save(key: string, state: UploadState): Promise<void>;
  /** Removes the state, if there is one. */
  remove(key: string): Promise<void>;
}

/** The key of an upload from its source and destination: SHA-256, so that keys of the service are not stored. */
export async function journalKey(parts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parts)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Validates a state from JSON; undefined when it is invalid. */
export function stateOf(value: unknown): UploadState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { token, offset, chunkSize, source } = value as Partial<Record<keyof UploadState, unknown>>;
  const whole = (number: unknown): number is number => Number.isSafeInteger(number) && Number(number) >= 0;
  if (typeof token !== 'string' || token === '' || typeof source !== 'string') return undefined;
  return whole(offset) && whole(chunkSize) && chunkSize > 0 ? { token, offset, chunkSize, source } : undefined;
}

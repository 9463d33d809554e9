/** What another process needs to go on with an upload. */
export interface UploadState {
  /** The UploadToken: a secret. */
  readonly token: string;
  /** Bytes that were acknowledged. */
  readonly offset: number;
  /** Bytes of a chunk: a chunk that was sent and not acknowledged is known again by its bounds. */
  readonly chunkSize: number;
  /** What the source was; another one begins anew. */
  readonly source: string;
}

/**
 * Where uploads keep how far they are, so that a new process can go on. Each state has its key, 64 hexadecimal digits
 * that tell neither path nor keys. A state that is lost or old costs only time: what counts is what the service says.
 */
export interface UploadJournal {
  /** Undefined when there is none, or none that can be read. */
  load(key: string): Promise<UploadState | undefined>;
  /** Replaces the state as a whole. */
  save(key: string, state: UploadState): Promise<void>;
  /** Does nothing when there is none. */
  remove(key: string): Promise<void>;
}

/** The key of what lies somewhere and goes somewhere: SHA-256, so that keys of the service are not written anywhere. */
export async function journalKey(parts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parts)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reads a state from what JSON made of it; undefined when it is none. */
export function stateOf(value: unknown): UploadState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { token, offset, chunkSize, source } = value as Partial<Record<keyof UploadState, unknown>>;
  const whole = (number: unknown): number is number => Number.isSafeInteger(number) && Number(number) >= 0;
  if (typeof token !== 'string' || token === '' || typeof source !== 'string') return undefined;
  return whole(offset) && whole(chunkSize) && chunkSize > 0 ? { token, offset, chunkSize, source } : undefined;
}

/** Why an upload came to no end. The codes never change their meaning. */
export type UploadErrorCode =
  /** An option cannot be right; nothing was sent. */
  | 'invalid-argument'
  /** The service does not know the keys. */
  | 'access-denied'
  /** Too many wrong keys were tried from here; the service's message names the wait. */
  | 'throttled'
  /** The service does not take this file: its name, its times, a folder of that name. */
  | 'refused'
  /** Not even a small chunk is let through. */
  | 'too-large'
  /** No connection, or none that lasted for one chunk, at any attempt; or a certificate that is not trusted. */
  | 'unreachable'
  /** The service failed at each attempt: its disk is full, it is overloaded, or it stops. */
  | 'server-failed'
  /** Somebody else is sending to the same upload all the time. */
  | 'busy'
  /** The address answers what this service would not. */
  | 'bad-answer'
  /** The answer's times are not those that were sent. */
  | 'times-differ'
  /** The service no longer knows the upload, and the source cannot be read again. */
  | 'lost'
  /** The service holds other bytes than the source has, though it was begun anew. */
  | 'conflict'
  /** The source cannot be read. */
  | 'source-failed'
  /** The source is not what it was when the upload began, or not as long as was said. */
  | 'source-changed'
  /** The signal was aborted; `cause` is its reason. */
  | 'aborted';

export interface UploadErrorInit {
  /** What the service said, word for word. */
  readonly serverMessage?: string | undefined;
  /** Id under which the service's log has more. */
  readonly requestId?: string | undefined;
  readonly httpStatus?: number | undefined;
  readonly cause?: unknown;
}

/**
 * An upload that failed. The file on the service is as it was before, unless the last chunk was on its way: then it is
 * as before, or whole. The message holds no key and no token.
 */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly code: UploadErrorCode;
  readonly serverMessage: string | undefined;
  readonly requestId: string | undefined;
  readonly httpStatus: number | undefined;

  constructor(code: UploadErrorCode, message: string, init: UploadErrorInit = {}) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = code;
    this.serverMessage = init.serverMessage;
    this.requestId = init.requestId;
    this.httpStatus = init.httpStatus;
  }
}

export function abortedBy(signal: AbortSignal): UploadError {
  return new UploadError('aborted', 'The upload was aborted.', { cause: signal.reason });
}

/** What a promise comes to, or the abort if that is first. @throws {UploadError} `aborted`. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work;
  // Whoever loses the race is not listened to any more.
  work.catch(() => undefined);
  if (signal.aborted) throw abortedBy(signal);
  let stop = (): void => undefined;
  const abort = new Promise<never>((_resolve, reject) => {
    stop = () => reject(abortedBy(signal));
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, abort]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Waits. @throws {UploadError} `aborted`, at once when it is. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const time = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await unlessAborted(time, signal);
  } finally {
    clearTimeout(timer);
  }
}

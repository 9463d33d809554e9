/** Why an upload failed. The meaning of a code never changes. */
export type UploadErrorCode =
  /** An invalid option; nothing was sent. */
  | 'invalid-argument'
  /** The service does not accept the keys. */
  | 'access-denied'
  /** Too many wrong keys from this address; the service's message says how long to wait. */
  | 'throttled'
  /** The service rejects the file: its name, its times, or a folder of that name exists. */
  | 'refused'
  /** A quota of the service is reached; nothing of the file is kept there. */
  | 'quota-exceeded'
  /** Even a small chunk is too large. */
  | 'too-large'
  /** All attempts failed to connect or lost the connection; or the certificate is not trusted. */
  | 'unreachable'
  /** The service failed at each attempt: its disk is full, it is overloaded, or it is stopping. */
  | 'server-failed'
  /** Another caller keeps sending to the same upload. */
  | 'busy'
  /** The response is not one of this service. */
  | 'bad-answer'
  /** The times in the response differ from the sent ones. */
  | 'times-differ'
  /** The bytes that arrived are not those of the source: their SHA-256 differs. Nothing was published. */
  | 'digest-differs'
  /** The service no longer knows the upload, and the source cannot be read again. */
  | 'lost'
  /** The service holds other bytes than the source, even after a restart. */
  | 'conflict'
  /** The source cannot be read. */
  | 'source-failed'
  /** The source changed during the upload, or does not have the declared size. */
  | 'source-changed'
  /** The signal was aborted; `cause` is its reason. */
  | 'aborted';

export interface UploadErrorInit {
  /** The message of the service, unchanged. */
  readonly serverMessage?: string | undefined;
  /** The id of the refused request, from the `X-Request-Id` of the response or from the fault: the service's log has it too. */
  readonly requestId?: string | undefined;
  readonly httpStatus?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A failed upload. The file on the service is unchanged, unless the last chunk was being sent: then it is either unchanged
 * or complete. The message ends with the request id, if there is one, and contains no key and no token.
 */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly code: UploadErrorCode;
  readonly serverMessage: string | undefined;
  readonly requestId: string | undefined;
  readonly httpStatus: number | undefined;

  constructor(code: UploadErrorCode, message: string, init: UploadErrorInit = {}) {
    super(
      init.requestId === undefined ? message : `${message} (request ${init.requestId})`,
      init.cause === undefined ? undefined : { cause: init.cause },
    );
    this.code = code;
    this.serverMessage = init.serverMessage;
    this.requestId = init.requestId;
    this.httpStatus = init.httpStatus;
  }

  /** Errors of another copy of this package are instances too: Jest loads one by `require` and one by `import`. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (Function.prototype[Symbol.hasInstance].call(UploadError, value)) return true;
    return value instanceof Error && value.name === 'UploadError';
  }
}

export function abortedBy(signal: AbortSignal): UploadError {
  return new UploadError('aborted', 'The upload was aborted.', { cause: signal.reason });
}

/** Settles like a promise, or rejects when the signal is aborted before. @throws {UploadError} `aborted`. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work;
  // Avoids an unhandled rejection after the abort.
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

/** Waits. @throws {UploadError} `aborted`, as soon as the signal is aborted. */
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

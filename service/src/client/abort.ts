import { UploadError } from './upload-error.ts';

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

/**
 * Runs work with a signal that aborts after a time, or when `parent` aborts. The timer holds the signal: Node 20 collects
 * one of `AbortSignal.any([parent, AbortSignal.timeout(…)])` as garbage before its time, and such work never ends.
 *
 * @param milliseconds until the signal aborts.
 */
export async function withTimeLimit<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  parent?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, milliseconds);
  parent?.addEventListener('abort', abort, { once: true });
  if (parent?.aborted === true) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener('abort', abort);
  }
}

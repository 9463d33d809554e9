import { OidcError } from './oidc-error.ts';

/**
 * Gives work so long. When the time is over, or the caller goes, it is answered at once, whatever the work is waiting for,
 * and the signal that the work got is aborted.
 *
 * @param caller its signal; undefined: the work is nobody's in particular.
 * @throws {OidcError} `late` or `caller-gone`; the reason of the signal is the same.
 */
export async function withDeadline<T>(
  caller: AbortSignal | undefined,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const leave = (): void => controller.abort(new OidcError('caller-gone', 'the caller is gone'));
  const timer = setTimeout(
    () => controller.abort(new OidcError('late', `no answer within ${milliseconds} ms`)),
    milliseconds,
  );
  caller?.addEventListener('abort', leave, { once: true });
  try {
    if (caller?.aborted === true) leave();
    return await Promise.race([over, work(signal)]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', leave);
  }
}

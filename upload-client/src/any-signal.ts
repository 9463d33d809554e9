/** The signals that a combined one follows, for as long as it is used. */
const followed = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * A signal that aborts with the first of some signals. `AbortSignal.any` of Node 20 lets go of them: one of
 * `AbortSignal.timeout(…)` that nothing else holds is collected as garbage before its time, and never aborts.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const any = AbortSignal.any([...signals]);
  followed.set(any, signals);
  return any;
}

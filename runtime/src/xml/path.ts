/** So many names of a path are shown at either end. */
const SHOWN = 32;

/** Names of elements as a path, shortened in the middle where there are very many. */
export function joinPath(names: readonly string[]): string {
  if (names.length <= 2 * SHOWN + 1) return names.join('/');
  return [...names.slice(0, SHOWN), '…', ...names.slice(-SHOWN)].join('/');
}

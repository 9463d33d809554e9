import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage now, so that a test sees what is held. A collection returns before all its Buffers are freed; the
 * next one waits for them.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  for (let round = 0; round < 2; round++) if (typeof collect === 'function') collect();
}

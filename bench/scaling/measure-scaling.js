import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

/** CPU time of this process, its helpers included, in milliseconds. */
function timeOf(run, times) {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

/**
 * How much longer twice as much takes. The least of several runs counts, since all that disturbs makes them longer; where
 * that is over the limit it is tried again, since a single disturbance must not stand as a fault.
 *
 * @param prepare makes the input of a size, in bytes, and answers what reads it.
 */
export function scalingOf(prepare, size, { rounds, limit }) {
  const once = prepare(size);
  const twice = prepare(2 * size);
  for (let count = 0; count < 2; count++) once.run();
  twice.run();
  const times = Math.max(1, Math.ceil(8 / Math.max(timeOf(once.run, 1), 0.05)));
  let least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < 4; attempt++) {
    for (let round = 0; round < rounds; round++) {
      least = [once, twice].map(({ run }, index) => Math.min(least[index], timeOf(run, times)));
    }
    if (least[1] / least[0] < limit) break;
  }
  return { once: least[0], twice: least[1], ratio: least[1] / least[0], bytes: once.bytes };
}

/** What is left on the heap, and beside it, in MiB, when a run is over: with its outcome kept, and without it. */
export function memoryOf({ run }) {
  const held = () => {
    gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return (heapUsed + arrayBuffers) / 2 ** 20;
  };
  run();
  const before = held();
  let outcome = run();
  const kept = held() - before;
  outcome = undefined;
  return { kept, left: held() - before, outcome };
}

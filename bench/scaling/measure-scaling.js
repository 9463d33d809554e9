import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

/**
 * CPU time of this process, its helpers included, in milliseconds: from a young heap without garbage on. A full collection
 * would throw away what the compiler knows of objects that nobody has just now, and with it the compiled code.
 */
async function timeOf(run, times) {
  gc({ type: 'minor' });
  const before = process.cpuUsage();
  for (let count = 0; count < times; count++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

/** How often so long a run is repeated, so that the clock is fine enough: 8 ms together. */
const timesFor = (milliseconds) => Math.max(1, Math.ceil(8 / Math.max(milliseconds, 0.05)));

/** Milliseconds. */
const WARM = 100;

/** What is wrong only where both are over it. The ratio is 2 to the power of the exponent. */
export const limits = { ratio: 2.3, exponent: 1.2 };

/** How much longer more takes: the exponent by least squares over all sizes, and the worst ratio of neighbours. */
export function growthOf(points) {
  const xs = points.map(({ bytes }) => Math.log2(bytes));
  const ys = points.map(({ least }) => Math.log2(least));
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const exponent =
    xs.reduce((sum, at, index) => sum + (at - x) * (ys[index] - y), 0) / xs.reduce((sum, at) => sum + (at - x) ** 2, 0);
  const ratios = points.slice(1).map(({ least, bytes }, index) => {
    const before = points[index];
    // Inputs are not twice as long to the byte.
    return 2 ** (Math.log2(least / before.least) / Math.log2(bytes / before.bytes));
  });
  return { exponent, ratio: Math.max(...ratios) };
}

const isOver = ({ exponent, ratio }) => ratio >= limits.ratio && exponent > limits.exponent;
/** A single ratio over the limit is a disturbance, where all sizes together grow as they should. */
const isNear = ({ exponent, ratio }) => exponent > limits.exponent || (ratio >= limits.ratio && exponent > 1.05);

/**
 * How time grows with the input. Of each size the least of several runs counts, since all that disturbs makes them longer.
 * Where a figure is over its limit it is tried again; where it stays there, sizes that are twice and four times as large
 * are measured too: growth that is more than linear shows there all the more, and a cache that is full, or a table that is
 * made anew, does not.
 *
 * @param prepare makes the input of a size, in bytes, and answers what reads it.
 * @param {{ doublings: number, rounds: number }} how from which part of the size on, and how many runs.
 */
export async function scalingOf(prepare, size, { doublings, rounds }) {
  const points = [];
  const add = async (bytes) => {
    const { run, bytes: exact } = prepare(bytes);
    await run();
    await run();
    points.push({ run, bytes: exact, times: timesFor(await timeOf(run, 1)), least: Number.POSITIVE_INFINITY });
  };
  const measure = async () => {
    // As long as runs become faster, the code is not compiled yet, or something disturbs all of them.
    for (let round = 0, settles = false; round < rounds || (settles && round < 4 * rounds); round++) {
      settles = false;
      for (const point of points) {
        const time = await timeOf(point.run, point.times);
        settles ||= time < 0.95 * point.least;
        point.least = Math.min(point.least, time);
      }
    }
  };
  // The first runs are those that are compiled meanwhile.
  const first = prepare(size / 2 ** doublings);
  const begun = process.cpuUsage().user;
  while (process.cpuUsage().user - begun < WARM * 1000) await first.run();
  for (let part = doublings; part >= 0; part--) await add(size / 2 ** part);
  await measure();
  for (let attempt = 0; attempt < 2 && isNear(growthOf(points)); attempt++) await measure();
  if (isNear(growthOf(points))) {
    for (const more of [2, 4]) await add(size * more);
    for (let attempt = 0; attempt === 0 || (attempt < 3 && isOver(growthOf(points))); attempt++) await measure();
  }
  const growth = growthOf(points);
  const { bytes, least } = points.at(-1);
  return { ...growth, fails: isOver(growth), bytes, time: least };
}

/** What is left on the heap, and beside it, in MiB, when a run is over: with its outcome kept, and without it. */
export async function memoryOf({ run }) {
  const held = () => {
    gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return (heapUsed + arrayBuffers) / 2 ** 20;
  };
  await run();
  const before = held();
  let outcome = await run();
  const kept = held() - before;
  outcome = undefined;
  return { kept, left: held() - before, outcome };
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

/**
 * In milliseconds: CPU time of this process with all threads, after a minor garbage collection. A full one would discard
 * type feedback of objects that are not in use, and with it the compiled code.
 */
async function timeOf(run, times) {
  gc({ type: 'minor' });
  const before = process.cpuUsage();
  for (let count = 0; count < times; count++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

/** How often a run is repeated, so that the clock is precise enough: 8 ms in total. */
const timesFor = (milliseconds) => Math.max(1, Math.ceil(8 / Math.max(milliseconds, 0.05)));

/** In milliseconds. */
const WARM = 100;

/** Growth is wrong only if both are exceeded. The ratio is 2 to the power of the exponent. */
export const limits = { ratio: 2.3, exponent: 1.2 };

/** Growth of time: the exponent by least squares over all sizes, and the worst ratio of neighbours. */
export function growthOf(points) {
  const xs = points.map(({ bytes }) => Math.log2(bytes));
  const ys = points.map(({ least }) => Math.log2(least));
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const exponent =
    xs.reduce((sum, at, index) => sum + (at - x) * (ys[index] - y), 0) / xs.reduce((sum, at) => sum + (at - x) ** 2, 0);
  const ratios = points.slice(1).map(({ least, bytes }, index) => {
    const before = points[index];
    // Inputs are not exactly twice as long.
    return 2 ** (Math.log2(least / before.least) / Math.log2(bytes / before.bytes));
  });
  return { exponent, ratio: Math.max(...ratios) };
}

const isOver = ({ exponent, ratio }) => ratio >= limits.ratio && exponent > limits.exponent;
/** A single ratio over the limit is noise if the growth over all sizes is linear. */
const isNear = ({ exponent, ratio }) => exponent > limits.exponent || (ratio >= limits.ratio && exponent > 1.05);

/**
 * Measures how time grows with the input. The fastest of several runs counts for each size, since noise only makes runs
 * slower. If a figure is over its limit, it is measured again, and then with sizes twice and four times as large, where
 * growth beyond linear is even clearer, unlike the effect of a full cache or of a table that is rebuilt.
 *
 * @param prepare creates the input of a size in bytes, and returns a function that reads it
 * @param {{ doublings: number, rounds: number }} how number of sizes and of runs
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
    // While runs become faster, the code is not compiled yet, or the machine is busy.
    for (let round = 0, settles = false; round < rounds || (settles && round < 4 * rounds); round++) {
      settles = false;
      for (const point of points) {
        const time = await timeOf(point.run, point.times);
        settles ||= time < 0.95 * point.least;
        point.least = Math.min(point.least, time);
      }
    }
  };
  // The code is compiled during the first runs.
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

/** In MiB: heap and external memory after a run, with its result and without it. */
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

// Each round measures every row once, so that a busy moment of the machine affects all rows.
import { summary } from './statistics.js';

/**
 * A row is measured in each round; a text is the reason why it cannot be.
 *
 * @typedef {{ warm?: () => Promise<unknown>, run: (seconds: number) => Promise<Record<string, unknown>> }} Row
 * @typedef {Record<string, Record<string, unknown>[] | string>} Samples
 */

/** @param {Record<string, Row | string>} rows @returns {Samples} without figures */
export const noSamples = (rows) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, typeof row === 'string' ? row : []]));

/**
 * Measures each row once, or once in each turn of a round. Rows of adjacent measurements are compared, so the order changes
 * from turn to turn. If a row fails, the result has its error, and the others continue.
 *
 * @param {{ seconds?: number, turns?: number }} how each turn has its share of the seconds
 */
export async function oneRound(rows, samples, { seconds, turns = 1 } = {}) {
  const first = Object.entries(rows);
  for (let turn = 0; turn < turns; turn++) {
    const order = turn % 2 === 0 ? first : first.toReversed();
    for (const [name, row] of rotated(order, turn)) await oneRow(name, row, samples, seconds / turns);
  }
}

const rotated = (list, by) => [...list.slice(by % list.length), ...list.slice(0, by % list.length)];

async function oneRow(name, row, samples, seconds) {
  const figures = samples[name];
  if (typeof row === 'string' || typeof figures === 'string') return;
  try {
    if (figures.length === 0) await row.warm?.();
    figures.push(await row.run(seconds));
  } catch (error) {
    samples[name] = `failed: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`;
  }
}

/** All rounds of one scenario. */
export async function measureRows(rows, { rounds, seconds }) {
  const samples = noSamples(rows);
  for (let round = 0; round < rounds; round++) await oneRound(rows, samples, { seconds });
  return samples;
}

/** A summary of each column for each row; a text for rows without figures. */
export function summaries(samples, columns) {
  const rows = {};
  for (const [name, figures] of Object.entries(samples)) {
    rows[name] = typeof figures === 'string' ? figures : {};
    if (typeof figures === 'string') continue;
    for (const { key } of columns) {
      const values = figures.map((figure) => figure[key]).filter((value) => value !== undefined);
      if (values.length > 0) rows[name][key] = summary(values);
    }
  }
  return rows;
}

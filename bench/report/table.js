// Tables of figures, for the terminal and in Markdown.
import { spreadOf, timesLess } from '../statistics.js';

const digitsOf = ({ digits = 0 }) => digits;
const grouped = (value, digits) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** How many times less a row needs than another one, as a summary; undefined if a figure is missing. */
export function timesBetter(rows, name, { key, of }) {
  const own = rows[name]?.[key];
  const other = rows[of]?.[key];
  return own === undefined || other === undefined ? undefined : timesLess(own, other);
}

/** Titles of the columns, and the cells of each row. */
export function cells({ columns, ratios, turns }, rows) {
  const many = turns > 1;
  const spread = many ? 'quartiles' : 'min-max';
  const head = ['', ...columns.flatMap(({ title }) => [title, spread]), ...ratios.map(({ title }) => title)];
  const body = Object.entries(rows).map(([name, row]) => {
    if (typeof row === 'string') return [name, row];
    const figures = columns.flatMap((column) => {
      const figure = row[column.key];
      if (figure === undefined) return ['-', ''];
      const digits = digitsOf(column);
      const { least, most } = spreadOf(figure, turns);
      return [grouped(figure.median, digits), `${grouped(least, digits)}-${grouped(most, digits)}`];
    });
    return [
      name,
      ...figures,
      ...ratios.map((ratio) => shownRatio(timesBetter(rows, name, ratio), many && name !== ratio.of)),
    ];
  });
  return { head, body };
}

function shownRatio(ratio, withSpread) {
  if (ratio === undefined) return '-';
  const { median, lowerQuartile, upperQuartile } = ratio;
  const text = median.toFixed(2);
  return withSpread && lowerQuartile !== undefined
    ? `${text} (${lowerQuartile.toFixed(2)}-${upperQuartile.toFixed(2)})`
    : text;
}

/** Prints a table with aligned columns. */
export function printTable(scenario, rows) {
  console.log(`\n${scenario.title}`);
  printCells(cells(scenario, rows));
}

export function printCells({ head, body }) {
  const all = [head, ...body];
  const widths = head.map((_, at) =>
    Math.max(...all.map((row) => (row.length > 2 || at === 0 ? (row[at] ?? '').length : 0))),
  );
  for (const row of all) {
    const line = row.map((cell, at) =>
      at === 0 || row.length === 2 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]),
    );
    console.log(`  ${line.join('  ').trimEnd()}`);
  }
}

/** The table in Markdown. */
export function markdownTable({ head, body }) {
  const line = (row) => `| ${head.map((_, at) => row[at] ?? '').join(' | ')} |`;
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...body.map(line)].join('\n');
}

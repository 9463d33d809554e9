// Tables of figures, for the terminal and in Markdown.

const digitsOf = ({ digits = 0 }) => digits;
const grouped = (value, digits) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** How many times less a row needs than another one; undefined if a figure is missing. */
export function timesBetter(rows, name, { key, of }) {
  const own = rows[name]?.[key]?.median;
  const other = rows[of]?.[key]?.median;
  return own === undefined || other === undefined ? undefined : other / own;
}

/** Titles of the columns, and the cells of each row. */
export function cells({ columns, ratios }, rows) {
  const head = ['', ...columns.flatMap(({ title }) => [title, 'min-max']), ...ratios.map(({ title }) => title)];
  const body = Object.entries(rows).map(([name, row]) => {
    if (typeof row === 'string') return [name, row];
    const figures = columns.flatMap((column) => {
      const figure = row[column.key];
      if (figure === undefined) return ['-', ''];
      const digits = digitsOf(column);
      return [grouped(figure.median, digits), `${grouped(figure.min, digits)}-${grouped(figure.max, digits)}`];
    });
    const better = ratios.map((ratio) => timesBetter(rows, name, ratio)?.toFixed(2) ?? '-');
    return [name, ...figures, ...better];
  });
  return { head, body };
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

// A chart of one figure of a scenario: a bar per row for the median, and a whisker for its spread.

const width = 760;
const left = 190;
const right = 150;
const line = 30;
const top = 58;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const shown = (value) => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

/** Colours for a light and a dark page; the card has its own background, so that it is readable on both. */
const style = `
  .card { fill: #ffffff; stroke: #d0d7de; }
  text { fill: #1f2328; font: 13px system-ui, sans-serif; }
  .title { font-weight: 600; font-size: 15px; }
  .unit { fill: #59636e; }
  .bar { fill: #8c959f; }
  .own { fill: #0a66c2; }
  .whisker { stroke: #1f2328; stroke-width: 1.5; }
  .axis { stroke: #d0d7de; }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117; stroke: #3d444d; }
    text { fill: #f0f6fc; }
    .unit { fill: #9198a1; }
    .bar { fill: #656c76; }
    .own { fill: #4493f8; }
    .whisker { stroke: #f0f6fc; }
    .axis { stroke: #3d444d; }
  }`;

/** The upper end of the axis: 1, 2 or 5 times a power of ten. */
function scaleOf(most) {
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one * 4 >= most) ?? most / 4;
  const steps = Math.ceil(most / step);
  return { most: step * steps, marks: Array.from({ length: steps + 1 }, (_, index) => index * step) };
}

/**
 * @param {{ title: string, unit: string, rows: { name: string, own: boolean, median: number, least: number, most: number }[] }} chart
 * @returns {string} an SVG image.
 */
export function chart({ title, unit, rows }) {
  const { most, marks } = scaleOf(Math.max(...rows.map((row) => row.most)));
  const x = (value) => left + (value / most) * (width - left - right);
  const height = top + rows.length * line + 40;
  const bottom = top + rows.length * line;
  const axis = marks.map(
    (mark) =>
      `<line class="axis" x1="${x(mark).toFixed(1)}" x2="${x(mark).toFixed(1)}" y1="${top - 6}" y2="${bottom}"/><text class="unit" x="${x(mark).toFixed(1)}" y="${bottom + 18}" text-anchor="middle">${shown(mark)}</text>`,
  );
  const bars = rows.map(({ name, own, median, ...spread }, index) => {
    const y = top + index * line;
    const middle = y + 10;
    return [
      `<text x="${left - 10}" y="${y + 15}" text-anchor="end">${escaped(name)}</text>`,
      `<rect class="${own ? 'own' : 'bar'}" x="${left}" y="${y}" width="${Math.max(x(median) - left, 1).toFixed(1)}" height="20" rx="2"/>`,
      `<path class="whisker" fill="none" d="M${x(spread.least).toFixed(1)} ${middle - 5}v10m0 -5H${x(spread.most).toFixed(1)}m0 -5v10"/>`,
      `<text x="${(x(spread.most) + 8).toFixed(1)}" y="${y + 15}">${shown(median)}</text>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title><style>${style}</style>`,
    `<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<text class="title" x="20" y="26">${escaped(title)}</text><text class="unit" x="20" y="45">${escaped(unit)}</text>`,
    ...axis,
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}

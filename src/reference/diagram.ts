import type { Box, Diagram } from './document.ts';

/** In units of the picture: a unit is a pixel where it is shown in full. */
const box = { width: 200, height: 46, gap: 14 };
const columns = { left: 8, middle: 270, right: 532 };
const width = 740;

/** Boxes on a side; the last one says how many more there are. */
const mostBoxes = 7;

/** Characters of a text in a box. */
const longest = 21;

/** What a drawing needs of the format that holds it. */
export interface Drawing {
  readonly escaped: (text: string) => string;
  /** The address of a page; undefined: boxes have no links. */
  readonly address?: ((link: string) => string) | undefined;
}

/** The elements of a picture, and the attributes of its `svg` element. A side without boxes takes no room. */
export function diagramContent(
  diagram: Diagram,
  drawing: Drawing,
): { readonly text: string; readonly attributes: string } {
  const left = fitting(diagram.left);
  const right = fitting(diagram.right);
  const rows = Math.max(left.length, right.length, 1);
  const height = rows * (box.height + box.gap) + box.gap;
  const middle = (height - box.height) / 2;
  const topOf = (index: number, count: number): number => {
    const free = height - count * (box.height + box.gap) + box.gap;
    return free / 2 + index * (box.height + box.gap);
  };
  const lines = [
    ...left.map((_, index) => line(columns.left + box.width, topOf(index, left.length), columns.middle, middle)),
    ...right.map((_, index) => line(columns.middle + box.width, middle, columns.right, topOf(index, right.length))),
  ];
  const boxes = [
    ...left.map((one, index) => drawn(one, columns.left, topOf(index, left.length), drawing)),
    drawn(diagram.middle, columns.middle, middle, drawing, ' class="middle"'),
    ...right.map((one, index) => drawn(one, columns.right, topOf(index, right.length), drawing)),
  ];
  const start = left.length === 0 ? columns.middle - columns.left : 0;
  const end = right.length === 0 ? columns.middle + box.width + columns.left : width;
  const attributes = `viewBox="${start} 0 ${end - start} ${height}" width="${end - start}" height="${height}"`;
  return { text: [...lines, ...boxes].join('\n'), attributes };
}

function fitting(boxes: readonly Box[]): readonly Box[] {
  const distinct = [...new Map(boxes.map((one) => [`${one.link} ${one.text}`, one])).values()];
  if (distinct.length <= mostBoxes) return distinct;
  const rest = distinct.length - mostBoxes + 1;
  return [...distinct.slice(0, mostBoxes - 1), { text: `and ${rest} more`, label: '' }];
}

/** A curve from the right edge of a box to the left edge of another one, with a point at its end. */
function line(fromX: number, fromTop: number, toX: number, toTop: number): string {
  const [y1, y2] = [fromTop + box.height / 2, toTop + box.height / 2];
  const bend = (fromX + toX) / 2;
  const path = `M${fromX} ${y1}C${bend} ${y1} ${bend} ${y2} ${toX - 6} ${y2}`;
  return `<path class="line" d="${path}"/><path class="point" d="M${toX} ${y2}l-8 -4v8z"/>`;
}

function drawn({ text, label, link }: Box, x: number, y: number, { escaped, address }: Drawing, mark = ''): string {
  const inner = [
    `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6"${mark}/>`,
    `<text class="label" x="${x + 10}" y="${y + 17}">${escaped(cut(label))}</text>`,
    `<text x="${x + 10}" y="${y + (label === '' ? 28 : 35)}">${escaped(cut(text))}</text>`,
  ].join('');
  if (link === undefined || address === undefined) return `<g>${inner}</g>`;
  return `<a href="${escaped(address(link))}">${inner}</a>`;
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

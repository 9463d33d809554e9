/** A page before it is HTML or Markdown: blocks of plain text, links and tables. */

/** A part of a line. `link` is a page's path below the root, without extension, with an optional `#anchor`. */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly badge: string }
  | { readonly link: string; readonly text: string };

export type Text = readonly Inline[];

/** A row of a table, or an item of a list with one cell. */
export interface Row {
  readonly id?: string | undefined;
  readonly cells: readonly Text[];
  /** How far the first cell is indented: cases of a choice, fields of a group. */
  readonly depth?: number | undefined;
}

export interface Table {
  readonly kind: 'table';
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly Row[];
}

export interface List {
  readonly kind: 'list';
  readonly rows: readonly Row[];
}

/** Text that keeps its lines, and the file that has all of it where it is cut. */
export interface CodeBlock {
  readonly kind: 'code';
  readonly caption: string;
  readonly text: string;
  readonly file?: string | undefined;
}

/** A box of a diagram. */
export interface Box {
  readonly text: string;
  /** Small text above, such as the name of the field. */
  readonly label: string;
  readonly link?: string | undefined;
}

/** Boxes that point at the middle one, and boxes that it points at. */
export interface Diagram {
  readonly kind: 'diagram';
  /** In a sentence, for those who do not see it. */
  readonly title: string;
  readonly left: readonly Box[];
  readonly middle: Box;
  readonly right: readonly Box[];
}

export type Block =
  | { readonly kind: 'heading'; readonly id: string; readonly text: string }
  | { readonly kind: 'lead' | 'text' | 'note'; readonly text: Text }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: Text])[] }
  | Table
  | List
  | CodeBlock
  | Diagram;

export type Section = 'index' | 'operations' | 'types' | 'a-z' | 'changes';

export interface Page {
  /** Below the root, without extension. */
  readonly path: string;
  readonly title: string;
  /** Such as `Operation`; empty on the first page. */
  readonly kind: string;
  readonly section: Section;
  readonly blocks: readonly Block[];
}

/** A page, or a part of one that is too large. */
export interface PagePart extends Page {
  /** Counted from 1. */
  readonly number: number;
  /** Paths of all parts, each with the first entry on it. */
  readonly parts: readonly { readonly path: string; readonly first: string }[];
}

/** Longest name, value or pattern that is shown in full, in UTF-16 code units. */
const longest = 300;

/** A name or value, cut if it is very long. */
export function short(text: string, most: number = longest): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** A table without the columns that no row has a text in. */
export function tableOf(caption: string, head: readonly string[], rows: readonly Row[]): Table {
  const isUsed = head.map((_, index) => index === 0 || rows.some(({ cells }) => plainText(cells[index] ?? []) !== ''));
  const used = <T>(all: readonly T[]): readonly T[] => all.filter((_, index) => isUsed[index]);
  return { kind: 'table', caption, head: used(head), rows: rows.map((row) => ({ ...row, cells: used(row.cells) })) };
}

/** The text without its markup. */
export function plainText(text: Text): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'code' in part ? part.code : 'badge' in part ? part.badge : part.text;
    })
    .join('');
}

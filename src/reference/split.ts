import {
  type Block,
  type CodeBlock,
  type List,
  type Page,
  type PagePart,
  plainText,
  type Row,
  type Table,
} from './document.ts';

/** What splitting has to know of a format. */
export interface Measure {
  /** In bytes, without rows. */
  block(block: Block): number;
  row(row: Row): number;
}

/** Bytes of a page's blocks: the rest of 30,000 is for its head, its navigation and the links to its parts. */
const budget = 22_000;

/** Bytes that a page may still get a heading or the head of a table in. */
const reserve = 1_500;

/** Splits a page between its blocks, and tables and lists between their rows, so that each part is within the budget. */
export function split(page: Page, measure: Measure): readonly PagePart[] {
  const parts: Block[][] = [];
  let current: Block[] = [];
  let size = 0;
  const next = (): void => {
    if (current.length > 0) parts.push(current);
    current = [];
    size = 0;
  };
  const add = (block: Block, bytes: number): void => {
    if (size + bytes > budget) next();
    current.push(block);
    size += bytes;
  };
  for (const block of page.blocks) {
    if (block.kind === 'heading' && size + reserve > budget) next();
    if (block.kind !== 'table' && block.kind !== 'list') {
      add(block, measure.block(block));
      continue;
    }
    const empty = measure.block({ ...block, rows: [] });
    if (size + empty + reserve > budget) next();
    let rows: Row[] = [];
    let bytes = empty;
    for (const row of block.rows) {
      const more = measure.row(row);
      if (rows.length > 0 && size + bytes + more > budget) {
        current.push(withRows(block, rows));
        next();
        rows = [];
        bytes = empty;
      }
      rows.push(row);
      bytes += more;
    }
    current.push(withRows(block, rows));
    size += bytes;
  }
  next();
  // The list of a contract without operations and types is empty.
  if (parts.length === 0) parts.push([]);
  const paths = parts.map((_, index) => (index === 0 ? page.path : `${page.path}.${index + 1}`));
  const named = parts.map((blocks, index) => ({ path: paths[index] ?? page.path, first: firstEntry(blocks) }));
  return parts.map((blocks, index) => ({
    ...page,
    path: paths[index] ?? page.path,
    blocks,
    number: index + 1,
    parts: named,
  }));
}

function withRows(block: Table | List, rows: readonly Row[]): Table | List {
  return { ...block, rows };
}

function firstEntry(blocks: readonly Block[]): string {
  for (const block of blocks) {
    if (block.kind === 'heading') return block.text;
    if ((block.kind === 'table' || block.kind === 'list') && block.rows.length > 0) {
      return plainText(block.rows[0]?.cells[0] ?? []);
    }
    if (block.kind === 'code') return block.caption;
  }
  return '';
}

/** Characters of a sample on a page; the whole of a longer one is in a file. */
const longestCode = 5_000;

/** Cuts a text after a line, and names the file that has all of it. */
export function cutCode(caption: string, text: string, file: string): CodeBlock {
  if (text.length <= longestCode) return { kind: 'code', caption, text };
  const end = text.lastIndexOf('\n', longestCode);
  return { kind: 'code', caption, text: text.slice(0, end === -1 ? longestCode : end), file };
}

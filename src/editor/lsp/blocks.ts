import { declaringKeys } from '../../contract/index.ts';

/** The lines of one declaration, or of one operation. */
export interface Block {
  readonly name: string;
  readonly isOperation: boolean;
  /** Offsets: from the line of its key to the line of the next one. */
  readonly start: number;
  readonly end: number;
}

const linePattern = /^( *)(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#"'{[-][^\n:]*(?::(?=\S)[^\n:]*)*)):(?=[ \r\n]|$)/gm;

/** The declarations and operations of a contract in their order, from the indentation of lines. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let section: string | undefined;
  let indent = 0;
  let open: Omit<Block, 'end'> | undefined;
  const close = (end: number): void => {
    if (open !== undefined) blocks.push({ ...open, end });
    open = undefined;
  };
  for (const match of text.matchAll(linePattern)) {
    const column = match[1]?.length ?? 0;
    const name = match[2] ?? match[3] ?? match[4] ?? '';
    if (column === 0) {
      close(match.index);
      section = name === 'operations' || Object.hasOwn(declaringKeys, name) ? name : undefined;
      indent = 0;
    } else if (section !== undefined && (indent === 0 || column === indent)) {
      close(match.index);
      indent = column;
      if (!name.startsWith('$')) open = { name, isOperation: section === 'operations', start: match.index };
    }
  }
  close(text.length);
  return blocks;
}

/** A declaration of one of several files. */
export interface FileBlock extends Block {
  readonly path: string;
}

/** The most declarations of a reduced contract; more take too long. */
const mostBlocks = 400;

/**
 * The files of a contract, with declarations that the given one does not depend on blanked. Lines keep their
 * numbers. Undefined if it depends on too many.
 */
export function reducedTexts(
  texts: ReadonlyMap<string, string>,
  changed: FileBlock,
): ReadonlyMap<string, string> | undefined {
  const blocks = [...texts].flatMap(([path, text]) => blocksOf(text).map((block) => ({ ...block, path })));
  const byName = new Map<string, FileBlock[]>();
  const add = (name: string, block: FileBlock): void => {
    const local = name.replace(/^.*:/, '');
    byName.set(local, [...(byName.get(local) ?? []), block]);
  };
  for (const block of blocks) add(block.name, block);
  for (const [base, block] of derivedBlocks(texts, blocks)) add(base, block);
  // A service has an operation.
  const waiting = [changed, ...blocks.filter(({ isOperation }) => isOperation).slice(0, 1)].map(blockKey);
  const byKey = new Map(blocks.map((block) => [blockKey(block), block]));
  const kept = new Set(waiting);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const block = byKey.get(key);
    if (block === undefined) continue;
    if (kept.size > mostBlocks) return undefined;
    for (const name of wordsOf(texts.get(block.path)?.slice(block.start, block.end) ?? '')) {
      for (const other of byName.get(name) ?? []) {
        if (other.isOperation && other.name !== block.name) continue;
        if (kept.has(blockKey(other))) continue;
        kept.add(blockKey(other));
        waiting.push(blockKey(other));
      }
    }
  }
  const dropped = blocks.filter((block) => !kept.has(blockKey(block)));
  return new Map(
    [...texts].map(([path, text]) => [
      path,
      without(
        text,
        dropped.filter((block) => block.path === path),
      ),
    ]),
  );
}

const basePattern = /(?:substitutes|\$extends|\$restricts): *["']?([^\s"',}]+)/g;

/** Declarations that can stand for another one, with the name of that: an abstract one needs them. */
function* derivedBlocks(
  texts: ReadonlyMap<string, string>,
  blocks: readonly FileBlock[],
): Generator<readonly [base: string, block: FileBlock]> {
  for (const [path, text] of texts) {
    const own = blocks.filter((block) => block.path === path);
    let next = 0;
    for (const { 1: base = '', index } of text.matchAll(basePattern)) {
      while (next < own.length && (own[next]?.end ?? 0) <= index) next++;
      const block = own[next];
      if (block !== undefined && block.start <= index) yield [base, block];
    }
  }
}

function blockKey({ path, start }: FileBlock): string {
  return `${path}:${start}`;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}_][\p{L}\p{N}_.-]*/gu) ?? []);
}

/** The text with its blocks blanked. */
function without(text: string, blocks: readonly Block[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of blocks) {
    parts.push(text.slice(at, start), '\n'.repeat(countLines(text, start, end)));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

export function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

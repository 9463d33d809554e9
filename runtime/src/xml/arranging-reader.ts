import { arrange } from './arrange.ts';
import type { ChildTable } from './codec-tables.ts';
import { atChild, skipElement } from './content.ts';
import type { DeviationKind } from './deviation.ts';
import { OTHER } from './reader.ts';
import { TolerantReader } from './tolerant-reader.ts';

/** Each byte is scanned once for each element around it, at most this many times on average. */
const MOST_SCANS = 16;

/** The children of an open element in the order in which they are read. */
interface Arrangement {
  /** Offset of the element's name, which tells it from others. */
  readonly element: number;
  /** Undefined if the children are read in the message's order. */
  readonly children: readonly ArrangedChild[] | undefined;
  /** Number of children that were read. */
  read: number;
  /** Offset of the end tag. */
  readonly end: number;
}

interface ArrangedChild {
  /** Index in the table, or `OTHER`. */
  readonly index: number;
  /** Offset of its name. */
  readonly start: number;
  readonly path: string;
}

/** Reads the children of each element in the schema's order, where that leaves no doubt. */
export class ArrangingReader extends TolerantReader {
  /** By depth. */
  readonly #arrangements: (Arrangement | undefined)[] = [];
  /** Bytes that were scanned for children. */
  #scanned = 0;

  override next(expected: ChildTable): number {
    if (expected.order === undefined) return super.next(expected);
    const { elements, lexer } = this;
    if (elements.attributes.instance !== 0 && this.isNilRecord(expected)) return this.ended();
    if (elements.empty) return super.next(expected);
    let arrangement = this.#arrangements[elements.depth];
    if (arrangement?.element !== elements.nameStart) {
      arrangement = this.#arrange(expected);
      this.#arrangements[elements.depth] = arrangement;
    }
    if (arrangement.children === undefined) return super.next(expected);
    const child = arrangement.children[arrangement.read++];
    if (child === undefined) {
      lexer.pos = arrangement.end;
      elements.endTag();
      return this.ended();
    }
    lexer.pos = child.start;
    elements.startTag();
    this.current = child.index;
    return child.index;
  }

  /** Finds the children of the open element, and their order. */
  #arrange(expected: ChildTable): Arrangement {
    const { elements, lexer } = this;
    const element = elements.nameStart;
    const { opened } = elements;
    const start = lexer.pos;
    if (this.#scanned > MOST_SCANS * lexer.size) return { element, children: undefined, read: 0, end: start };
    const found: ArrangedChild[] = [];
    const unknown: string[] = [];
    while (atChild(lexer)) {
      const child = lexer.pos;
      elements.startTag();
      const index = this.indexAmong(expected, 0);
      const isKnown = index !== -1 || expected.others?.admits(elements.namespace) === true;
      if (isKnown) found.push({ index: index === -1 ? OTHER : index, start: child, path: this.#path() });
      else unknown.push(this.#path());
      skipElement(elements);
    }
    const end = lexer.pos;
    lexer.pos = start;
    this.#scanned += end - start;
    // They are opened again when they are read.
    elements.opened = opened;
    const { children, displaced } = arrange(found, expected.order ?? {});
    if (displaced.length === 0) return { element, children: undefined, read: 0, end };
    for (const { path } of displaced) this.#report('order', path, 'it is out of order');
    for (const path of unknown) this.#report('unknown-element', path, 'there is no such element here');
    return { element, children, read: 0, end };
  }

  /** Of the open element, if anybody asks for deviations. */
  #path(): string {
    return this.deviations === undefined ? '' : this.elements.path();
  }

  #report(kind: DeviationKind, path: string, reason: string): void {
    this.deviations?.push({ kind, path, message: `${path}: ${reason}` });
  }
}

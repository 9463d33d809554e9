import { arrange } from './arrange.ts';
import { type ReaderOptions, type Tolerance, XmlBytesReader } from './bytes-reader.ts';
import type { ChildTable, TypeName, TypeTable } from './codec-tables.ts';
import { atChild, skipElement } from './content.ts';
import type { DeviationKind } from './deviation.ts';
import { XmlError, type XmlErrorCode } from './error.ts';
import { OTHER } from './reader.ts';

interface TolerantOptions extends ReaderOptions {
  /** Read the children of each element in the schema's order. */
  readonly arranging?: boolean;
}

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

/**
 * Reads messages that deviate from their schema: it passes over what leaves no doubt of the meaning.
 *
 * Codecs read ordered content in one pass. If that fails, the message is read again with the children of each element
 * arranged in the schema's order. So a message without deviations is read as without tolerance, at the same speed.
 */
class TolerantReader extends XmlBytesReader {
  readonly #arranging: boolean;
  /** By depth. */
  readonly #arrangements: (Arrangement | undefined)[] = [];

  constructor(message: Uint8Array, options: TolerantOptions) {
    super(message, options);
    this.#arranging = options.arranging === true;
  }

  override next(expected: ChildTable): number {
    if (!this.#arranging || expected.order === undefined) return super.next(expected);
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
    const found: ArrangedChild[] = [];
    const unknown: string[] = [];
    while (atChild(lexer)) {
      const child = lexer.pos;
      elements.startTag();
      const index = this.indexAmong(expected.tags, 0);
      const isKnown = index !== -1 || expected.others?.admits(elements.namespace) === true;
      if (isKnown) found.push({ index: index === -1 ? OTHER : index, start: child, path: elements.path() });
      else unknown.push(elements.path());
      skipElement(elements);
    }
    const end = lexer.pos;
    lexer.pos = start;
    // They are opened again when they are read.
    elements.opened = opened;
    const { children, displaced } = arrange(found, expected.order ?? {});
    if (displaced.length === 0) return { element, children: undefined, read: 0, end };
    for (const { path } of displaced) this.#report('order', path, 'it is out of order');
    for (const path of unknown) this.#report('unknown-element', path, 'there is no such element here');
    return { element, children, read: 0, end };
  }

  override type(table: TypeTable): number {
    const { attributes } = this.elements;
    if (attributes.hasType && !table.abstract) {
      const named = attributes.type();
      if (!table.names.some((name) => isNamed(name, named))) {
        this.#dropType(`its xsi:type names neither ${table.names[0]?.local} nor a type derived from it`);
        return 0;
      }
    }
    return super.type(table);
  }

  protected override isNilRecord(expected: ChildTable): boolean {
    const { attributes } = this.elements;
    if (attributes.hasType && expected.type !== undefined && !isNamed(expected.type, attributes.type())) {
      this.#dropType(`its xsi:type does not name ${expected.type.local}`);
    }
    return super.isNilRecord(expected);
  }

  #dropType(reason: string): void {
    this.deviate('unknown-type', 'type', reason);
    this.elements.attributes.dropType();
  }

  override item(count: number, most?: number): void {
    super.item(count);
    if (most !== undefined && count >= most) {
      this.deviate(
        'repeated-element',
        'repeated-element',
        `it may be there ${most === 1 ? 'once' : `${most} times`} only`,
      );
    }
  }

  tolerate(kind: DeviationKind, { path, message }: XmlError): boolean {
    this.deviations?.push({ kind, path, message });
    return true;
  }

  #report(kind: DeviationKind, path: string, reason: string): void {
    this.deviations?.push({ kind, path, message: `${path}: ${reason}` });
  }
}

function isNamed({ namespace, local }: TypeName, found: TypeName | undefined): boolean {
  return local === found?.local && namespace === found.namespace;
}

/** Errors of content that may be in another order. */
const ofOrder: ReadonlySet<XmlErrorCode> = new Set(['unexpected-element', 'missing-element', 'repeated-element']);

/**
 * Reads more deviating messages than rule R1 does: choices, repeated groups and extended types in another order, unknown
 * types, lists with too few or too many items, and, in code that was generated for it, unknown values of enumerations.
 */
export const tolerant: Tolerance = {
  open: (message, options) => new TolerantReader(message, options),
  read(options, read) {
    const { deviations } = options;
    const before = deviations?.length ?? 0;
    try {
      return read(options);
    } catch (error) {
      if (!isOfOrder(error)) throw error;
      // They are found again.
      deviations?.splice(before);
      return read({ ...options, arranging: true });
    }
  },
  isOfOrder,
};

function isOfOrder(error: unknown): boolean {
  return error instanceof XmlError && ofOrder.has(error.code);
}

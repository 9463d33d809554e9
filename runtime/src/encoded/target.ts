import type { Declaration } from '../xml/declaration.ts';
import type { StartTag } from './start-tags.ts';

/** A value that several references share. */
export interface SharedValue {
  /** The decoder that read it. */
  readonly decoder: object;
  readonly value: unknown;
  /** Number of elements in it, with those of the values that it refers to. */
  readonly size: number;
  /** The value by another decoder. */
  readonly other: SharedValue | undefined;
}

/** An element with an `id` (SOAP 1.1, 5.1), with its values by the decoders that read it. */
export class Target {
  readonly id: string;
  /** Offset of its name, which tells it from others of the same id. */
  readonly start: number;
  /** The innermost namespace declaration outside of it. */
  readonly outer: Declaration | undefined;
  /** Offset after its start tag; -1 where only a full parse found it. */
  readonly content: number;
  /** The remembered start tag that it has, if that is known. */
  readonly tag: StartTag | undefined;
  /** Its own `href`: it is a reference to a reference. */
  href: string | undefined = undefined;
  /** Whether another element has the same id. */
  isDouble = false;
  /** Whether it is being read. */
  isOpen = false;
  /** Offset after its end tag, once a reference led to it; -1 before. */
  end = -1;
  #values: SharedValue | undefined = undefined;

  constructor(id: string, start: number, outer: Declaration | undefined, content = -1, tag?: StartTag) {
    this.id = id;
    this.start = start;
    this.outer = outer;
    this.content = content;
    this.tag = tag;
  }

  get isRead(): boolean {
    return this.isOpen || this.#values !== undefined;
  }

  sharedBy(decoder: object): SharedValue | undefined {
    let shared = this.#values;
    while (shared !== undefined && shared.decoder !== decoder) shared = shared.other;
    return shared;
  }

  share(decoder: object, value: unknown, size: number): void {
    this.#values = { decoder, value, size, other: this.#values };
  }
}

/** What a reader must know of a message whose streamed fields were taken out while it arrived. */
export interface StreamedFields {
  /**
   * The message has not arrived any further: it ends behind a start tag. Reading it ends in a `StreamReached` or in
   * `prefixEnd`.
   */
  readonly isPrefix: boolean;
  /** The values that were taken out, each by the place in the message where it stood. */
  readonly values: ReadonlyMap<number, Blob>;
  /** Whether what was taken out holds bytes beyond ASCII, in comments and instructions; it does not when absent. */
  readonly hasHighBytes?: boolean | undefined;
}

/** Thrown where a message that is a prefix ends in a field that is streamed. */
export class StreamReached {
  /** What was read before it, as far as codecs have said so. */
  readonly before: object;
  readonly path: string;

  constructor(before: object, path: string) {
    this.before = before;
    this.path = path;
  }
}

/** Thrown where a message that is a prefix ends anywhere else. */
export const prefixEnd: unique symbol = Symbol('prefixEnd');

/** The part of a value that a codec is in the middle of reading. */
export interface Within {
  readonly property: string;
  readonly soFar: () => object;
  readonly outer: Within | undefined;
}

/** What was read before the place that the innermost codec is at, from the outermost value down. */
export function readBefore(innermost: Within | undefined): object {
  let value: object = {};
  for (let at = innermost; at !== undefined; at = at.outer) {
    const record: Record<string, unknown> = { ...at.soFar() };
    // Lists grow on when more is read.
    for (const [name, there] of Object.entries(record)) if (Array.isArray(there)) record[name] = [...there];
    // The field that is streamed has no value yet; a record that holds it has one, the last of a list that is one.
    if (at !== innermost) {
      const there = record[at.property];
      record[at.property] = Array.isArray(there) ? [...there, value] : value;
    }
    value = record;
  }
  return value;
}

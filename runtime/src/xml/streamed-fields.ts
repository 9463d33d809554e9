/** The values of streamed fields that were extracted from a message while it arrived. */
export interface StreamedFields {
  /**
   * Set if more of the message will arrive: it ends after a start tag. Reading it throws `prefixEnd`, or what this returns
   * if that tag opens a streamed field.
   */
  readonly reached: typeof streamReached | undefined;
  /** The extracted values by their offset in the message. */
  readonly values: ReadonlyMap<number, Blob>;
  /** Whether comments or instructions in the extracted content hold non-ASCII bytes; false by default. */
  readonly hasHighBytes?: boolean | undefined;
}

/** Thrown where the prefix of a message ends in a streamed field. */
export class StreamReached {
  readonly path: string;
  readonly #innermost: Within | undefined;

  constructor(innermost: Within | undefined, path: string) {
    this.#innermost = innermost;
    this.path = path;
  }

  /** The preceding values, as reported by `XmlReader.within`. */
  get before(): object {
    return readBefore(this.#innermost);
  }
}

/** @param innermost property that the codec is reading. */
export function streamReached(innermost: Within | undefined, path: string): StreamReached {
  return new StreamReached(innermost, path);
}

/** Thrown where the prefix of a message ends elsewhere. */
export const prefixEnd: unique symbol = Symbol('prefixEnd');

/** A property that a codec is reading. */
export interface Within {
  readonly property: string;
  readonly soFar: () => object;
  readonly outer: Within | undefined;
}

/** The values that precede the current property, from the outermost record down. */
export function readBefore(innermost: Within | undefined): object {
  let value: object = {};
  for (let at = innermost; at !== undefined; at = at.outer) {
    const record: Record<string, unknown> = { ...at.soFar() };
    // Copied, since lists grow as more is read.
    for (const [name, there] of Object.entries(record)) if (Array.isArray(there)) record[name] = [...there];
    // The streamed field has no value yet; a record that holds it does, as the last item if the property is a list.
    if (at !== innermost) {
      const there = record[at.property];
      record[at.property] = Array.isArray(there) ? [...there, value] : value;
    }
    value = record;
  }
  return value;
}

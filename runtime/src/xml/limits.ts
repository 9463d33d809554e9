/** What a message may cost. Reaching a limit is an error of its own that names it; the time until then is linear in the bytes read. */
export interface Limits {
  /**
   * Bytes of a message, after its Content-Encoding was decoded; without those of streamed fields that are taken out of it
   * while it arrives. The reader leaves this one and the next two to those who receive.
   */
  readonly maxBodyBytes: number;
  /** Bytes of a streamed field. */
  readonly maxStreamBytes: number;
  /** Bytes of the streamed fields of all messages that a server or client is dealing with. */
  readonly maxSpoolBytes: number;
  /** Elements that are open at once; `MOST_DEPTH` at most. */
  readonly maxDepth: number;
  /** Attributes of an element, namespace declarations included. */
  readonly maxAttributes: number;
  /** Bytes of the name of an element, an attribute or a processing instruction, prefix included. */
  readonly maxNameBytes: number;
  /** Bytes of an attribute value as it stands in the message. */
  readonly maxAttributeValueBytes: number;
  /** Elements of a message. */
  readonly maxElements: number;
  /** Items of one array. */
  readonly maxItems: number;
}

/**
 * How deep elements may be in one another at most. Codecs call themselves for records that hold themselves, and the stack
 * must last for them.
 */
export const MOST_DEPTH = 256;

export const defaultLimits: Limits = Object.freeze({
  maxBodyBytes: 64 * 1024 * 1024,
  maxStreamBytes: 2 * 1024 ** 3,
  maxSpoolBytes: 10 * 1024 ** 3,
  maxDepth: 64,
  maxAttributes: 1_000,
  maxNameBytes: 64 * 1024,
  maxAttributeValueBytes: 64 * 1024,
  maxElements: 100_000,
  maxItems: 10_000,
});

/**
 * The default limits with some of them set.
 *
 * @throws {RangeError} for a limit that is not a positive integer, and for a `maxDepth` above `MOST_DEPTH`.
 */
export function withDefaults(limits: { readonly [name in keyof Limits]?: number | undefined } = {}): Limits {
  const all = { ...defaultLimits };
  for (const name of Object.keys(defaultLimits) as (keyof Limits)[]) {
    const value = limits[name];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`limits.${name} must be a positive integer, and is ${value}.`);
    }
    if (name === 'maxDepth' && value > MOST_DEPTH) {
      throw new RangeError(`limits.maxDepth must be ${MOST_DEPTH} at most, and is ${value}.`);
    }
    all[name] = value;
  }
  return all;
}

/** What every error about a limit says: its name, its value and how to raise it. */
export function limitMessage(name: keyof Limits, value: number): string {
  return `limit ${name} (${value}) reached; raise it with limits.${name}`;
}

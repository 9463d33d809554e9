/** Limits of a message. The error at a limit names it; the time until then is linear in the bytes that were read. */
export interface Limits {
  /**
   * Bytes of a message after decoding its Content-Encoding, without the streamed fields that are extracted while it
   * arrives. This limit and the next two are checked by the receiver, not by the reader.
   */
  readonly maxBodyBytes: number;
  /** Bytes of a streamed field. */
  readonly maxStreamBytes: number;
  /** Bytes of the streamed fields of all messages that a server or client is handling. */
  readonly maxSpoolBytes: number;
  /** Depth of nested elements; `MOST_DEPTH` at most. */
  readonly maxDepth: number;
  /** Attributes of an element, namespace declarations included. */
  readonly maxAttributes: number;
  /** Bytes of the name of an element, an attribute or a processing instruction, prefix included. */
  readonly maxNameBytes: number;
  /** Bytes of an attribute value, with references unresolved. */
  readonly maxAttributeValueBytes: number;
  /** Elements of a message. */
  readonly maxElements: number;
  /** Items of one array. */
  readonly maxItems: number;
}

/** What messages call limits that have another name in the configuration of a program, such as `limits.body`. */
export type LimitNames = { readonly [name in keyof Limits]?: string };

export interface NamedLimits extends Limits {
  readonly names?: LimitNames | undefined;
  /** Of responses alone: how many times its size a body may have after decoding its Content-Encoding, beyond 1 MiB. */
  readonly maxExpansion?: number | undefined;
}

/**
 * Upper bound of `maxDepth`. Codecs of recursive records are recursive, and must not overflow the stack.
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
 * The default limits with some of them replaced.
 *
 * @throws {RangeError} for a limit that is not a positive integer, and for a `maxDepth` above `MOST_DEPTH`.
 */
export function withDefaults(
  limits: { readonly [name in keyof Limits]?: number | undefined } = {},
  names?: LimitNames,
): NamedLimits {
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
  return names === undefined ? all : { ...all, names };
}

/** The message of every error about a limit: its name, its value and how to raise it. */
export function limitMessage<Name extends keyof Limits>(name: Name, limits: Pick<NamedLimits, Name | 'names'>): string {
  const named = limits.names?.[name];
  return `limit ${named ?? name} (${limits[name]}) reached; raise it with ${named ?? `limits.${name}`}`;
}

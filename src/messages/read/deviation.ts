/** How a message can differ from its contract. Most of these are kinds that clients report too, with the same names. */
export type DeviationKind =
  | 'unknown-element'
  | 'order'
  | 'missing-element'
  | 'repeated-element'
  | 'unexpected-element'
  | 'unexpected-text'
  | 'nil'
  | 'unknown-type'
  | 'unknown-enumeration-value'
  | 'value'
  | 'unknown-attribute'
  | 'missing-attribute'
  | 'reference'
  | 'body'
  | 'action'
  | 'undeclared-fault'
  | 'undeclared-header'
  | 'missing-header'
  | 'version';

/** How a client reads (option `reading`). Each takes what those before it do. */
export const readings = ['strict', 'standard', 'tolerant'] as const;

export type ReadingMode = (typeof readings)[number];

/** Which readers have a value in spite of a deviation: `all`, strict ones too; `standard` and tolerant ones; `tolerant` ones alone; or `none`. */
export type ReadableBy = 'all' | 'standard' | 'tolerant' | 'none';

export function isReadable({ readableBy: by }: Pick<Deviation, 'readableBy'>, reading: ReadingMode): boolean {
  if (by === 'all' || by === 'none') return by === 'all';
  return readings.indexOf(by) <= readings.indexOf(reading);
}

/** Readers of most deviations of a kind; `ElementReader` knows the others by the member that deviates. */
export const readableBy: Readonly<Record<DeviationKind, ReadableBy>> = {
  'unknown-element': 'standard',
  order: 'tolerant',
  'missing-element': 'none',
  'repeated-element': 'none',
  'unexpected-element': 'none',
  'unexpected-text': 'none',
  nil: 'none',
  'unknown-type': 'tolerant',
  'unknown-enumeration-value': 'none',
  value: 'none',
  'unknown-attribute': 'all',
  'missing-attribute': 'none',
  reference: 'none',
  body: 'none',
  action: 'all',
  'undeclared-fault': 'all',
  'undeclared-header': 'all',
  'missing-header': 'all',
  version: 'all',
};

/** A difference of a message from its contract. */
export interface Deviation {
  readonly kind: DeviationKind;
  /** Names of the elements from the body's root to the place, separated by `/`; an attribute as `@name`. */
  readonly path: string;
  /** The path with the index of each item of a list: `GetFileResponse/Files[3]/Size`. */
  readonly place: string;
  readonly readableBy: ReadableBy;
  /** As a clause without values: `it must be an integer`. */
  readonly reason: string;
  /** In bytes, in the document as UTF-8; undefined for what is not in the document. */
  readonly offset?: number | undefined;
  /** The text that does not fit; masked if it is sensitive. */
  readonly value?: string | undefined;
}

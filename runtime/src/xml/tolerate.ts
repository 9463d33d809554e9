import type { DeviationKind } from './deviation.ts';
import type { XmlError } from './error.ts';
import type { XmlReader } from './reader.ts';

/** Passes over an error if the reader is tolerant. @throws the error otherwise. */
export function tolerate(reader: XmlReader, kind: DeviationKind, error: XmlError): void {
  if (reader.tolerate?.(kind, error) !== true) throw error;
}

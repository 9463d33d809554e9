import type { XmlBytesReader } from '../../../runtime/src/xml/bytes-reader.ts';
import type { Limits } from '../../../runtime/src/xml/limits.ts';
import { attempt, type Outcome, verdict } from '../oracle/attempt.ts';
import { Finding } from '../oracle/finding.ts';
import { fast, general } from '../oracle/readers.ts';

export interface Reading {
  readonly strict: boolean;
  readonly limits?: Limits | undefined;
}

/**
 * Reads a document by the fast path and by the general one.
 *
 * @param same what differs between two values.
 * @throws {Finding} `paths` where the two differ, in the value or in the error.
 */
export function bothWays<T>(
  input: Uint8Array,
  { strict, limits }: Reading,
  read: (reader: XmlBytesReader) => T,
  same: (one: T, other: T) => string | undefined,
): Outcome<T> {
  const [one, other] = [fast, general].map((make) =>
    attempt(() => {
      const reader = make(input, { strict, limits });
      reader.openRoot();
      const value = read(reader);
      reader.finish();
      return value;
    }),
  ) as [Outcome<T>, Outcome<T>];
  if (verdict(one) !== verdict(other)) {
    throw new Finding('paths', `By the fast path ${verdict(one)}; by the general one ${verdict(other)}`);
  }
  const difference = one.error === undefined && other.error === undefined ? same(one.value, other.value) : undefined;
  if (difference !== undefined) throw new Finding('paths', `The fast path reads it differently: ${difference}`);
  return one;
}

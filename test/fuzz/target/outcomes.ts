import { XmlBytesReader } from '../../../runtime/src/xml/bytes-reader.ts';
import type { Limits } from '../../../runtime/src/xml/limits.ts';
import { attempt, verdict } from '../oracle/attempt.ts';
import { readRecord } from './sample-codec.ts';
import { smallLimits } from './small-limits.ts';
import { readDocument } from './well-formed.ts';

/** The results of reading a document in several ways: each the value as JSON, or the error with its offset. */
export function outcomesOf(input: Uint8Array): readonly string[] {
  const record = (strict: boolean, limits?: Limits) =>
    attempt(() => {
      const reader = new XmlBytesReader(input, { strict, limits });
      reader.openRoot();
      const value = readRecord(reader);
      reader.finish();
      return value;
    });
  const all = [
    readDocument(input, (reader) => reader.tree()),
    readDocument(input, (reader) => reader.any()),
    readDocument(input, (reader) => reader.rawContent()),
    record(false),
    record(true),
    record(false, smallLimits),
  ];
  return all.map((outcome) => {
    if (outcome.error === undefined) return JSON.stringify(outcome.value);
    return `${verdict(outcome)} ${'offset' in outcome.error ? outcome.error.offset : ''}`;
  });
}

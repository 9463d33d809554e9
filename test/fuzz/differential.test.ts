import { describe, expect, it } from 'vitest';
import { dictionaryOf, filesOf } from './corpus-files.ts';
import { mutate, transcode } from './mutate/index.ts';
import { codeOf } from './oracle/attempt.ts';
import { isExplained } from './oracle/differences.ts';
import { libxml2Tree } from './oracle/libxml2.ts';
import { differenceOf } from './oracle/tree.ts';
import { Random } from './random.ts';
import { randomDocument } from './random-document.ts';
import { reader } from './target/reader.ts';
import { readDocument } from './target/well-formed.ts';

/** How much is tried: little each time that the tests run, as much as is asked for by hand. */
const times = Number(process.env.SOAPWRIGHT_FUZZ_RUNS ?? 1);
const seed = Number(process.env.SOAPWRIGHT_FUZZ_SEED ?? 20_240_229);
const seeds = filesOf('corpus', 'reader');
const run = (bytes: Uint8Array): void => reader.run(bytes);
const material = { dictionary: dictionaryOf('reader'), other: () => new Uint8Array(0) };

/** Random documents, some of them modified (`changed`), each with its description for failures. */
function* documents(count: number, changed: boolean): Generator<readonly [Uint8Array, string]> {
  for (let at = 0; at < count * times; at++) {
    const random = new Random(seed + at);
    const document = random.once(4) ? random.pick(seeds).bytes : new TextEncoder().encode(randomDocument(random));
    const other = (): Uint8Array => random.pick(seeds).bytes;
    const bytes = changed ? mutate(document, random, { ...material, other }, 4_096) : document;
    yield [bytes, `SOAPWRIGHT_FUZZ_SEED=${seed + at}: ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}`];
  }
}

describe('random documents', () => {
  it('are read equally by every mode of the reader, and by saxes', () => {
    let wellFormed = 0;
    for (const [bytes, says] of documents(300, false)) {
      expect(() => run(bytes), says).not.toThrow();
      if (readDocument(bytes, (reader) => reader.tree()).error === undefined) wellFormed++;
    }
    expect(wellFormed).toBeGreaterThan(150 * times);
    for (const [bytes, says] of documents(300, true)) expect(() => run(bytes), says).not.toThrow();
  });

  it('are accepted by libxml2 if accepted here, with the same content', () => {
    let both = 0;
    for (const changed of [false, true]) {
      for (const [bytes, says] of documents(300, changed)) {
        const ours = readDocument(bytes, (reader) => reader.tree());
        const theirs = libxml2Tree(bytes);
        if (theirs === undefined) continue;
        if (ours.error === undefined) {
          if (theirs.refused !== undefined) expect.fail(`Only we accept it: ${theirs.refused}. ${says}`);
          expect(differenceOf(ours.value, theirs.root), says).toBeUndefined();
          both++;
        } else if (theirs.refused === undefined && !['doctype', 'limit'].includes(codeOf(ours) ?? '')) {
          expect(isExplained(bytes, ours.error), `Only we refuse it: ${ours.error.message} ${says}`).toBe(true);
        }
      }
    }
    expect(both).toBeGreaterThan(150 * times);
  });

  it('T5: are the same in every encoding', () => {
    for (const [bytes, says] of documents(200, true)) {
      const plain = bytes[0] === 0xef ? bytes.subarray(3) : bytes;
      const first = readDocument(plain, (reader) => reader.tree());
      for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
        const other = transcode(plain, encoding);
        if (other === plain || /^<\?xml[^>]*encoding/.test(Buffer.from(plain.subarray(0, 200)).toString('latin1')))
          continue;
        const second = readDocument(other, (reader) => reader.tree());
        expect(codeOf(second), `${encoding} ${says}`).toBe(codeOf(first));
        if (first.error === undefined && second.error === undefined) {
          expect(differenceOf(second.value, first.value), `${encoding} ${says}`).toBeUndefined();
        }
      }
    }
  });
});

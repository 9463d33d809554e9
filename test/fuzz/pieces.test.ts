import { describe, expect, it } from 'vitest';
import { memorySpool } from '../../runtime/src/spool/memory-spool.ts';
import { SpoolBudget } from '../../runtime/src/spool/spool.ts';
import { MessageAssembler } from '../../runtime/src/streaming/message-assembler.ts';
import { defaultLimits } from '../../runtime/src/xml/limits.ts';
import { dictionaryOf, filesOf } from './corpus-files.ts';
import { mutate, transcode } from './mutate/index.ts';
import { Random } from './random.ts';
import { checkPieces } from './target/intake.ts';
import { STREAMED } from './target/streamed-codec.ts';

const times = Number(process.env.SOAPWRIGHT_FUZZ_RUNS ?? 1);
const seed = Number(process.env.SOAPWRIGHT_FUZZ_SEED ?? 20_240_229);
const seeds = filesOf('corpus', 'intake');
const material = { dictionary: dictionaryOf('intake') };

describe('a message that arrives in pieces', () => {
  it('is accepted like the complete one, and reads the same, for any division', () => {
    let read = 0;
    for (let at = 0; at < 300 * times; at++) {
      const random = new Random(seed + at);
      const other = (): Uint8Array => random.pick(seeds).bytes;
      const changed = random.once(3) ? other() : mutate(other(), random, { ...material, other }, 2_048);
      const bytes = random.once(5) ? transcode(changed, random.pick(['utf-8', 'utf-16le', 'utf-16be'])) : changed;
      const says = `SOAPWRIGHT_FUZZ_SEED=${seed + at}: ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}`;
      expect(() => {
        if (checkPieces(bytes, random).error === undefined) read++;
      }, says).not.toThrow();
    }
    expect(read).toBeGreaterThan(80 * times);
  });

  it('contains padding before further bytes, with space for one more group', async () => {
    // The first room of the spool in memory has 3,072 bytes.
    const value = Buffer.alloc(3_069, 7);
    const text = `${value.toString('base64')}Zg==${' '.repeat(64)}`;
    const assembler = new MessageAssembler({
      limits: defaultLimits,
      budget: new SpoolBudget({ maxSpoolBytes: Number.POSITIVE_INFINITY }),
      spool: memorySpool(),
      names: STREAMED,
      length: undefined,
      identify: () => ({ path: 'r/d' }),
    });
    await assembler.add(Buffer.from(`<r xmlns="urn:f"><d>${text}</d></r>`));
    const blob = [...assembler.end().streamed.values.values()][0];
    expect(Buffer.from(await (blob ?? new Blob([])).arrayBuffer())).toEqual(Buffer.concat([value, Buffer.from('f')]));
  });
});

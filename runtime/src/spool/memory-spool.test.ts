import { describe, expect, it } from 'vitest';
import { memorySpool } from './memory-spool.ts';

/** Takes in `bytes` bytes, `step` at a time. */
async function taken(bytes: number, step: number, most?: number): Promise<Uint8Array> {
  const intake = memorySpool().begin().open(most);
  for (let at = 0; at < bytes; ) {
    const count = Math.min(step, bytes - at, intake.buffer.length);
    for (let index = 0; index < count; index++) intake.buffer[index] = (at + index) * 7;
    intake.advance(count);
    at += count;
  }
  return new Uint8Array(await (await intake.finish()).arrayBuffer());
}

describe('a spool in memory', () => {
  it('returns the stored bytes, for any sizes of pieces', async () => {
    for (const [bytes, step, most] of [
      [0, 1, undefined],
      [1, 1, 0],
      [3_000, 3, 3_000],
      [100_000, 3, undefined],
      [100_001, 1_000, 50],
      [4_000_001, 65_535, undefined],
    ] as const) {
      const expected = Uint8Array.from({ length: bytes }, (_, at) => at * 7);
      expect(Buffer.compare(await taken(bytes, step, most), expected)).toBe(0);
    }
  });

  it('has capacity for entire groups of three bytes after such groups', () => {
    const intake = memorySpool().begin().open();
    for (let count = 0; count < 300_000; count++) {
      if (intake.buffer.length === 0 || intake.buffer.length % 3 !== 0)
        throw new Error(`room of ${intake.buffer.length}`);
      intake.advance(3);
    }
  });
});

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BytesBlob } from './send-chunk.ts';

describe('BytesBlob', () => {
  it('behaves like a Blob of these bytes', async () => {
    const bytes = randomBytes(100).subarray(20, 80);
    const [own, usual] = [new BytesBlob(bytes), new Blob([bytes])];
    expect(own).toBeInstanceOf(Blob);
    for (const [start, end] of [[], [0], [10], [10, 20], [0, 60], [50, 500], [-5], [-20, -10], [30, 20], [70, 80]]) {
      const [one, other] = [own.slice(start, end), usual.slice(start, end)];
      expect(one.size).toBe(other.size);
      expect(await one.arrayBuffer()).toEqual(await other.arrayBuffer());
      expect(await one.text()).toBe(await other.text());
      expect(await new Response(one.stream()).arrayBuffer()).toEqual(await other.arrayBuffer());
    }
  });

  it('reports that its last byte was read, after the reader requested more', async () => {
    let taken = 0;
    const blob = new BytesBlob(randomBytes(10), () => {
      taken += 1;
    });
    const pieces = blob.pieces();
    expect(((await pieces.next()).value as Uint8Array).length).toBe(10);
    expect(taken).toBe(0);
    expect((await pieces.next()).done).toBe(true);
    expect(taken).toBe(1);
    await blob.slice(0, 9).arrayBuffer();
    expect(taken).toBe(1);
    await blob.slice(5).arrayBuffer();
    expect(taken).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import { ChunkSize } from './chunk-size.ts';

const mebibyte = 1024 ** 2;

describe('the size of chunks', () => {
  it('doubles on a fast line up to 8 MiB, and halves when a chunk takes more than ten seconds', () => {
    const size = new ChunkSize(undefined);
    const sizes = [100, 1_999, 100, 100, 5_000, 10_001, 30_000].map((milliseconds) => {
      size.acknowledged(size.bytes, milliseconds);
      return size.bytes / mebibyte;
    });
    expect(sizes).toEqual([2, 4, 8, 8, 8, 4, 2]);
  });

  it('stays where a smaller chunk was fast, such as the last', () => {
    const size = new ChunkSize(undefined);
    size.acknowledged(1000, 1);
    expect(size.bytes).toBe(mebibyte);
  });

  it('halves after slow failures down to 64 KiB, and not after quick ones', () => {
    const size = new ChunkSize(undefined);
    size.failed(60_000);
    expect(size.bytes).toBe(mebibyte / 2);
    size.failed(50);
    expect(size.bytes).toBe(mebibyte / 2);
    for (let failures = 0; failures < 10; failures += 1) size.failed(60_000);
    expect(size.bytes).toBe(64 * 1024);
  });

  it('never exceeds the limit of the service', () => {
    const size = new ChunkSize(undefined);
    size.limit(70_000);
    size.acknowledged(70_000, 1);
    expect(size.bytes).toBe(70_000);
  });

  it('that was given does not change, unless the service accepts less', () => {
    const size = new ChunkSize(5_000);
    size.acknowledged(5_000, 1);
    size.failed(60_000);
    size.resume(9_000);
    expect(size.bytes).toBe(5_000);
    size.limit(1_000);
    expect(size.bytes).toBe(1_000);
  });

  it('continues with that of an earlier run, up to the limit of a body', () => {
    const size = new ChunkSize(undefined);
    size.resume(16 * mebibyte);
    size.acknowledged(16 * mebibyte, 1);
    expect(size.bytes).toBe(16 * mebibyte);
    size.resume(100 * mebibyte);
    expect(size.bytes).toBe(47 * mebibyte);
  });
});

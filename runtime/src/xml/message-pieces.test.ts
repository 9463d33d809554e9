import { describe, expect, it } from 'vitest';
import { quietFor } from '../../../test/support/quiet-for.ts';
import { blobOf } from '../blob/blob-of.ts';
import { readableOf } from '../bytes/byte-pieces.ts';
import { binaryMessage } from './binary-message.ts';
import { type EncodedMessage, type Segment, TextPart } from './encoded-message.ts';
import { MessageStream } from './message-stream.ts';

const PIECE = 256 * 1024;

const bytesOf = (size: number, seed = 7): Uint8Array<ArrayBuffer> =>
  new Uint8Array(size).map((_, index) => (index * seed) ^ (index >> 9));

/** The expected message, built without optimisation. */
async function expected(segments: readonly Segment[], end: string): Promise<Buffer> {
  const parts = [...segments, end].map(async (segment) => {
    if (typeof segment === 'string') return Buffer.from(segment);
    if (segment instanceof TextPart) return Buffer.from(segment.bytes);
    const bytes = segment instanceof Uint8Array ? segment : new Uint8Array(await segment.arrayBuffer());
    return Buffer.from(Buffer.from(bytes).toString('base64'));
  });
  return Buffer.concat(await Promise.all(parts));
}

/** Copies each piece, then overwrites its memory: no reader may rely on it. */
async function collected(message: EncodedMessage): Promise<{ bytes: Buffer; sizes: number[] }> {
  const pieces: Buffer[] = [];
  for await (const piece of message.pieces()) {
    pieces.push(Buffer.from(piece));
    piece.fill(0x21);
  }
  return { bytes: Buffer.concat(pieces), sizes: pieces.map((piece) => piece.length) };
}

/** Pieces of all lengths, one after the other in the same memory. */
async function* unevenly(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const memory = new Uint8Array(70_000);
  for (let at = 0, length = 0; at < bytes.length; at += length) {
    length = Math.min(((at * 31) % 69_999) + 1, bytes.length - at);
    memory.set(bytes.subarray(at, at + length));
    yield memory.subarray(0, length);
    memory.fill(0x22);
  }
}

/** A Blob of a make that we know nothing of. */
class ForeignBlob extends Blob {
  override slice(): Blob {
    throw new Error('It is to be read as a stream.');
  }
}

const SIZES = [0, 1, 2, 3, 4, 65_535, 65_536, 65_537, 147_456, 147_457, 196_605, 196_607, 196_608, 196_609, 786_433];

describe('messagePieces', () => {
  it('are the message, for values of any size and kind', async () => {
    for (const size of SIZES) {
      const value = bytesOf(size);
      const sources: (() => Segment)[] = [
        () => value,
        () => new Blob([value]),
        () => new ForeignBlob([value]),
        () => blobOf(unevenly(value), { size }),
      ];
      for (const source of sources) {
        const message = binaryMessage(['<a>é', source(), '</a><b>', value], '</b>');
        const wanted = await expected(['<a>é', value, '</a><b>', value], '</b>');
        expect(message.byteLength).toBe(wanted.length);
        const { bytes, sizes } = await collected(message);
        expect([size, String(source), bytes.equals(wanted)]).toEqual([size, String(source), true]);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(PIECE);
      }
    }
  });

  it('are the message with long text, and split no character', async () => {
    const text = 'aé€😀'.repeat(60_000);
    for (let start = 0; start < 8; start++) {
      const segments = [`${'x'.repeat(start)}${text}`, new Blob([bytesOf(300_001)]), text];
      const message = binaryMessage(segments, '</z>');
      const wanted = await expected(segments, '</z>');
      expect((await collected(message)).bytes.equals(wanted)).toBe(true);
      expect(Buffer.from(await message.bytes()).equals(wanted)).toBe(true);
    }
  });

  it('are few: a small message is one piece, and only the last piece of a large one may be short', async () => {
    const small = binaryMessage(['<a>', new Blob([bytesOf(100)])], '</a>');
    expect((await collected(small)).sizes).toEqual([small.byteLength]);
    const large = binaryMessage(['<a>', new Blob([bytesOf(3_000_000)])], '</a>');
    const { sizes } = await collected(large);
    expect(sizes.slice(0, -1).every((size) => size > PIECE - 8)).toBe(true);
  });

  it('do not share memory between messages', async () => {
    const iterators = [1, 3].map((seed) => binaryMessage(['', new Blob([bytesOf(400_000, seed)])], '').pieces());
    const [one, other] = await Promise.all(iterators.map((iterator) => iterator.next()));
    expect(one?.value?.buffer).not.toBe(other?.value?.buffer);
  });
});

describe('EncodedMessage', () => {
  it('is large when its blobs exceed 64 KiB together', () => {
    const of = (...sizes: number[]): boolean =>
      binaryMessage(
        sizes.map((size) => new Blob([bytesOf(size)])),
        '',
      ).isLarge;
    expect([of(65_536), of(65_537), of(32_768, 32_768), of(32_768, 32_769)]).toEqual([false, true, false, true]);
    expect(binaryMessage([bytesOf(1_000_000)], '').isLarge).toBe(false);
  });

  it('can be read again unless it contains a Blob that is read once', async () => {
    const lasting = binaryMessage([new Blob([bytesOf(9)])], '');
    expect(lasting.isRepeatable).toBe(true);
    expect(await lasting.bytes()).toEqual(await lasting.bytes());
    const once = binaryMessage([blobOf([bytesOf(9)], { size: 9 })], '');
    expect(once.isRepeatable).toBe(false);
    await once.bytes();
    await expect(once.bytes()).rejects.toMatchObject({ code: 'read-already' });
  });
});

describe('a Blob of the wrong size', () => {
  const wrong = (bytes: Uint8Array, size: number): EncodedMessage =>
    binaryMessage(['<a>', blobOf([bytes], { size })], '</a>');

  it('T7: is detected with the first piece if the message is short', async () => {
    await expect(MessageStream.open(wrong(bytesOf(100_000), 100_001))).rejects.toMatchObject({ code: 'wrong-size' });
    await expect(MessageStream.open(wrong(bytesOf(100_000), 99_999))).rejects.toMatchObject({ code: 'wrong-size' });
  });

  it('T7: is always detected before the last byte, and reported', async () => {
    for (const [actual, size] of [
      [1_000_000, 1_000_001],
      [1_000_000, 999_999],
      [1_000_000, 1_000_003],
    ] as const) {
      const parts = Array.from({ length: 10 }, (_, index) => bytesOf(actual).subarray(index * 1e5, (index + 1) * 1e5));
      const message = binaryMessage(['<a>', blobOf(parts, { size })], '</a>');
      const reported: unknown[] = [];
      const stream = await MessageStream.open(message, (error) => reported.push(error));
      let length = 0;
      const reading = (async () => {
        for await (const piece of stream) length += piece.length;
      })();
      await expect(reading).rejects.toMatchObject({ code: 'wrong-size' });
      expect(length).toBeLessThan(message.byteLength);
      expect(reported).toMatchObject([{ code: 'wrong-size' }]);
    }
  });

  it('is detected for other implementations of Blob', async () => {
    class Short extends Blob {
      override slice(): Blob {
        return new Blob([]);
      }
      override stream(): ReturnType<Blob['stream']> {
        return new Blob([bytesOf(10)]).stream();
      }
    }
    const message = binaryMessage([new Short([bytesOf(70_000)])], '');
    await expect(message.bytes()).rejects.toMatchObject({ code: 'wrong-size' });
  });
});

describe('MessageStream', () => {
  const large = (source: Blob): EncodedMessage => binaryMessage(['<a>', source], '</a>');

  it('closes its sources when it is cancelled, and reports its end', async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield bytesOf(100_000);
      } finally {
        isClosed = true;
      }
    }
    const stream = await MessageStream.open(large(blobOf(source(), { size: 10_000_000 })));
    let isOver = false;
    stream.whenOver(() => {
      isOver = true;
    });
    await stream.next();
    expect([isClosed, isOver]).toEqual([false, false]);
    await stream.return();
    expect([isClosed, isOver]).toEqual([true, true]);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('is a Web stream that reads on demand', async () => {
    let taken = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      for (let index = 0; index < 100; index++) {
        taken++;
        yield bytesOf(196_608);
      }
    }
    const stream = await MessageStream.open(large(blobOf(source(), { size: 100 * 196_608 })));
    const reader = readableOf(stream).getReader();
    for (let count = 0; count < 5; count++) await reader.read();
    await quietFor(20);
    expect(taken).toBeLessThan(8);
    await reader.cancel();
  });

  it('can restart if its message can be read again', async () => {
    const message = large(new Blob([bytesOf(500_000)]));
    const stream = await MessageStream.open(message);
    await stream.next();
    expect(Buffer.compare(await (await stream.again()).bytes(), await message.bytes())).toBe(0);
  });
});

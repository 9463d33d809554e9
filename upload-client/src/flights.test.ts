import { setImmediate as settled } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Flight } from './flight.ts';
import { Flights } from './flights.ts';
import type { Chunk, Outcome } from './send-chunk.ts';

const size = 256 * 1024;

const chunkAt = (index: number, { length = size, isLast = false } = {}): Chunk => ({
  offset: index * size,
  bytes: new Uint8Array(length),
  isLast,
});

const appended = { kind: 'appended', token: 'token', result: { ChunkAppended: true } } as const;
const expected: Outcome = { kind: 'expected', offset: 0, differs: false, message: 'Send offset 0.' };

/** A request whose progress the test decides. */
class FakeFlight implements Flight {
  readonly began = performance.now();
  readonly chunk: Chunk;
  take = (): void => {};
  respond = (_outcome: Outcome): void => {};
  fail = (_error: Error): void => {};
  isStopped = false;
  readonly taken = new Promise<void>((resolve) => {
    this.take = resolve;
  });
  readonly outcome = new Promise<Outcome>((resolve, reject) => {
    this.respond = resolve;
    this.fail = reject;
  });

  constructor(chunk: Chunk) {
    this.chunk = chunk;
    this.outcome.then(this.take, this.take);
  }

  stop(): void {
    this.isStopped = true;
    this.fail(new Error('stopped'));
  }
}

function fakeFlights() {
  const launched: FakeFlight[] = [];
  const flights = new Flights((chunk) => {
    const flight = new FakeFlight(chunk);
    launched.push(flight);
    return flight;
  });
  const at = (index: number): FakeFlight => {
    const flight = launched[index];
    if (flight === undefined) throw new Error(`There is no request ${index}.`);
    return flight;
  };
  /** Index of the chunk of each request, in their order. */
  const sent = (): number[] => launched.map(({ chunk }) => chunk.offset / size);
  return { flights, at, sent };
}

const none = Promise.resolve(undefined);

describe('Flights', () => {
  it('sends the next chunk when the transport has taken this one, before its outcome, and counts it once', async () => {
    const { flights, at, sent } = fakeFlights();
    const [first, second] = [chunkAt(0), chunkAt(1)];
    const sending = flights.send(first, Promise.resolve(second));
    await settled();
    expect(sent()).toEqual([0]);
    at(0).take();
    await settled();
    expect(sent()).toEqual([0, 1]);
    at(0).respond(appended);
    expect(await sending).toEqual({ began: at(0).began, outcome: appended });
    const next = flights.send(second, none);
    at(1).respond(appended);
    expect(await next).toEqual({ began: at(1).began, outcome: appended });
    expect(sent()).toEqual([0, 1]);
  });

  it('sends at most one chunk ahead, and the one after it when the first is acknowledged', async () => {
    const { flights, at, sent } = fakeFlights();
    const [first, second, third] = [chunkAt(0), chunkAt(1), chunkAt(2)];
    const sending = flights.send(first, Promise.resolve(second));
    await settled();
    at(0).take();
    await settled();
    at(1).take();
    await settled();
    expect(sent()).toEqual([0, 1]);
    at(0).respond(appended);
    await sending;
    void flights.send(second, Promise.resolve(third));
    await settled();
    expect(sent()).toEqual([0, 1, 2]);
  });

  it.each([
    ['the last chunk', chunkAt(1, { isLast: true })],
    ['a chunk below 256 KiB', chunkAt(1, { length: size - 1 })],
    ['no chunk', undefined],
  ])('sends %s ahead never', async (_name, next) => {
    const { flights, at, sent } = fakeFlights();
    const sending = flights.send(chunkAt(0), Promise.resolve(next));
    await settled();
    at(0).take();
    await settled();
    at(0).respond(appended);
    await sending;
    expect(sent()).toEqual([0]);
  });

  it('does not send a chunk ahead that is read only after the outcome, or not at all', async () => {
    const { flights, at, sent } = fakeFlights();
    let read = (_chunk: Chunk): void => {};
    const late = new Promise<Chunk>((resolve) => {
      read = resolve;
    });
    const unreadable = Promise.reject(new Error('unreadable'));
    unreadable.catch(() => undefined);
    for (const next of [late, unreadable]) {
      const sending = flights.send(chunkAt(0), next);
      await settled();
      at(sent().length - 1).respond(appended);
      await sending;
    }
    read(chunkAt(1));
    await settled();
    expect(sent()).toEqual([0, 0]);
  });

  it.each([
    ['rejected', (flight: FakeFlight) => flight.respond(expected)],
    ['cut', (flight: FakeFlight) => flight.fail(new Error('socket hang up'))],
  ])('sends a chunk again that was sent ahead and %s, and aborts the one after it', async (_name, spoil) => {
    const { flights, at, sent } = fakeFlights();
    const [first, second, third] = [chunkAt(0), chunkAt(1), chunkAt(2)];
    const sending = flights.send(first, Promise.resolve(second));
    await settled();
    at(0).take();
    await settled();
    at(0).respond(appended);
    await sending;
    const next = flights.send(second, Promise.resolve(third));
    at(1).take();
    await settled();
    spoil(at(1));
    await settled();
    expect([sent(), at(2).isStopped]).toEqual([[0, 1, 2, 1], true]);
    at(3).respond(appended);
    expect(await next).toEqual({ began: at(3).began, outcome: appended });
  });

  it.each([
    ['is not appended', (flight: FakeFlight) => flight.respond(expected)],
    ['cannot be sent', (flight: FakeFlight) => flight.fail(new Error('denied'))],
  ])('leaves no request when a chunk %s', async (_name, spoil) => {
    const { flights, at } = fakeFlights();
    const sending = flights.send(chunkAt(0), Promise.resolve(chunkAt(1))).catch(({ message }) => message);
    await settled();
    at(0).take();
    await settled();
    spoil(at(0));
    const result = await sending;
    expect([result, at(1).isStopped]).toEqual([
      result === 'denied' ? 'denied' : { began: at(0).began, outcome: expected },
      true,
    ]);
  });

  it('aborts a chunk sent ahead when the upload ends or goes on with another chunk', async () => {
    const { flights, at, sent } = fakeFlights();
    for (const goOn of [() => flights.end(), () => flights.send(chunkAt(5), none)]) {
      const begin = sent().length;
      const sending = flights.send(chunkAt(0), Promise.resolve(chunkAt(1)));
      await settled();
      at(begin).take();
      await settled();
      at(begin).respond(appended);
      await sending;
      void goOn();
      await settled();
      expect([sent().slice(begin, begin + 2), at(begin + 1).isStopped]).toEqual([[0, 1], true]);
    }
    expect(sent()).toEqual([0, 1, 0, 1, 5]);
  });

  it('sends none ahead any more after three in a row that were not appended', async () => {
    const { flights, at, sent } = fakeFlights();
    const chunks = [0, 1, 2, 3, 4, 5].map((index) => chunkAt(index));
    for (const [index, chunk] of chunks.entries()) {
      const before = sent().length;
      const sending = flights.send(chunk, Promise.resolve(chunks[index + 1]));
      await settled();
      // Sent ahead: rejected, and sent again.
      if (sent().length === before && index > 0) at(before - 1).respond(expected);
      await settled();
      const own = sent().lastIndexOf(index);
      at(own).take();
      await settled();
      at(own).respond(appended);
      await sending;
    }
    expect(sent().filter((index, at, all) => all.indexOf(index) !== at)).toEqual([1, 2, 3]);
  });
});

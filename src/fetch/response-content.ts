import { Readable } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { type Diagnostic, fetching as kinds, report } from '../diagnostics/index.ts';
import type { Budget, Watch } from './budget.ts';
import { shownAddress } from './shown-address.ts';

/**
 * The content of a response, decompressed. Compressed and decompressed bytes are counted while they arrive, so that
 * neither an endless response nor a bomb fills the memory; the watch then has `exceeded`.
 *
 * @throws errors of the connection.
 */
export async function readBody(
  body: Readable,
  encoding: string,
  address: URL,
  watch: Watch,
  budget: Budget,
): Promise<Buffer | Diagnostic> {
  const coding = encoding.trim().toLowerCase();
  const received = counted(body, watch, budget);
  if (coding === '' || coding === 'identity') return await collect(received, watch, budget);
  if (!['gzip', 'x-gzip', 'deflate'].includes(coding)) {
    body.on('error', () => {}).destroy();
    const reason = `its Content-Encoding is "${encoding}"`;
    return report(kinds.unknownCompression, { address: shownAddress(address), reason });
  }
  return await decompress(received, coding, address, watch, budget);
}

async function decompress(
  received: AsyncIterable<Buffer>,
  coding: string,
  address: URL,
  watch: Watch,
  budget: Budget,
): Promise<Buffer | Diagnostic> {
  let connectionError: unknown;
  const source = Readable.from(
    (async function* () {
      try {
        yield* received;
      } catch (error) {
        connectionError = error;
        throw error;
      }
    })(),
    { objectMode: false },
  );
  const decoder = coding === 'deflate' ? await inflaterOf(source) : createGunzip();
  source.on('error', (error) => decoder.destroy(error)).pipe(decoder);
  try {
    return await collect(decoder, watch, budget);
  } catch (error) {
    if (connectionError !== undefined || watch.signal.aborted) throw error;
    return report(kinds.unknownCompression, { address: shownAddress(address), reason: 'the data is damaged' });
  } finally {
    source.destroy();
    decoder.destroy();
  }
}

/** RFC 9110, 8.4.1.2: deflate means the zlib format, but some servers send the data without its header. */
async function inflaterOf(source: Readable): Promise<ReturnType<typeof createInflate>> {
  const first = await firstByte(source);
  return first !== undefined && (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

async function firstByte(source: Readable): Promise<number | undefined> {
  for (;;) {
    const chunk: Buffer | null = source.read();
    if (chunk !== null) {
      source.unshift(chunk);
      return chunk[0];
    }
    if (source.readableEnded || source.destroyed) return undefined;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        for (const event of events) source.off(event, done);
        resolve();
      };
      const events = ['readable', 'end', 'error', 'close'] as const;
      for (const event of events) source.on(event, done);
    });
  }
}

async function* counted(body: AsyncIterable<Buffer>, watch: Watch, budget: Budget): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    watch.alive();
    size += chunk.length;
    if (size > budget.limits['file-size']) throw stopped(watch, 'file-size');
    yield chunk;
  }
}

async function collect(chunks: AsyncIterable<Buffer>, watch: Watch, budget: Budget): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > budget.limits['file-size']) throw stopped(watch, 'file-size');
    if (!budget.spend(chunk.length)) throw stopped(watch, 'total-size');
    parts.push(chunk);
  }
  return Buffer.concat(parts, size);
}

function stopped(watch: Watch, name: 'file-size' | 'total-size'): Error {
  watch.end(name);
  return new Error(`The limit ${name} is exceeded.`);
}

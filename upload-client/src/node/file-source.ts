import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { openStream } from '../stream-source.ts';
import { UploadError } from '../upload-error.ts';
import { messageOf, type OpenSource, type Piece, ticksOfNanoseconds, type UploadSource } from '../upload-source.ts';

/**
 * A file on the disk, with its times in units of 100 ns. Pipes and devices are read once, as a stream. A file that changes
 * during the upload is an error, and nothing is published.
 */
export function fileSource(path: string): UploadSource {
  return {
    name: basename(resolve(path)),
    open: () => openPath(path),
  };
}

async function openPath(path: string): Promise<OpenSource> {
  try {
    const about = await stat(path);
    if (about.isDirectory()) throw new UploadError('source-failed', `${path} is a folder, not a file.`);
    if (!about.isFile()) return openStream(streamOnce(() => createReadStream(path)));
    const file = await open(path, 'r');
    return await openFile(path, file).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
  } catch (error) {
    throw failed(path, error);
  }
}

async function openFile(path: string, file: FileHandle): Promise<OpenSource> {
  const { size: exactSize, mtimeNs, birthtimeNs } = await file.stat({ bigint: true });
  const size = Number(exactSize);
  return {
    size,
    times: {
      written: ticksOfNanoseconds(mtimeNs),
      // 0 when the file system does not support it.
      created: birthtimeNs === 0n ? undefined : ticksOfNanoseconds(birthtimeNs),
    },
    identity: { place: resolve(path), version: `${size} ${mtimeNs}` },
    earliest: 0,
    canReadAhead: true,
    async read(offset, length): Promise<Piece> {
      try {
        const end = Math.min(offset + length, size);
        const bytes = new Uint8Array(end - offset);
        if ((await fill(file, bytes, offset)) < bytes.length) throw changed(path);
        return { bytes, isLast: end === size };
      } catch (error) {
        throw failed(path, error);
      }
    },
    async check(): Promise<void> {
      const now = await file.stat({ bigint: true }).catch((error: unknown) => {
        throw failed(path, error);
      });
      // Some files, such as those of /proc, report size 0 and are not empty.
      const grown = size === 0 && (await fill(file, new Uint8Array(1), 0)) > 0;
      if (grown || now.size !== exactSize || now.mtimeNs !== mtimeNs) throw changed(path);
    },
    close: () => file.close(),
  };
}

/** Reads until the buffer is full or the file ends; returns the number of bytes. */
async function fill(file: FileHandle, bytes: Uint8Array, offset: number): Promise<number> {
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

function changed(path: string): UploadError {
  return new UploadError('source-changed', `${path} was changed while it was uploaded. Nothing was published.`);
}

function failed(path: string, error: unknown): UploadError {
  if (error instanceof UploadError) return error;
  return new UploadError('source-failed', `Cannot read ${path}: ${messageOf(error)}`, { cause: error });
}

/**
 * The pieces of a Node stream that is opened at the first read. The stream's own iterator returns only after the next
 * piece, which a pipe may never send; this one returns at once.
 */
export function streamOnce(open: () => Readable): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      let stream: Readable | undefined;
      let pieces: AsyncIterator<Uint8Array> | undefined;
      return {
        next() {
          stream ??= open();
          pieces ??= stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
          return pieces.next();
        },
        async return() {
          stream?.destroy();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

import { createHash } from 'node:crypto';
import { Rejection } from '../common/rejection.ts';
import { descendantsOf, type TreeEntry } from '../operator/entry-tree.ts';
import { UniqueNames } from '../operator/write-file.ts';
import type { Db } from '../storage/tables.ts';
import type { ByteRange } from './byte-range.ts';
import { contentDisposition, safeHeaders } from './file-headers.ts';
import { checkedPieces, DownloadEnd } from './send-bytes.ts';
import type { Sendable, Sender } from './sender.ts';
import { type ZipEntry, zipPieces, zipSize } from './zip.ts';

const ticksPerMillisecond = 10_000n;
/** Most bytes of a path (APPNOTE.TXT, 4.4.10). */
const longestPath = 65_535;

/**
 * A folder with everything below it as a ZIP, whose size is known before its bytes are read. Names that Windows cannot
 * have, or that differ in case only, are changed as an export on Windows changes them. Nothing is stored; a range reads
 * the bytes before it again.
 *
 * @throws {Rejection} `InvalidPath` for a path that is too long.
 */
export async function zipOf(db: Db, sender: Sender, folder: TreeEntry): Promise<Sendable> {
  const entries: ZipEntry[] = [];
  const hash = createHash('sha256');
  // By the paths of folders.
  const folders = new Map([[folder.path, { path: '', names: new UniqueNames('win32') }]]);
  for await (const entry of descendantsOf(db, folder)) {
    const parent = folders.get(entry.path.slice(0, entry.path.lastIndexOf('/')));
    if (parent === undefined) continue;
    const name = parent.path + parent.names.take(entry.name);
    if (Buffer.byteLength(name) >= longestPath) {
      throw new Rejection(
        'InvalidPath',
        'A ZIP has no paths as long as one in this folder. Get its folders one by one.',
      );
    }
    const modified = new Date(Number((entry.writtenTicks ?? 0n) / ticksPerMillisecond));
    hash.update(`${name}\0${entry.content}\0${entry.writtenTicks}\n`);
    if (entry.kind === 'folder') {
      folders.set(entry.path, { path: `${name}/`, names: new UniqueNames('win32') });
      entries.push({ name: `${name}/`, size: 0n, modified: new Date(0), pieces: undefined });
    } else {
      entries.push({ name, size: entry.size ?? 0n, modified, pieces: () => piecesOf(sender, entry) });
    }
  }
  const etag = `"zip-${hash.digest('hex')}"`;
  return {
    etag,
    lastModified: undefined,
    name: etag,
    size: zipSize(entries),
    headers: {
      ...safeHeaders,
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, no-cache',
      'Content-Disposition': contentDisposition(`${folder.name}.zip`),
      'Content-Type': 'application/zip',
      ETag: etag,
    },
    audited: {
      action: 'folder.downloaded',
      subject: `folder:${folder.path}`,
      details: { files: entries.filter(({ pieces }) => pieces !== undefined).length },
    },
    open: async () => ({ pieces: (range) => cut(zipPieces(entries), range), close: async () => undefined }),
  };
}

/** @throws {DownloadEnd} `removed`, `changed`. */
async function* piecesOf(sender: Sender, entry: TreeEntry): AsyncGenerator<Uint8Array> {
  const part = await sender.openPart(entry);
  if (part === undefined) throw new DownloadEnd('removed');
  try {
    yield* checkedPieces(part, { start: 0n, end: entry.size ?? 0n }, entry.digest);
  } finally {
    await part.close();
  }
}

/** The bytes of a range of all pieces. */
async function* cut(pieces: AsyncIterable<Uint8Array>, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0n;
  for await (const piece of pieces) {
    const next = at + BigInt(piece.length);
    if (next > start)
      yield piece.subarray(at < start ? Number(start - at) : 0, next > end ? Number(end - at) : undefined);
    if (next >= end && end > 0n) return;
    at = next;
  }
}

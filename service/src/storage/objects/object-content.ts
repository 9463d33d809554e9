import { StorageError } from '../../common/storage-error.ts';
import type { Content, OpenPart } from '../content/content.ts';
import { uploadOfPart } from '../content/content-store.ts';
import { type Extent, readExtents, releaseExtents } from './extent-rows.ts';
import { type ExtentReader, readBytes } from './read-extents.ts';

/** The content of files in an object store. */
export class ObjectContent implements Content {
  readonly #reader: ExtentReader;
  /** When objects may be deleted that nothing refers to since now, in milliseconds since 1970. */
  readonly #deleteAfter: () => number;

  constructor(reader: ExtentReader, deleteAfter: () => number) {
    this.#reader = reader;
    this.#deleteAfter = deleteAfter;
  }

  async *read(content: string): AsyncGenerator<Uint8Array> {
    const { db, objects } = this.#reader;
    let isEmpty = true;
    for await (const bytes of readBytes(objects, readExtents(db, uploadOfPart(content), 0n))) {
      isEmpty = false;
      yield bytes;
    }
    if (isEmpty) await this.#checkEmpty(content);
  }

  /** Reads on from the same objects when the file is removed while it is read: they are kept for a while. */
  async open(content: string): Promise<OpenPart> {
    const { db, objects } = this.#reader;
    const extents: Extent[] = [];
    for await (const extent of readExtents(db, uploadOfPart(content), 0n)) extents.push(extent);
    const last = extents.at(-1);
    if (last === undefined) await this.#checkEmpty(content);
    const size = last === undefined ? 0n : last.at + last.size;
    return {
      size,
      read: (start, end) => pieces(readBytes(objects, extents, start, end)),
      close: async () => undefined,
    };
  }

  /** An empty file has no objects, like one that was removed. */
  async #checkEmpty(content: string): Promise<void> {
    const { db } = this.#reader;
    const entry = await db.selectFrom('entries').select('size').where('content', '=', content).executeTakeFirst();
    if (entry?.size !== 0n) throw new StorageError('lost', `The content ${content} is not there.`);
  }

  /** The disk held nothing. */
  async remove(content: string): Promise<bigint> {
    await releaseExtents(this.#reader.db, uploadOfPart(content), this.#deleteAfter());
    return 0n;
  }

  async probe(): Promise<void> {
    await this.#reader.objects.probe();
  }
}

const pieceSize = 64 * 1024;

async function* pieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += pieceSize) yield piece.subarray(at, at + pieceSize);
  }
}

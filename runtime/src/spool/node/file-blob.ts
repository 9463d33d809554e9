import { filePieces } from '../../blob/file-pieces.node.ts';
import { SourceBlob } from '../../blob/source-blob.ts';
import type { SpooledBlob } from '../spooled-blob.ts';
import type { SpoolFile } from './spool-file.ts';

/** A value that lies in a file of the spool. */
export class FileBlob extends SourceBlob implements SpooledBlob {
  readonly #file: SpoolFile;

  constructor(file: SpoolFile, size: number) {
    super(size);
    this.#file = file;
  }

  override async check(): Promise<void> {
    void this.#file.path;
  }

  override pieces(start = 0, end: number = this.size): AsyncIterable<Uint8Array> {
    return filePieces(this.#file.path, start, end);
  }

  async moveTo(path: string): Promise<void> {
    await this.#file.moveTo(path);
  }

  async discard(): Promise<void> {
    await this.#file.discard();
  }
}

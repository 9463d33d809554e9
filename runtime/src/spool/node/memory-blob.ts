import { writeFile } from 'node:fs/promises';
import type { SpooledBlob } from '../spooled-blob.ts';
import { throughDraft } from './spool-file.ts';

/** A value in memory that can be made a file. */
export class MemoryBlob extends Blob implements SpooledBlob {
  async moveTo(path: string): Promise<void> {
    const bytes = new Uint8Array(await this.arrayBuffer());
    await throughDraft(path, (draft) => writeFile(draft, bytes, { flag: 'wx', mode: 0o600 }));
  }

  async discard(): Promise<void> {}
}

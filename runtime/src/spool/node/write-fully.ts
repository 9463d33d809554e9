import type { FileHandle } from 'node:fs/promises';

/** Writes blocks at a position of a file, one after the other. Repeats partial writes. */
export async function writeFully(file: FileHandle, blocks: readonly Uint8Array[], position: number): Promise<void> {
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  const { bytesWritten } = await file.writev(blocks, position);
  if (bytesWritten === length) return;
  let skip = bytesWritten;
  let at = position;
  for (const block of blocks) {
    for (let done = Math.min(skip, block.length); done < block.length; ) {
      done += (await file.write(block, done, block.length - done, at + done)).bytesWritten;
    }
    skip = Math.max(0, skip - block.length);
    at += block.length;
  }
}

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A mounted file system of its own. */
export interface Volume {
  readonly path: string;
  /** Fills it to the last byte with the file `foreign`. */
  fill(): void;
  /** Removes that file. */
  empty(): void;
  unmount(): void;
}

/** Mounts a small volume: tmpfs of 24 MiB, or ext4 of 300 MB, which has blocks of 1 KiB. */
export function mountVolume(kind: 'tmpfs' | 'ext4'): Volume {
  const folder = mkdtempSync(join(tmpdir(), 'rfs-volume-'));
  if (kind === 'tmpfs') run('mount', '-t', 'tmpfs', '-o', 'size=24m', 'none', folder);
  else mountImage(folder);
  const foreign = join(folder, 'foreign');
  return {
    path: folder,
    fill() {
      const file = openSync(foreign, 'a');
      for (const length of [1024 * 1024, 4096, 512, 1]) writeUntilFull(file, length);
      // ext4 reserves more than it needs until it has written.
      fsyncSync(file);
      for (const length of [4096, 512, 1]) writeUntilFull(file, length);
      closeSync(file);
      const { bavail } = statfsSync(folder);
      if (bavail > 0) throw new Error(`${bavail} blocks are free.`);
    },
    empty: () => rmSync(foreign),
    unmount() {
      run('umount', '-l', folder);
      rmdirSync(folder);
    },
  };
}

function mountImage(folder: string): void {
  const image = `${folder}.img`;
  writeFileSync(image, '');
  truncateSync(image, 300_000_000);
  run('mkfs.ext4', '-q', '-b', '1024', image);
  run('mount', '-o', 'loop', image, folder);
  // The loop device keeps it.
  rmSync(image);
}

function writeUntilFull(file: number, length: number): void {
  const bytes = Buffer.alloc(length, 1);
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

function run(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this user may mount, usually root on Linux. Tests that need it are skipped otherwise. */
export function canMount(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'rfs-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', path]).status === 0;
  if (mounted) spawnSync('umount', ['-l', path]);
  rmdirSync(path);
  return mounted;
}

/** A separate disk in memory. */
export interface SmallDisk {
  readonly path: string;
  /** Writes a file that fills the disk except for `butFor` bytes. */
  fill(name: string, butFor?: number): void;
  unmount(): void;
}

export function mountSmallDisk(bytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'rfs-disk-'));
  mount(['-t', 'tmpfs', '-o', `size=${bytes}`, 'none', path]);
  return {
    path,
    fill(name, butFor = 0) {
      // Another file reserves the bytes that remain free.
      const kept = butFor > 0 ? mkdtempSync(join(path, 'kept-')) : undefined;
      if (kept !== undefined) writeAll(join(kept, 'x'), butFor);
      writeAll(join(path, name), Number.POSITIVE_INFINITY);
      if (kept !== undefined) spawnSync('rm', ['-r', kept]);
    },
    // Lazily: SQLite keeps a file open until its last statement was collected.
    unmount() {
      spawnSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}

/** Shows a folder at another place where nothing can be written. */
export function mountReadOnly(folder: string): { readonly path: string; unmount(): void } {
  const path = mkdtempSync(join(tmpdir(), 'rfs-read-only-'));
  mount(['--bind', folder, path]);
  mount(['-o', 'remount,bind,ro', path]);
  return {
    path,
    // Lazily: SQLite keeps a file open until its last statement was collected.
    unmount() {
      spawnSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}

function mount(args: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', args);
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`);
}

/** Writes `bytes` bytes, or as many as there is room for. */
function writeAll(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  const piece = Buffer.alloc(4096, 1);
  try {
    for (let done = 0; done < bytes; done += piece.length) writeSync(file, piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('disk-recorder.c', import.meta.url));

/** Whether processes can be recorded here: on Linux with a C compiler. Tests that need it are skipped otherwise. */
export function canRecordDisks(): boolean {
  return process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;
}

/** Calls that fail. */
export interface DiskFault {
  readonly call: 'sync' | 'write';
  /** The end of the names of the files. */
  readonly name: string;
  /** How many of these calls succeed before; default 0. */
  readonly pass?: number;
  /** How many fail; default 1. */
  readonly times?: number;
  readonly error: 'EIO' | 'ENOSPC';
}

/**
 * The disk of a folder as a loss of power would leave it: it holds only synced data. Processes that run with `env`
 * record their calls on it. After a failed sync, the pages that it should have written are lost until they are written
 * again, as on Linux.
 */
export class RecordedDisk {
  /** Environment variables of recorded processes. */
  readonly env: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #temporary: string;
  readonly #record: string;
  readonly #faults: string;
  readonly #image: DurableImage;
  /** Bytes of the record that are in the image. */
  #applied = 0;

  /** @param folder an existing folder, whose content is durable now; an absolute path without links. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#temporary = mkdtempSync(join(tmpdir(), 'rfs-recorded-'));
    const library = join(this.#temporary, 'recorder.so');
    const built = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`cc: ${built.stderr}`);
    this.#record = join(this.#temporary, 'record');
    this.#faults = join(this.#temporary, 'faults');
    writeFileSync(this.#record, '');
    writeFileSync(this.#faults, Buffer.alloc(268));
    this.#image = readFolder(folder);
    this.env = { LD_PRELOAD: library, DISK_ROOT: folder, DISK_RECORD: this.#record, DISK_FAULTS: this.#faults };
  }
  /** Lets calls fail from now on, replacing earlier faults. */
  fail({ call, name, pass = 0, times = 1, error }: DiskFault): void {
    this.#setFaults(pass, times, constants.errno[error], `${call} ${name}`);
  }

  /** Lets all calls succeed; returns how many of those that were to fail did not happen. */
  heal(): number {
    const left = readFileSync(this.#faults).readInt32LE(4);
    this.#setFaults(0, 0, 0, '');
    return left;
  }

  #setFaults(pass: number, times: number, code: number, match: string): void {
    const bytes = Buffer.alloc(268);
    bytes.writeInt32LE(pass, 0);
    bytes.writeInt32LE(code, 8);
    bytes.write(match, 12);
    const file = openSync(this.#faults, 'r+');
    writeSync(file, bytes, 0, bytes.length, 0);
    // Last, since it makes the others count.
    bytes.writeInt32LE(times, 4);
    writeSync(file, bytes, 4, 4, 4);
    closeSync(file);
  }

  /** The moment now, for `afterPowerLoss`. */
  moment(): number {
    return statSync(this.#record).size;
  }

  /** The moments after each successful sync since an earlier moment; of files whose names end so. */
  syncs(since: number, name = ''): readonly number[] {
    const moments: number[] = [];
    let at = since;
    for (const { kind, failed, data } of recordsIn(this.#bytes(since, this.moment()))) {
      at += headLength + data.length;
      if ((kind === 's' || kind === 'f') && !failed && data.toString().endsWith(name)) moments.push(at);
    }
    return moments;
  }

  /** Writes a folder as it is after a loss of power at a moment, which is not before that of the last call. */
  afterPowerLoss(target: string, moment: number = this.moment()): void {
    for (const record of recordsIn(this.#bytes(this.#applied, moment))) this.#image.apply(record);
    this.#applied = moment;
    this.#image.writeTo(target, this.#folder);
  }

  /** Bytes of the record. */
  #bytes(from: number, to: number): Buffer {
    const bytes = Buffer.alloc(to - from);
    const file = openSync(this.#record, 'r');
    readSync(file, bytes, 0, bytes.length, from);
    closeSync(file);
    return bytes;
  }

  remove(): void {
    rmSync(this.#temporary, { recursive: true, force: true });
  }
}

interface DiskRecord {
  readonly kind: string;
  readonly failed: boolean;
  readonly inode: number;
  readonly offset: number;
  readonly data: Buffer;
}

const headLength = 32;

function* recordsIn(bytes: Buffer): Iterable<DiskRecord> {
  for (let at = 0; at + headLength <= bytes.length; ) {
    const head = bytes.subarray(at, at + headLength);
    const end = at + headLength + Number(head.readBigUInt64LE(24));
    yield {
      kind: head.toString('latin1', 0, 1),
      failed: head[1] !== 0,
      inode: Number(head.readBigUInt64LE(8)),
      offset: Number(head.readBigUInt64LE(16)),
      data: bytes.subarray(at + headLength, end),
    };
    at = end;
  }
}

const pageSize = 4096;

/** A file: the state that processes see, and the one on the disk. */
class RecordedFile {
  #seen: Buffer;
  #kept: Buffer;
  readonly #dirty = new Set<number>();

  constructor(bytes: Buffer) {
    this.#seen = bytes;
    this.#kept = Buffer.from(bytes);
  }

  get kept(): Buffer {
    return this.#kept;
  }

  write(offset: number, data: Buffer): void {
    this.#seen = resized(this.#seen, Math.max(this.#seen.length, offset + data.length));
    data.copy(this.#seen, offset);
    this.#touch(offset, offset + data.length);
  }

  truncate(size: number): void {
    this.#seen = resized(this.#seen, size);
    // The kernel zeroes the rest of the last page.
    if (size % pageSize !== 0) this.#touch(size - 1, size);
  }

  sync(failed: boolean): void {
    if (!failed) {
      this.#kept = resized(this.#kept, this.#seen.length);
      for (const page of this.#dirty)
        this.#seen.copy(this.#kept, page * pageSize, page * pageSize, (page + 1) * pageSize);
    }
    this.#dirty.clear();
  }

  #touch(from: number, to: number): void {
    for (let page = Math.floor(from / pageSize); page * pageSize < to; page += 1) this.#dirty.add(page);
  }
}

function resized(bytes: Buffer, size: number): Buffer {
  if (size === bytes.length) return bytes;
  const result = Buffer.alloc(size);
  bytes.copy(result, 0, 0, Math.min(size, bytes.length));
  return result;
}

/** The durable content of a folder, by full paths. */
class DurableImage {
  readonly #files: Map<number, RecordedFile>;
  readonly #folders: Set<string>;
  readonly #seen: Map<string, number>;
  readonly #kept: Map<string, number>;
  /** Names that changed since their folder was synced. */
  readonly #changed = new Set<string>();

  constructor(files: Map<number, RecordedFile>, names: Map<string, number>, folders: Set<string>) {
    this.#files = files;
    this.#folders = folders;
    this.#seen = names;
    this.#kept = new Map(names);
  }

  apply({ kind, failed, inode, offset, data }: DiskRecord): void {
    const file = this.#files.get(inode);
    if (kind === 'c') {
      this.#files.set(inode, new RecordedFile(Buffer.alloc(0)));
      this.#name(data.toString(), inode);
    } else if (kind === 'w') file?.write(offset, data);
    else if (kind === 't') file?.truncate(offset);
    else if (kind === 's') file?.sync(failed);
    else if (kind === 'f' && !failed) this.#syncFolder(data.toString());
    else if (kind === 'r') this.#rename(data.toString());
    else if (kind === 'u') this.#name(data.toString(), undefined);
    // Simplified: a folder is durable at once, its entries are not.
    else if (kind === 'd') this.#folders.add(data.toString());
  }

  #rename(names: string): void {
    const [from = '', to = ''] = names.split('\n');
    this.#name(to, this.#seen.get(from));
    this.#name(from, undefined);
  }

  #name(path: string, inode: number | undefined): void {
    if (inode === undefined) this.#seen.delete(path);
    else this.#seen.set(path, inode);
    this.#changed.add(path);
  }

  #syncFolder(folder: string): void {
    for (const path of this.#changed) {
      if (dirname(path) !== folder) continue;
      const inode = this.#seen.get(path);
      if (inode === undefined) this.#kept.delete(path);
      else this.#kept.set(path, inode);
      this.#changed.delete(path);
    }
  }

  writeTo(target: string, folder: string): void {
    for (const path of this.#folders) mkdirSync(join(target, relative(folder, path)), { recursive: true, mode: 0o700 });
    for (const [path, inode] of this.#kept) {
      // SQLite builds it anew.
      if (path.endsWith('-shm')) continue;
      writeFileSync(join(target, relative(folder, path)), this.#files.get(inode)?.kept ?? '', { mode: 0o600 });
    }
  }
}

function readFolder(folder: string): DurableImage {
  const files = new Map<number, RecordedFile>();
  const names = new Map<string, number>();
  const folders = new Set([folder]);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) {
      folders.add(path);
      continue;
    }
    const { ino } = statSync(path);
    const bytes = readFileSync(path);
    files.set(ino, new RecordedFile(bytes));
    names.set(path, ino);
  }
  return new DurableImage(files, names, folders);
}

import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { canMount, mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** Whether this user may mount images by loop devices. Tests that need it are skipped otherwise. */
export function canMountExt4(): boolean {
  if (!canMount() || spawnSync('mkfs.ext4', ['-V']).status !== 0) return false;
  const { status, stdout } = spawnSync('losetup', ['--find'], { encoding: 'utf8' });
  if (status !== 0) return false;
  try {
    accessSync(requestLimitOf(stdout), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const imageBytes = 64 * 1024 * 1024;
/** Bytes of a block of the file system, of a request to the device, and of a block of the image. */
const page = 4096;

/** A mounted image. */
interface Mounted {
  readonly path: string;
  remove(): void;
}

/**
 * An ext4 file system in an image whose blocks are allocated when they are written. While there is no space for new ones,
 * the device fails. The image holds the bytes written to the device: a copy of it simulates a loss of power.
 *
 * A request has one page: loop devices report a request as written when its beginning was (docs/decisions, 152).
 */
export class Ext4Disk {
  readonly path: string;
  readonly #space: SmallDisk;
  readonly #image: string;
  readonly #mounted: Mounted;
  readonly #requests: { restore(): void };

  constructor() {
    this.#space = mountSmallDisk(imageBytes + 1024 * 1024);
    this.#image = join(this.#space.path, 'image');
    writeFileSync(this.#image, Buffer.alloc(imageBytes, 1));
    const options = ['-q', '-b', String(page), '-J', 'size=4'];
    options.push('-E', 'lazy_itable_init=0,lazy_journal_init=0,nodiscard');
    run('mkfs.ext4', ...options, this.#image);
    // mkfs leaves holes for zeros.
    writeFileSync(this.#image, readFileSync(this.#image));
    this.#mounted = mount(this.#image);
    this.path = this.#mounted.path;
    this.#requests = limitRequests(this.path);
    // Blocks of the journal and of other metadata stay allocated: ext4 becomes read-only when it cannot write those.
    run('fstrim', this.path);
  }

  /** Lets writes of new blocks fail, after `room` bytes of them. */
  fail(room = 0): void {
    this.#space.fill('filler', room);
  }

  heal(): void {
    rmSync(join(this.#space.path, 'filler'));
  }

  /** The file system as a loss of power would leave it now. */
  afterPowerLoss(): Mounted {
    const copy = join(mkdtempSync(join(tmpdir(), 'rfs-image-')), 'image');
    copyFileSync(this.#image, copy);
    const mounted = mount(copy);
    return {
      path: mounted.path,
      remove() {
        mounted.remove();
        rmSync(join(copy, '..'), { recursive: true });
      },
    };
  }

  remove(): void {
    this.#requests.restore();
    this.#mounted.remove();
    this.#space.unmount();
  }
}

function mount(image: string): Mounted {
  const path = mkdtempSync(join(tmpdir(), 'rfs-ext4-'));
  run('mount', '-o', 'loop', image, path);
  return {
    path,
    // Lazily: SQLite keeps a file open until its last statement was collected.
    remove() {
      run('umount', '-l', path);
      rmdirSync(path);
    },
  };
}

/** The setting of the largest request to a loop device, in KiB. It stays when the device gets another image. */
function requestLimitOf(device: string): string {
  return `/sys/block/${basename(device.trim())}/queue/max_sectors_kb`;
}

function limitRequests(path: string): { restore(): void } {
  const limit = requestLimitOf(run('findmnt', '--noheadings', '--output', 'SOURCE', path));
  const before = readFileSync(limit);
  writeFileSync(limit, String(page / 1024));
  return { restore: () => writeFileSync(limit, before) };
}

/** Returns the output. */
function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

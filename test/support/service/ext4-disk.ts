import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canMount, mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** Whether this user may mount images by loop devices. Tests that need it are skipped otherwise. */
export function canMountExt4(): boolean {
  return canMount() && spawnSync('losetup', ['--find']).status === 0 && spawnSync('mkfs.ext4', ['-V']).status === 0;
}

const imageBytes = 64 * 1024 * 1024;

/** A mounted image. */
interface Mounted {
  readonly path: string;
  remove(): void;
}

/**
 * An ext4 file system in an image whose blocks are allocated when they are written. While there is no space for new ones,
 * the device fails. The image holds the bytes written to the device: a copy of it simulates a loss of power.
 */
export class Ext4Disk {
  readonly path: string;
  readonly #space: SmallDisk;
  readonly #image: string;
  readonly #mounted: Mounted;

  constructor() {
    this.#space = mountSmallDisk(imageBytes + 1024 * 1024);
    this.#image = join(this.#space.path, 'image');
    writeFileSync(this.#image, Buffer.alloc(imageBytes, 1));
    run('mkfs.ext4', '-q', '-J', 'size=4', '-E', 'lazy_itable_init=0,lazy_journal_init=0,nodiscard', this.#image);
    // mkfs leaves holes for zeros.
    writeFileSync(this.#image, readFileSync(this.#image));
    this.#mounted = mount(this.#image);
    this.path = this.#mounted.path;
    // Blocks of the journal and of other metadata stay allocated: ext4 becomes read-only when it cannot write those.
    run('fstrim', this.path);
  }

  /** Lets writes of new blocks fail. */
  fail(): void {
    this.#space.fill('filler');
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

function run(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { stateOf, type UploadJournal, type UploadState } from '../journal.ts';

/** Milliseconds until an entry is removed: uploads expire after a day by default. */
const maxAge = 30 * 24 * 3600_000;

/**
 * A journal on the disk: one small file per upload, replaced atomically, readable by its owner only, since it contains the
 * upload's token. It is not synced: the service has the state after a loss of power.
 */
export class FileJournal implements UploadJournal {
  readonly #folder: string;
  #created: Promise<void> | undefined;

  /** @param folder created when the first state is saved. */
  constructor(folder: string = usualJournalFolder()) {
    this.#folder = folder;
  }

  /** Undefined for a damaged file too. */
  async load(key: string): Promise<UploadState | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path(key), 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
    try {
      return stateOf(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  async save(key: string, state: UploadState): Promise<void> {
    this.#created ??= this.#create();
    await this.#created;
    const temporary = join(this.#folder, `${key}.${randomUUID()}.new`);
    try {
      await writeFile(temporary, JSON.stringify(state), { mode: 0o600, flag: 'wx' });
      await rename(temporary, this.#path(key));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async #create(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#folder)) {
      if (!/^[0-9a-f]{64}\.(json|.*\.new)$/.test(name)) continue;
      const path = join(this.#folder, name);
      const about = await stat(path).catch(() => undefined);
      if (about !== undefined && Date.now() - about.mtimeMs > maxAge) {
        await rm(path, { force: true }).catch(() => undefined);
      }
    }
  }

  #path(key: string): string {
    return join(this.#folder, `${key}.json`);
  }
}

/** The default folder: below `$XDG_STATE_HOME`, `%LOCALAPPDATA%`, or `~/.local/state`. */
export function usualJournalFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const given = process.platform === 'win32' ? environment.LOCALAPPDATA : environment.XDG_STATE_HOME;
  const base = given === undefined || given === '' ? join(homedir(), '.local', 'state') : given;
  return join(base, 'remote-file-service', 'uploads');
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

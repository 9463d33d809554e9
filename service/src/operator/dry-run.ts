import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceKeys } from '../domain/service-keys.ts';
import { existingFolderKeys, givenKeys, type KeySource } from '../secrets/key-source.ts';
import { Passwords } from '../secrets/passwords.ts';
import { Seals } from '../secrets/seal.ts';
import { KeyedHash } from '../secrets/secret-tokens.ts';
import { ServiceKey } from '../secrets/service-key.ts';
import { dataFolderAt, hasDatabase } from '../storage/content/data-folder.ts';
import { copyDatabase, openDatabase } from '../storage/database.ts';
import type { LoadedEntities } from './provisioning/load-entities.ts';
import { provision } from './provisioning/provision.ts';
import type { Change } from './provisioning/provision-context.ts';

/** Options of a dry run. */
export interface DryRun {
  /** Path of the data folder; it need not exist. */
  readonly data: string;
  /** Default: the key file of the data folder. */
  readonly serviceKeys: KeySource | undefined;
  readonly passwords?: Passwords | undefined;
}

/**
 * The changes that a provisioning file would make. It is applied to a copy of the database, so the data folder is not
 * changed, or created.
 *
 * @throws {FileProblems} with all conflicts with the database.
 * @throws {StorageError}
 */
export async function dryRun(run: DryRun, loaded: LoadedEntities): Promise<readonly Change[]> {
  const folder = dataFolderAt(run.data);
  const exists = await hasDatabase(folder);
  const ofFolder = exists ? existingFolderKeys(folder.key) : givenKeys([new ServiceKey(randomBytes(32))], 'random');
  const keys = await ServiceKeys.load(run.serviceKeys ?? ofFolder);
  const passwords = run.passwords ?? new Passwords();
  // Readable by its owner only, like the data folder.
  const temporary = await mkdtemp(join(tmpdir(), 'rfs-dry-run-'));
  try {
    const path = join(temporary, 'database.sqlite');
    if (exists) await copyDatabase(folder.database, path);
    const db = await openDatabase(path);
    try {
      const { ring } = keys;
      const parts = { hashes: new KeyedHash(ring), seals: new Seals(ring), passwords, now: Date.now };
      return await provision({ db, keys, ...parts }, loaded);
    } finally {
      await db.destroy();
    }
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

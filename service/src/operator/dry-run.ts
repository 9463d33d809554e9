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
import type { Db } from '../storage/tables.ts';
import type { LoadedEntities } from './provisioning/load-entities.ts';
import { type ProvisionParts, provision } from './provisioning/provision.ts';
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
  if (!(await hasDatabase(folder))) return await dryRunOnCopy(undefined, run, loaded);
  const serviceKeys = run.serviceKeys ?? existingFolderKeys(folder.key);
  return await dryRunOnCopy(folder.database, { ...run, serviceKeys }, loaded);
}

/** Applies the file to a copy. @param database path of the database; undefined: an empty one. */
export async function dryRunOnCopy(
  database: string | undefined,
  { serviceKeys, passwords = new Passwords() }: Omit<DryRun, 'data'>,
  loaded: LoadedEntities,
): Promise<readonly Change[]> {
  const keys = await ServiceKeys.load(serviceKeys ?? givenKeys([new ServiceKey(randomBytes(32))], 'random'));
  // Readable by its owner only, like the data folder.
  const temporary = await mkdtemp(join(tmpdir(), 'rfs-dry-run-'));
  try {
    const path = join(temporary, 'database.sqlite');
    if (database !== undefined) await copyDatabase(database, path);
    const db = await openDatabase(path);
    try {
      return await provision(provisionParts(db, keys, passwords), loaded);
    } finally {
      await db.destroy();
    }
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** What provisioning needs beside its file. */
export function provisionParts(db: Db, keys: ServiceKeys, passwords: Passwords): ProvisionParts {
  const { ring } = keys;
  return { db, keys, hashes: new KeyedHash(ring), seals: new Seals(ring), passwords, now: Date.now };
}

import { StorageError } from '../common/storage-error.ts';
import { sameHash } from '../secrets/keyed-hash.ts';
import type { Db } from './tables.ts';

/** Where the fingerprint stands in the table of settings. */
export const fingerprintName = 'key-fingerprint';

/**
 * Checks that the service's key is the one that the hashes in the database were made with; a new database takes it.
 *
 * @throws {StorageError} `other-key`: with another key every secret would be wrong, without anybody knowing why.
 */
export async function checkFingerprint(db: Db, fingerprint: string): Promise<void> {
  const name = fingerprintName;
  await db
    .insertInto('settings')
    .values({ name, value: fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  if (!sameHash(value, fingerprint)) {
    throw new StorageError(
      'other-key',
      'The service key is not the one that this data folder was made with: no stored secret would be right. Give it that one back.',
    );
  }
}

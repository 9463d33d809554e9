import { StorageError, withStorageErrors } from '../common/storage-error.ts';
import { readOrCreate } from '../secrets/key-file.ts';
import { randomId } from '../secrets/secret-tokens.ts';
import type { DataFolder } from './content/data-folder.ts';
import type { Db } from './tables.ts';

/** Name of the id in the table of settings. */
const name = 'folder';

/**
 * Compares the id of a data folder with that in its database; where one of them has none, it gets that of the other.
 *
 * @throws {StorageError} `foreign-database` when they differ.
 */
export async function matchFolder(db: Db, folder: DataFolder): Promise<void> {
  const stored = await idIn(db);
  const id = (await withStorageErrors(() => readOrCreate(folder.id, async () => stored ?? randomId()))).trim();
  if (stored === undefined) {
    const values = { name, value: id };
    await db
      .insertInto('settings')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if ((stored ?? (await idIn(db))) === id) return;
  throw new StorageError(
    'foreign-database',
    `The database ${folder.database} is that of another data folder: its id is ${stored}, and ${folder.id} has ${id}. Put back the database of this folder. If its files belong to this database all the same, remove ${folder.id}.`,
  );
}

async function idIn(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

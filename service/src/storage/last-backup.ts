import type { Db } from './tables.ts';

const name = 'last-backup';

/** Stores when a backup was completed, in milliseconds since 1970. */
export async function setLastBackup(db: Db, at: number): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value: String(at) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(at) }))
    .execute();
}

/** When the last backup was completed, in milliseconds since 1970; 0: none yet. */
export async function lastBackup(db: Db): Promise<number> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return Number(row?.value ?? 0);
}

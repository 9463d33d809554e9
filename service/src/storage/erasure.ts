import type { Db } from './tables.ts';

const name = 'erasure';

/** Notes that the database has to be written anew, since something was erased. Call it in the transaction. */
export async function noteErasure(db: Db): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value: 'begun' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Whether an erasure is not finished. */
export async function hasErasure(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row !== undefined;
}

export async function clearErasure(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}

import { randomId } from '../../secrets/secret-tokens.ts';
import type { Db } from '../tables.ts';

/** The name of the site in the keys of its objects; chosen by the process that creates the database. */
export async function siteOf(db: Db): Promise<string> {
  const name = 'site';
  await db
    .insertInto('settings')
    .values({ name, value: randomId() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
}

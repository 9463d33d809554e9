import type { Db } from './tables.ts';

/** The path of a folder or file: `/account/folder/file`. Undefined when it is not there. */
export async function pathOfEntry(db: Db, entryId: string): Promise<string | undefined> {
  const names: string[] = [];
  for (let id = entryId; ; ) {
    const entry = await db
      .selectFrom('entries')
      .innerJoin('accounts', 'accounts.id', 'entries.account_id')
      .select(['parent_id', 'name', 'user_name'])
      .where('entries.id', '=', id)
      .executeTakeFirst();
    if (entry === undefined) return undefined;
    if (entry.parent_id === null) return `/${[entry.user_name, ...names].join('/')}`;
    names.unshift(entry.name);
    id = entry.parent_id;
  }
}

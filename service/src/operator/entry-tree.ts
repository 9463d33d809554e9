import { fold } from '../domain/fold.ts';
import { folderPath } from '../domain/folder-path.ts';
import type { Db } from '../storage/tables.ts';

/** A folder or file, by its path: `/account/folder/file`. */
export interface TreeEntry {
  readonly id: string;
  readonly kind: 'folder' | 'file';
  readonly path: string;
  /** Its name alone; of an account's root folder the UserName. */
  readonly name: string;
  /** Of a file: the part in the content store, bytes, and times in units of 100 ns since 1970; null for a folder. */
  readonly content: string | null;
  readonly size: bigint | null;
  readonly writtenTicks: bigint | null;
  readonly creationTicks: bigint | null;
}

/** So many entries are read at a time. */
const pageSize = 1000;

const columns = [
  'entries.id',
  'kind',
  'name',
  'content',
  'size',
  'written_ticks as writtenTicks',
  'creation_ticks as creationTicks',
] as const;

/**
 * The folder or file at a path; the UserName in it counts without regard to case.
 *
 * @throws {Refusal} `InvalidPath` when it is no path.
 */
export async function findPath(db: Db, given: string): Promise<TreeEntry | undefined> {
  const { userName, folders: names } = folderPath(given);
  const root = await db
    .selectFrom('accounts')
    .innerJoin('entries', 'entries.account_id', 'accounts.id')
    .select([...columns, 'user_name'])
    .where('user_name_folded', '=', fold(userName))
    .where('parent_id', 'is', null)
    .executeTakeFirst();
  if (root === undefined) return undefined;
  const { user_name, ...rest } = root;
  let entry: TreeEntry = { ...rest, name: user_name, path: `/${user_name}` };
  for (const name of names) {
    const child = await db
      .selectFrom('entries')
      .select(columns)
      .where('parent_id', '=', entry.id)
      .where('name', '=', name)
      .executeTakeFirst();
    if (child === undefined) return undefined;
    entry = { ...child, path: `${entry.path}/${child.name}` };
  }
  return entry;
}

/** The root folders of all accounts, by UserName. */
export async function* accountRoots(db: Db): AsyncGenerator<TreeEntry> {
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('accounts')
      .innerJoin('entries', 'entries.account_id', 'accounts.id')
      .select([...columns, 'user_name', 'user_name_folded'])
      .where('parent_id', 'is', null)
      .where('user_name_folded', '>', after)
      .orderBy('user_name_folded')
      .limit(pageSize)
      .execute();
    for (const { user_name, user_name_folded, ...row } of page) {
      yield { ...row, name: user_name, path: `/${user_name}` };
      after = user_name_folded;
    }
    if (page.length < pageSize) return;
  }
}

/** What is in a folder, by name. */
export async function* childrenOf(db: Db, folder: TreeEntry): AsyncGenerator<TreeEntry> {
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('entries')
      .select(columns)
      .where('parent_id', '=', folder.id)
      .where('name', '>', after)
      .orderBy('name')
      .limit(pageSize)
      .execute();
    for (const row of page) {
      yield { ...row, path: `${folder.path}/${row.name}` };
      after = row.name;
    }
    if (page.length < pageSize) return;
  }
}

/** What is in a folder and below it: a folder before what is in it. */
export async function* descendantsOf(db: Db, folder: TreeEntry): AsyncGenerator<TreeEntry> {
  // Not a recursion of generators: folders may be a thousand deep.
  const open = [childrenOf(db, folder)];
  for (;;) {
    const next = await open.at(-1)?.next();
    if (next === undefined) return;
    if (next.done) {
      open.pop();
      continue;
    }
    yield next.value;
    if (next.value.kind === 'folder') open.push(childrenOf(db, next.value));
  }
}

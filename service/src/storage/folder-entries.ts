import { type RawBuilder, sql } from 'kysely';
import { randomId } from '../secrets/secret-tokens.ts';
import { noContent } from './accounts.ts';
import { lockSection } from './engine.ts';
import { prepared, type ValueOf } from './prepared-query.ts';
import type { Db } from './tables.ts';

/** SHA-256 of a file's content; null when it is not known, since an older version published the content. */
export const currentDigest: RawBuilder<string | null> = sql<
  string | null
>`CASE WHEN described_content = content THEN digest END`;

/** When a file's content was published, likewise. */
export const currentPublication: RawBuilder<number | null> = sql<
  number | null
>`CASE WHEN described_content = content THEN published_at END`;

/** Name of the folder access key that published a file's content; null when it is not known. */
export const publishingFolderKey: RawBuilder<string | null> = sql<string | null>`(
  SELECT folder_keys.name FROM folder_keys WHERE folder_keys.id = folder_key_id AND described_content = content)`;

/** Name of the API key, likewise. */
export const publishingApiKey: RawBuilder<string | null> = sql<string | null>`(
  SELECT api_keys.name FROM api_keys WHERE api_keys.id = api_key_id AND described_content = content)`;

/** A folder: its id and its account's. */
export interface Folder {
  readonly id: string;
  readonly accountId: string;
}

/** The root folder of an account of a tenant; `clientId` undefined: of any tenant, or of none. */
export async function findRoot(
  db: Db,
  { clientId, userNameFolded }: { readonly clientId?: number | null; readonly userNameFolded: string },
): Promise<Folder | undefined> {
  return await db
    .selectFrom('accounts')
    .innerJoin('entries', 'entries.account_id', 'accounts.id')
    .select(['entries.id', 'accounts.id as accountId'])
    .where('accounts.user_name_folded', '=', userNameFolded)
    .$if(clientId !== undefined, (query) => query.where('accounts.client_id', 'is not distinct from', clientId ?? null))
    .where('entries.parent_id', 'is', null)
    .executeTakeFirst();
}

const entryByName = prepared<{ readonly parentId: string; readonly name: string }>()((db, value) =>
  db
    .selectFrom('entries')
    .select(['id', 'kind', 'content'])
    .where('parent_id', '=', value('parentId'))
    .where('name', '=', value('name')),
);

/** The entry with a name in a folder. */
export async function findEntry(
  db: Db,
  parentId: string,
  name: string,
): Promise<{ readonly id: string; readonly kind: 'folder' | 'file' } | undefined> {
  return await entryByName.first(db, { parentId, name });
}

/** Bytes of the file with a name in a folder; 0 without one. */
export async function findReplacedSize(db: Db, parentId: string, name: string): Promise<bigint> {
  const file = await db
    .selectFrom('entries')
    .select('size')
    .where('parent_id', '=', parentId)
    .where('name', '=', name)
    .executeTakeFirst();
  return file?.size ?? 0n;
}

/** Follows a path of folder names from a folder. */
export async function findFolder(db: Db, from: Folder, names: readonly string[]): Promise<Folder | undefined> {
  let id = from.id;
  for (const name of names) {
    const entry = await findEntry(db, id, name);
    if (entry?.kind !== 'folder') return undefined;
    id = entry.id;
  }
  return { id, accountId: from.accountId };
}

/** Creates a folder in a folder; undefined when an entry of that name exists. */
export async function insertFolder(db: Db, parent: Folder, name: string, now: number): Promise<Folder | undefined> {
  const id = randomId();
  const inserted = await db
    .insertInto('entries')
    .values({
      ...noContent,
      id,
      account_id: parent.accountId,
      parent_id: parent.id,
      name,
      kind: 'folder',
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['parent_id', 'name']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n ? { id, accountId: parent.accountId } : undefined;
}

export interface FileContent {
  /** Name of the part in the content store. */
  readonly content: string;
  readonly size: bigint;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  readonly apiKeyId: string;
  readonly folderKeyId: string;
  readonly writtenTicks: bigint;
  readonly creationTicks: bigint;
}

interface FileRow extends FileContent {
  /** For a new file. */
  readonly id: string;
  readonly accountId: string;
  readonly parentId: string;
  readonly name: string;
  readonly now: number;
}

function contentColumns(value: ValueOf<FileRow>) {
  return {
    content: value('content'),
    size: value('size'),
    written_ticks: value('writtenTicks'),
    creation_ticks: value('creationTicks'),
    described_content: value('content'),
    digest: value('digest'),
    api_key_id: value('apiKeyId'),
    folder_key_id: value('folderKeyId'),
    published_at: value('now'),
  };
}

const filePut = prepared<FileRow>()((db, value) =>
  db
    .insertInto('entries')
    .values({
      ...contentColumns(value),
      id: value('id'),
      account_id: value('accountId'),
      parent_id: value('parentId'),
      name: value('name'),
      kind: 'file',
      created_at: value('now'),
    })
    .onConflict((conflict) =>
      conflict.columns(['parent_id', 'name']).doUpdateSet(contentColumns(value)).where('entries.kind', '=', 'file'),
    ),
);

/**
 * Creates a file, or replaces the content of an existing one. Call it in a transaction.
 *
 * @param mayReplace throws unless the entry with an id may be replaced.
 * @returns the replaced content, null for a new file; undefined when a folder of that name exists.
 */
export async function putFile(
  db: Db,
  folder: Folder,
  name: string,
  file: FileContent,
  now: number,
  mayReplace: (id: string) => Promise<void>,
): Promise<{ readonly replaced: string | null } | undefined> {
  await lockSection(db, `folder:${folder.id}`);
  const before = await entryByName.first(db, { parentId: folder.id, name });
  if (before !== undefined) await mayReplace(before.id);
  const row = { ...file, id: randomId(), accountId: folder.accountId, parentId: folder.id, name, now };
  return (await filePut.change(db, row)) === 1 ? { replaced: before?.content ?? null } : undefined;
}

/** The path of a folder or file: `/account/folder/file`. Undefined when it does not exist. */
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

/** The id of the account of a folder; null when it is gone. */
export async function accountOfFolder(db: Db, folderId: string): Promise<string | null> {
  const row = await db.selectFrom('entries').select('account_id').where('id', '=', folderId).executeTakeFirst();
  return row?.account_id ?? null;
}

import { sql } from 'kysely';
import { dateTimeOfTicks } from '../common/ticks.ts';
import { fold } from '../domain/account-names.ts';
import { folderPath } from '../domain/entry-paths.ts';
import {
  currentDigest,
  currentPublication,
  pathOfEntry,
  publishingApiKey,
  publishingFolderKey,
} from '../storage/folder-entries.ts';
import type { Db } from '../storage/tables.ts';
import { OperatorError } from './operator-context.ts';

/** A folder or file, by its path: `/account/folder/file`. */
export interface TreeEntry {
  readonly id: string;
  readonly kind: 'folder' | 'file';
  readonly path: string;
  /** Its name; the UserName for an account's root folder. */
  readonly name: string;
  /** For a file: its part in the content store, bytes, and times in units of 100 ns since 1970; null for a folder. */
  readonly content: string | null;
  readonly size: bigint | null;
  /** SHA-256 in hexadecimal; null for a folder, and for a file of an older version until a sweep has read it. */
  readonly digest: string | null;
  /** Names of the keys that published the content of a file; null likewise. */
  readonly folderKey: string | null;
  readonly apiKey: string | null;
  readonly writtenTicks: bigint | null;
  readonly creationTicks: bigint | null;
  /** When the content of a file was published, in milliseconds since 1970; null likewise. */
  readonly publishedAt: number | null;
}

/** Entries per query. */
const pageSize = 1000;

const columns = [
  'entries.id',
  'kind',
  'name',
  'content',
  'size',
  currentDigest.as('digest'),
  publishingFolderKey.as('folderKey'),
  publishingApiKey.as('apiKey'),
  'written_ticks as writtenTicks',
  'creation_ticks as creationTicks',
  currentPublication.as('publishedAt'),
] as const;

/**
 * Finds the folder or file at a path; the UserName in it is case-insensitive.
 *
 * @throws {Rejection} `InvalidPath` for an invalid path.
 */
export async function findPath(db: Db, given: string): Promise<TreeEntry | undefined> {
  return (await findTrail(db, given)).at(-1);
}

/**
 * The folders of a path from the account's root to the folder or file itself; empty when it does not exist.
 *
 * @throws {Rejection} `InvalidPath` for an invalid path.
 */
export async function findTrail(db: Db, given: string): Promise<readonly TreeEntry[]> {
  const { userName, folders: names } = folderPath(given);
  const root = await db
    .selectFrom('accounts')
    .innerJoin('entries', 'entries.account_id', 'accounts.id')
    .select([...columns, 'user_name'])
    .where('user_name_folded', '=', fold(userName))
    .where('parent_id', 'is', null)
    .executeTakeFirst();
  if (root === undefined) return [];
  const { user_name, ...rest } = root;
  let entry: TreeEntry = { ...rest, name: user_name, path: `/${user_name}` };
  const trail = [entry];
  for (const name of names) {
    const child = await db
      .selectFrom('entries')
      .select(columns)
      .where('parent_id', '=', entry.id)
      .where('name', '=', name)
      .executeTakeFirst();
    if (child === undefined) return [];
    entry = { ...child, path: `${entry.path}/${child.name}` };
    trail.push(entry);
  }
  return trail;
}

/** Folders and files by their ids; missing ones are left out. */
export async function entriesById(db: Db, ids: readonly string[]): Promise<readonly TreeEntry[]> {
  const rows = await db.selectFrom('entries').select(columns).where('entries.id', 'in', ids).execute();
  return await withPaths(db, rows);
}

/** Entries that one search looks through. */
const searchedAtOnce = 20_000;

/**
 * Finds entries, in the order of their ids: files with a part in their name or the beginning of their SHA-256, or all
 * folders.
 *
 * @param text undefined: all folders.
 * @param after an id.
 * @returns at most `limit` entries, and the id to go on after; undefined at the end.
 */
export async function searchEntries(
  db: Db,
  text: string | undefined,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly found: readonly TreeEntry[]; readonly after: string | undefined }> {
  const ids = db.selectFrom('entries').select('id').orderBy('id').where('id', '>', after);
  const last = await ids.limit(1).offset(searchedAtOnce).executeTakeFirst();
  const pattern = (part: string): string => `${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .selectFrom('entries')
    .select(columns)
    .where('entries.id', '>', after)
    .where('kind', '=', text === undefined ? 'folder' : 'file')
    .$if(last !== undefined, (query) => query.where('entries.id', '<=', last?.id ?? ''))
    .$if(text !== undefined, (query) =>
      query.where(
        sql<boolean>`(lower(name) LIKE ${`%${pattern(text ?? '')}`} ESCAPE '\\' OR ${currentDigest} LIKE ${pattern(text ?? '')} ESCAPE '\\')`,
      ),
    )
    .orderBy('entries.id')
    .limit(limit)
    .execute();
  const next = rows.length === limit ? rows.at(-1)?.id : last?.id;
  return { found: await withPaths(db, rows), after: next };
}

async function withPaths(db: Db, rows: readonly Omit<TreeEntry, 'path'>[]): Promise<readonly TreeEntry[]> {
  const found: TreeEntry[] = [];
  for (const row of rows) found.push({ ...row, path: (await pathOfEntry(db, row.id)) ?? row.name });
  return found;
}

/** The root folders of all accounts, ordered by UserName. */
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

/** Entries of a folder after a name (`''`: from the first), ordered by the code points of their names. */
export async function childrenAfter(
  db: Db,
  folder: TreeEntry,
  after: string,
  limit: number,
): Promise<readonly TreeEntry[]> {
  const rows = await db
    .selectFrom('entries')
    .select(columns)
    .where('parent_id', '=', folder.id)
    .where('name', '>', after)
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, path: `${folder.path}/${row.name}` }));
}

/** The entries of a folder, ordered by name. */
async function* childrenOf(db: Db, folder: TreeEntry): AsyncGenerator<TreeEntry> {
  for (let after = ''; ; ) {
    const page = await childrenAfter(db, folder, after, pageSize);
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.name ?? '';
  }
}

/** All descendants of a folder in pre-order. */
export async function* descendantsOf(db: Db, folder: TreeEntry): AsyncGenerator<TreeEntry> {
  // Not recursive generators: folders may be nested a thousand deep.
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

/**
 * Lists a path: the file itself, or the entries of the folder; `/`: the root folders of all accounts.
 *
 * @throws {OperatorError} `no-such-file`; {@link Rejection} `InvalidPath`.
 */
export async function* listFiles(
  db: Db,
  { path, recursive }: { readonly path: string; readonly recursive: boolean },
): AsyncGenerator<TreeEntry> {
  if (path === '/') {
    for await (const root of accountRoots(db)) {
      yield root;
      if (recursive) yield* descendantsOf(db, root);
    }
    return;
  }
  const entry = await findPath(db, path);
  if (entry === undefined) throw new OperatorError('no-such-file', `There is no file or folder ${path}.`);
  if (entry.kind === 'file') yield entry;
  else yield* recursive ? descendantsOf(db, entry) : childrenOf(db, entry);
}

/** A line of a listing: bytes, last write time in UTC, path; folders end in `/`. */
export function entryLine({ kind, path, size, writtenTicks }: TreeEntry): string {
  const written = (timeOf(writtenTicks) ?? '-').padEnd(28);
  return `${String(size ?? '-').padStart(15)}  ${written}  ${path}${kind === 'folder' ? '/' : ''}\n`;
}

/** The SHA-256 and path of a file, as `sha256sum` prints them; undefined for a folder. */
export function digestLine({ kind, path, digest }: TreeEntry): string | undefined {
  return kind === 'folder' ? undefined : `${digest ?? '-'.padEnd(64)}  ${path}\n`;
}

/** The same as JSON. */
export function entryJson(entry: TreeEntry): object {
  const { kind, path, size, digest, folderKey, apiKey, content } = entry;
  if (kind === 'folder') return { path, kind };
  const times = { written: timeOf(entry.writtenTicks), created: timeOf(entry.creationTicks) };
  return { path, kind, size, sha256: digest, ...times, folderKey, apiKey, content };
}

/** Units of 100 ns since 1970 as a time. */
export function timeOf(ticks: bigint | null): string | undefined {
  return ticks === null ? undefined : dateTimeOfTicks(ticks).toString();
}

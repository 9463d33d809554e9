import { sql } from 'kysely';
import { isPostgres } from '../../storage/engine.ts';
import { migrationLock } from '../../storage/migration-lock.ts';
import { formatName } from '../../storage/migrations.ts';
import type { Db, Tables } from '../../storage/tables.ts';

type Row = Record<string, unknown>;

/** A table, and a unique column of it to read it by. */
type TableKey = { [Table in keyof Tables]: readonly [Table, keyof Tables[Table] & string] }[keyof Tables];

/**
 * Tables in an order in which each row refers to earlier ones only. Not those of running processes, and not those of the
 * object store. Folders and files come by their parents.
 */
const beforeEntries: readonly TableKey[] = [
  ['sites', 'id'],
  ['tenants', 'client_id'],
  ['domains', 'domain'],
  ['identity_providers', 'client_id'],
  ['administrators', 'id'],
  ['service_keys', 'number'],
  ['data_keys', 'number'],
  ['accounts', 'id'],
];
const afterEntries: readonly TableKey[] = [
  ['api_keys', 'id'],
  ['folder_keys', 'id'],
  ['scim_tokens', 'id'],
  ['promotions', 'id'],
  ['session_tokens', 'hash'],
  ['pending_sign_ins', 'state_hash'],
  ['used_assertions', 'hash'],
  ['uploads', 'id'],
  ['guesses', 'subject'],
  ['locks', 'folder_id'],
  ['lock_releases', 'id'],
  ['audit_log', 'id'],
  ['hook_deliveries', 'seq'],
  ['shares', 'id'],
  ['mail_recipients', 'id'],
  ['mail_files', 'id'],
];

/** Tables that are copied in an order of their own. */
const inOwnOrder = ['settings', 'entries', 'policies'] as const;

/** Tables whose rows stay behind. */
const leftOut = {
  schema_steps: 'the target has its own',
  key_holders: 'running processes',
  account_checks: 'running checks of a data folder',
  extents: 'objects of the source: the bytes are stored anew',
  tail: 'bytes of the source: they are stored anew',
  deletions: 'objects of the source that nothing refers to',
  operator_sessions: 'operators sign in again',
  removed_parts: 'files of the source that nothing refers to',
  share_credits: 'names of bytes that change: a download that was cut counts again',
} as const;

/** What becomes of the tables of a schema: the names of those that are copied, and of those that are left out. */
export const migratedTables: { readonly copied: readonly string[]; readonly leftOut: readonly string[] } = {
  copied: [...inOwnOrder, ...beforeEntries.map(([table]) => table), ...afterEntries.map(([table]) => table)],
  leftOut: Object.keys(leftOut),
};

/** Rows in one statement. */
const pageSize = 200;

/** Copies all rows to a database without any; call it in a transaction of that. */
export async function copyRows(from: Db, to: Db): Promise<void> {
  // Those of a new database, the name of the site in its keys, the id of its folder, the format, and the lock are
  // its own.
  for await (const rows of pagesOf(from, 'settings', 'name')) {
    const copied = rows.filter(({ name }) => !['site', 'folder', formatName, migrationLock].includes(String(name)));
    const names = copied.map(({ name }) => String(name));
    if (names.length > 0) await to.deleteFrom('settings').where('name', 'in', names).execute();
    await insert(to, 'settings', copied);
  }
  await copyTables(from, to, beforeEntries);
  await copyEntries(from, to);
  await copyTables(from, to, afterEntries);
  const policies = await from.selectFrom('policies').selectAll().execute();
  for (let at = 0; at < policies.length; at += pageSize)
    await insert(to, 'policies', policies.slice(at, at + pageSize));
  if (isPostgres(to)) await advanceIdentities(to);
}

async function copyTables(from: Db, to: Db, tables: readonly TableKey[]): Promise<void> {
  for (const [table, key] of tables) {
    for await (const rows of pagesOf(from, table, key)) await insert(to, table, rows.map(inFirstGeneration));
  }
}

/** Folders and files, each after its folder. */
async function copyEntries(from: Db, to: Db): Promise<void> {
  const { rows: roots } = await sql<Row>`SELECT * FROM entries WHERE parent_id IS NULL`.execute(from);
  let folders = roots;
  for (let at = 0; at < roots.length; at += pageSize) await insert(to, 'entries', roots.slice(at, at + pageSize));
  while (folders.length > 0) {
    const inside: Row[] = [];
    for (const { id: parent } of folders) {
      for (let after = ''; ; ) {
        const { rows } = await sql<Row>`
          SELECT * FROM entries WHERE parent_id = ${parent} AND id > ${after} ORDER BY id LIMIT ${pageSize}`.execute(
          from,
        );
        await insert(to, 'entries', rows.map(inFirstGeneration));
        inside.push(...rows.filter(({ kind }) => kind === 'folder').map(({ id }) => ({ id })));
        if (rows.length < pageSize) break;
        after = String(rows.at(-1)?.id);
      }
    }
    folders = inside;
  }
}

/** The name that the content of an upload has after a migration: its bytes are copied as if by one process. */
export function migratedContent(content: string): string {
  return content.replace(/\.\d+$/, '.1');
}

function inFirstGeneration(row: Row): Row {
  const changed: Row = { ...row };
  for (const name of ['content', 'described_content']) {
    const value = row[name];
    if (typeof value === 'string') changed[name] = migratedContent(value);
  }
  if ('spool_generation' in row) Object.assign(changed, { generation: 1, spool_generation: 1 });
  if ('lease_owner' in row) Object.assign(changed, { lease_owner: null, lease_until: null });
  return changed;
}

async function* pagesOf(db: Db, table: string, key: string): AsyncGenerator<readonly Row[]> {
  for (let after: unknown; ; ) {
    const where = after === undefined ? sql`` : sql`WHERE ${sql.ref(key)} > ${after}`;
    const { rows } = await sql<Row>`
      SELECT * FROM ${sql.table(table)} ${where} ORDER BY ${sql.ref(key)} LIMIT ${pageSize}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.[key];
  }
}

async function insert(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    VALUES ${sql.join(values)}`.execute(db);
}

/** Ids that the database counts up go on after the copied ones. */
async function advanceIdentities(db: Db): Promise<void> {
  for (const [table, column] of [
    ['service_keys', 'number'],
    ['data_keys', 'number'],
    ['audit_log', 'id'],
    ['hook_deliveries', 'seq'],
    ['mail_files', 'id'],
  ] as const) {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, ${column}),
      (SELECT coalesce(max(${sql.ref(column)}), 0) + 1 FROM ${sql.table(table)}), false)`.execute(db);
  }
}

import type { InsertResult } from 'kysely';
import { randomId, randomToken } from '../secrets/secret-tokens.ts';
import { audit } from '../storage/audit-log.ts';
import { type KeyKind, keyTables } from '../storage/credentials.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import type { Db } from '../storage/tables.ts';
import { findPath } from './entry-tree.ts';
import { checkNewName, type OperatorContext, OperatorError, type RevokeResult } from './operator-context.ts';

/** How messages name keys. */
const keyNames = {
  'api-key': { what: 'API key', article: 'An' },
  'folder-key': { what: 'folder access key', article: 'A' },
  'scim-token': { what: 'SCIM token', article: 'A' },
} as const;

/**
 * Creates an API key.
 *
 * @param clientId the tenant that the key is limited to; null: all tenants.
 * @returns the key: 256 random bits, which only this call returns.
 * @throws {OperatorError} `invalid-argument`, `unknown-tenant` or `name-taken`.
 */
export async function createApiKey(
  context: OperatorContext,
  { name, clientId }: { readonly name: string; readonly clientId: number | null },
): Promise<string> {
  return await createKey(context, 'api-key', name, async (transaction, columns) => {
    if (clientId !== null) await requireTenant(transaction, clientId);
    const inserted = await transaction
      .insertInto('api_keys')
      .values({ ...columns, client_id: clientId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return { inserted, details: { clientId } };
  });
}

async function requireTenant(db: Db, clientId: number): Promise<void> {
  const tenants = db.selectFrom('tenants').select('client_id').where('client_id', '=', clientId);
  if ((await tenants.executeTakeFirst()) !== undefined) return;
  throw new OperatorError('unknown-tenant', `No tenant has the clientId ${clientId}.`);
}

/**
 * Creates a token by which an organisation's directory maintains the accounts of its tenant by SCIM.
 *
 * @param removes whether it may also remove accounts, with their files.
 * @returns the token: 256 random bits, which only this call returns.
 * @throws {OperatorError} `invalid-argument`, `unknown-tenant` or `name-taken`.
 */
export async function createScimToken(
  context: OperatorContext,
  { name, clientId, removes }: { readonly name: string; readonly clientId: number; readonly removes: boolean },
): Promise<string> {
  return await createKey(context, 'scim-token', name, async (transaction, columns) => {
    await requireTenant(transaction, clientId);
    const inserted = await transaction
      .insertInto('scim_tokens')
      .values({ ...columns, client_id: clientId, removes: removes ? 1 : 0 })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return { inserted, details: { clientId, removes: removes ? 'yes' : 'no' } };
  });
}

/**
 * Creates an access key for a folder.
 *
 * @returns the key: 256 random bits, which only this call returns.
 * @throws {OperatorError} `invalid-argument`, `no-such-folder` or `name-taken`; {@link Rejection} `InvalidPath`.
 */
export async function createFolderKey(
  context: OperatorContext,
  { name, folder: path }: { readonly name: string; readonly folder: string },
): Promise<string> {
  return await createKey(context, 'folder-key', name, async (transaction, columns) => {
    const folder = await findPath(transaction, path);
    if (folder?.kind !== 'folder') throw new OperatorError('no-such-folder', `There is no folder ${path}.`);
    const inserted = await transaction
      .insertInto('folder_keys')
      .values({ ...columns, folder_id: folder.id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return { inserted, details: { folder: folder.path } };
  });
}

interface KeyColumns {
  readonly id: string;
  readonly name: string;
  readonly hash: string;
  readonly key_id: string;
  readonly created_at: number;
  readonly revoked_at: null;
}

/** @param insert returns the details for the audit log too. */
async function createKey(
  { db, keys, hashes, now }: OperatorContext,
  kind: KeyKind,
  given: string,
  insert: (
    transaction: Db,
    columns: KeyColumns,
  ) => Promise<{ readonly inserted: InsertResult; readonly details: Readonly<Record<string, string | number | null>> }>,
): Promise<string> {
  const name = checkNewName(given);
  const key = randomToken();
  await db.transaction().execute(async (transaction) => {
    await keys.refresh(transaction);
    const { hash, keyId: key_id } = hashes.new(kind, key);
    const columns = { id: randomId(), name, hash, key_id, created_at: now(), revoked_at: null };
    const { inserted, details } = await insert(transaction, columns);
    if (inserted.numInsertedOrUpdatedRows !== 1n) {
      const { what, article } = keyNames[kind];
      throw new OperatorError('name-taken', `${article} ${what} named ${name} exists, possibly revoked.`);
    }
    const entry = { actor: 'operator', action: `${kind}.created`, subject: `${kind}:${name}`, details } as const;
    await audit(transaction, entry, now());
  });
  return key;
}

/** A key without its secret, which is not stored. */
export interface ListedKey {
  readonly name: string;
  /** The tenant, or the path of the folder (`/anna/inbox`), that the key is limited to; null: all tenants. */
  readonly scope: number | string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
  /** The last use, at most a minute late; null: none since it is stored. */
  readonly usedAt: number | null;
  /** The caller's address at the last use. */
  readonly usedFrom: string | null;
}

const lastUse = ['used_at as usedAt', 'used_from as usedFrom'] as const;

export async function listKeys({ db }: Pick<OperatorContext, 'db'>, kind: KeyKind): Promise<readonly ListedKey[]> {
  if (kind !== 'folder-key') {
    return await db
      .selectFrom(keyTables[kind])
      .select(['name', 'client_id as scope', 'created_at as createdAt', 'revoked_at as revokedAt', ...lastUse])
      .orderBy('name')
      .execute();
  }
  const rows = await db
    .selectFrom('folder_keys')
    .select(['name', 'folder_id', 'created_at as createdAt', 'revoked_at as revokedAt', ...lastUse])
    .orderBy('name')
    .execute();
  const listed: ListedKey[] = [];
  for (const { folder_id, ...row } of rows) listed.push({ ...row, scope: (await pathOfEntry(db, folder_id)) ?? '' });
  return listed;
}

/** The access keys of a folder that are not revoked. */
export async function folderKeysOf(
  db: Db,
  folderId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return await db
    .selectFrom('folder_keys')
    .select(['id', 'name'])
    .where('folder_id', '=', folderId)
    .where('revoked_at', 'is', null)
    .orderBy('name')
    .execute();
}

/** @throws {OperatorError} `unknown-name`. */
export async function revokeKey({ db, now }: OperatorContext, kind: KeyKind, given: string): Promise<RevokeResult> {
  const table = keyTables[kind];
  const { what } = keyNames[kind];
  const name = given.normalize('NFC');
  return await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom(table)
      .select(['id', 'revoked_at'])
      .where('name', '=', name)
      .executeTakeFirst();
    if (row === undefined) throw new OperatorError('unknown-name', `No ${what} is named ${name}.`);
    if (row.revoked_at !== null) return 'already revoked';
    await transaction.updateTable(table).set({ revoked_at: now() }).where('id', '=', row.id).execute();
    await audit(transaction, { actor: 'operator', action: `${kind}.revoked`, subject: `${kind}:${name}` }, now());
    return 'revoked';
  });
}

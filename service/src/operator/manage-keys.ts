import { randomId, randomToken } from '../secrets/secret-tokens.ts';
import { audit } from '../storage/audit-log.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import { findPath } from './entry-tree.ts';
import { checkNewName, type OperatorContext, OperatorError, type RevokeResult } from './operator-context.ts';

/** An API key without its secret, which is not stored. */
export interface ListedApiKey {
  readonly name: string;
  /** Null: for all tenants. */
  readonly clientId: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/**
 * Creates an API key.
 *
 * @param clientId the tenant that the key is limited to; null: all tenants.
 * @returns the key: 256 random bits, which only this call returns.
 * @throws {OperatorError} `invalid-argument`, `unknown-tenant` or `name-taken`.
 */
export async function createApiKey(
  { db, hashes, now }: OperatorContext,
  wanted: { readonly name: string; readonly clientId: number | null },
): Promise<string> {
  const name = checkNewName(wanted.name);
  const { clientId } = wanted;
  const key = randomToken();
  await db.transaction().execute(async (transaction) => {
    if (clientId !== null) {
      const tenants = transaction.selectFrom('tenants').select('client_id').where('client_id', '=', clientId);
      if ((await tenants.executeTakeFirst()) === undefined) {
        throw new OperatorError('unknown-tenant', `No tenant has the clientId ${clientId}.`);
      }
    }
    const hash = hashes.of('api-key', key);
    const done = await transaction
      .insertInto('api_keys')
      .values({ id: randomId(), name, hash, client_id: clientId, created_at: now(), revoked_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (done.numInsertedOrUpdatedRows !== 1n) {
      throw new OperatorError('name-taken', `An API key named ${name} exists, possibly revoked.`);
    }
    const details = { clientId };
    await audit(
      transaction,
      { actor: 'operator', action: 'api-key.created', subject: `api-key:${name}`, details },
      now(),
    );
  });
  return key;
}

export async function listApiKeys({ db }: Pick<OperatorContext, 'db'>): Promise<readonly ListedApiKey[]> {
  return await db
    .selectFrom('api_keys')
    .select(['name', 'client_id as clientId', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .orderBy('name')
    .execute();
}

/** A folder access key without its secret, which is not stored. */
export interface ListedFolderKey {
  readonly name: string;
  /** Path of the folder, such as `/anna/inbox`. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/**
 * Creates an access key for a folder.
 *
 * @returns the key: 256 random bits, which only this call returns.
 * @throws {OperatorError} `invalid-argument`, `no-such-folder` or `name-taken`; {@link Rejection} `InvalidPath`.
 */
export async function createFolderKey(
  { db, hashes, now }: OperatorContext,
  wanted: { readonly name: string; readonly folder: string },
): Promise<string> {
  const name = checkNewName(wanted.name);
  const key = randomToken();
  await db.transaction().execute(async (transaction) => {
    const folder = await findPath(transaction, wanted.folder);
    if (folder?.kind !== 'folder') throw new OperatorError('no-such-folder', `There is no folder ${wanted.folder}.`);
    const hash = hashes.of('folder-key', key);
    const done = await transaction
      .insertInto('folder_keys')
      .values({ id: randomId(), name, hash, folder_id: folder.id, created_at: now(), revoked_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (done.numInsertedOrUpdatedRows !== 1n) {
      throw new OperatorError('name-taken', `A folder access key named ${name} exists, possibly revoked.`);
    }
    const details = { folder: folder.path };
    await audit(
      transaction,
      { actor: 'operator', action: 'folder-key.created', subject: `folder-key:${name}`, details },
      now(),
    );
  });
  return key;
}

export async function listFolderKeys({ db }: Pick<OperatorContext, 'db'>): Promise<readonly ListedFolderKey[]> {
  const rows = await db
    .selectFrom('folder_keys')
    .select(['name', 'folder_id', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .orderBy('name')
    .execute();
  const listed: ListedFolderKey[] = [];
  for (const { folder_id, ...row } of rows) {
    listed.push({ ...row, folder: (await pathOfEntry(db, folder_id)) ?? '' });
  }
  return listed;
}

const keyTables = {
  'api-key': { table: 'api_keys', what: 'API key' },
  'folder-key': { table: 'folder_keys', what: 'folder access key' },
} as const;

/** @throws {OperatorError} `unknown-name`. */
export async function revokeKey(
  { db, now }: OperatorContext,
  kind: keyof typeof keyTables,
  given: string,
): Promise<RevokeResult> {
  const { table, what } = keyTables[kind];
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

import { randomId } from '../secrets/secret-tokens.ts';
import { lockSection } from './engine.ts';
import { type PreparedQuery, prepared } from './prepared-query.ts';
import type { Db } from './tables.ts';

/** A name as it was given, in NFC, and folded for comparison. */
export interface FoldedName {
  readonly text: string;
  readonly folded: string;
}

export interface NewAccount {
  readonly clientId: number | null;
  readonly email: FoldedName;
  readonly userName: FoldedName;
  readonly passwordHash: string | null;
}

/** Until the end of the transaction no other one gives an account this e-mail address. */
export async function lockAddress(transaction: Db, { folded }: FoldedName): Promise<void> {
  await lockSection(transaction, `address:${folded}`);
}

/** Inserts an account with its root folder. Undefined when another account has its e-mail address or UserName. */
export async function insertAccount(
  db: Db,
  account: NewAccount,
  now: number,
): Promise<{ readonly id: string; readonly rootId: string } | undefined> {
  await lockAddress(db, account.email);
  const id = randomId();
  const inserted = await db
    .insertInto('accounts')
    .values({
      id,
      client_id: account.clientId,
      email: account.email.text,
      email_folded: account.email.folded,
      user_name: account.userName.text,
      user_name_folded: account.userName.folded,
      password_hash: account.passwordHash,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return undefined;
  const rootId = randomId();
  await db
    .insertInto('entries')
    .values({ ...noContent, id: rootId, account_id: id, parent_id: null, name: '', kind: 'folder', created_at: now })
    .execute();
  return { id, rootId };
}

/** The columns of a file as a folder has them. */
export const noContent = {
  content: null,
  size: null,
  written_ticks: null,
  creation_ticks: null,
  described_content: null,
  digest: null,
  api_key_id: null,
  folder_key_id: null,
  published_at: null,
} as const;

/** Which of the two unique values another account has. */
export async function findTaken(
  db: Db,
  email: FoldedName,
  userName: FoldedName,
): Promise<'EmailAddress' | 'UserName' | undefined> {
  const rows = await db
    .selectFrom('accounts')
    .select(['email_folded', 'user_name_folded'])
    .where((where) =>
      where.or([where('email_folded', '=', email.folded), where('user_name_folded', '=', userName.folded)]),
    )
    .execute();
  if (rows.some((row) => row.email_folded === email.folded)) return 'EmailAddress';
  return rows.length > 0 ? 'UserName' : undefined;
}

/** The account of a tenant with an e-mail address. */
export const accountByEmail: PreparedQuery<
  { readonly emailFolded: string; readonly clientId: number },
  { readonly id: string; readonly email: string; readonly emailFolded: string; readonly deactivatedAt: number | null }
> = prepared<{ readonly emailFolded: string; readonly clientId: number }>()((db, value) =>
  db
    .selectFrom('accounts')
    .select(['id', 'email', 'email_folded as emailFolded', 'deactivated_at as deactivatedAt'])
    .where('email_folded', '=', value('emailFolded'))
    .where('client_id', '=', value('clientId')),
);

/** The tenant of a company code. */
export const tenantOfCompany: PreparedQuery<{ readonly codeFolded: string }, { readonly clientId: number }> = prepared<{
  readonly codeFolded: string;
}>()((db, value) =>
  db.selectFrom('tenants').select('client_id as clientId').where('company_code_folded', '=', value('codeFolded')),
);

export async function findClientIdOfOrg(db: Db, orgId: bigint): Promise<number | undefined> {
  const tenant = await db.selectFrom('tenants').select('client_id').where('org_id', '=', orgId).executeTakeFirst();
  return tenant?.client_id;
}

/** The tenant's site; `apiUrl` is null when this service is the site. */
export const siteOfTenant: PreparedQuery<{ readonly clientId: number }, { readonly apiUrl: string | null }> = prepared<{
  readonly clientId: number;
}>()((db, value) =>
  db
    .selectFrom('tenants')
    .leftJoin('sites', 'sites.id', 'tenants.site_id')
    .select('sites.api_url as apiUrl')
    .where('tenants.client_id', '=', value('clientId')),
);

export interface Administrator {
  readonly id: string;
  readonly passwordHash: string;
}

export async function findAdministrator(
  db: Db,
  clientId: number,
  adminUserIdFolded: string,
): Promise<Administrator | undefined> {
  return await db
    .selectFrom('administrators')
    .select(['id', 'password_hash as passwordHash'])
    .where('client_id', '=', clientId)
    .where('admin_user_id_folded', '=', adminUserIdFolded)
    .executeTakeFirst();
}

import type { Selectable } from 'kysely';
import { Rejection } from '../common/rejection.ts';
import { type FoldedName, findTaken, insertAccount, lockAddress } from '../storage/accounts.ts';
import { type AuditEntry, audit } from '../storage/audit-log.ts';
import { lockSection } from '../storage/engine.ts';
import { deleteSessionsOf } from '../storage/sign-ins.ts';
import type { Db, Tables } from '../storage/tables.ts';
import { type EmailAddress, emailAddress, userName } from './account-names.ts';
import { alreadyTaken } from './create-account.ts';

/** The texts about a person that a directory may send. They are returned to it, and otherwise not used. */
const personNames = ['displayName', 'formatted', 'givenName', 'familyName'] as const;

export type PersonNames = { readonly [name in (typeof personNames)[number]]?: string };

/** An account of an organisation as its directory wants it; its texts are checked by {@link wantedAccount}. */
export interface OrganisationAccount {
  readonly userName: FoldedName;
  readonly email: EmailAddress;
  readonly externalId: string | null;
  readonly names: PersonNames;
  readonly isActive: boolean;
}

export type AccountRow = Selectable<Tables['accounts']>;

/** Who makes a change: the actor of the audit log, and the id of its request. */
export type By = Pick<AuditEntry, 'actor' | 'requestId'>;

/** Unchecked texts of an account. */
export interface GivenAccount {
  readonly userName: string | undefined;
  /** Default: the UserName, if it is an e-mail address. */
  readonly email: string | undefined;
  readonly externalId: string | undefined;
  readonly names: PersonNames;
  readonly isActive: boolean;
}

/** Most characters of an externalId and of a name. */
const longestText = 256;

/** @throws {Rejection} `InvalidValue` when a text is missing, too long, or has control characters. */
export function wantedAccount({ externalId, names, ...given }: GivenAccount): OrganisationAccount {
  const name = userName(given.userName);
  for (const [what, text] of Object.entries({ externalId, ...names })) {
    if (text !== undefined && (text.length > longestText || /[\p{Cc}\p{Cs}]/u.test(text))) {
      throw new Rejection('InvalidValue', `${what} is longer than ${longestText}, or has control characters.`);
    }
  }
  const email = emailAddress(given.email ?? name.text);
  return { userName: name, email, externalId: externalId ?? null, names, isActive: given.isActive };
}

/** An account of a tenant, until the end of the transaction changed by this caller only; or undefined. */
export async function lockedAccount(transaction: Db, clientId: number, id: string): Promise<AccountRow | undefined> {
  await lockSection(transaction, `account:${id}`);
  return await transaction
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/**
 * Creates an account of a tenant with its root folder and without a password.
 *
 * @throws {Rejection} `AccountExists`; `InvalidValue` when the e-mail address has none of the tenant's domains.
 */
export async function createOrganisationAccount(
  transaction: Db,
  clientId: number,
  wanted: OrganisationAccount,
  { by, now }: { readonly by: By; readonly now: number },
): Promise<AccountRow> {
  const { email, userName: name } = wanted;
  await checkDomain(transaction, clientId, email);
  const created = await insertAccount(transaction, { clientId, email, userName: name, passwordHash: null }, now);
  if (created === undefined) throw alreadyTaken((await findTaken(transaction, email, name)) ?? 'UserName');
  const subject = `account:${created.id}`;
  await audit(transaction, { ...by, action: 'account.created', subject, details: { clientId } }, now);
  const columns = {
    external_id: wanted.externalId,
    names: namesColumn(wanted.names),
    deactivated_at: wanted.isActive ? null : now,
  };
  return await transaction
    .updateTable('accounts')
    .set(columns)
    .where('id', '=', created.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Makes an account as its directory wants it. Deactivated, its sessions end, nobody signs in, and the access keys of its
 * folders are refused from the next request on; its files stay. Activated again, the keys are accepted again.
 *
 * @param row as {@link lockedAccount} returns it.
 * @throws {Rejection} `AccountExists`; `InvalidValue` for another UserName, with which its paths begin, and for an e-mail
 *   address without a domain of the tenant.
 */
export async function changeOrganisationAccount(
  transaction: Db,
  row: AccountRow,
  wanted: OrganisationAccount,
  { by, now }: { readonly by: By; readonly now: number },
): Promise<AccountRow> {
  const { email } = wanted;
  if (wanted.userName.folded !== row.user_name_folded) {
    throw new Rejection('InvalidValue', 'UserName cannot be changed: the paths of the account begin with it.');
  }
  const isActive = row.deactivated_at === null;
  const columns = {
    email: email.text,
    email_folded: email.folded,
    user_name: wanted.userName.text,
    external_id: wanted.externalId,
    names: namesColumn(wanted.names),
  };
  const fields = (Object.keys(columns) as (keyof typeof columns)[]).filter((name) => columns[name] !== row[name]);
  if (fields.length === 0 && isActive === wanted.isActive) return row;
  if (fields.includes('email_folded')) {
    await checkDomain(transaction, row.client_id, email);
    await lockAddress(transaction, email);
    const others = transaction.selectFrom('accounts').select('id').where('email_folded', '=', email.folded);
    if ((await others.executeTakeFirst()) !== undefined) throw alreadyTaken('EmailAddress');
  }
  const subject = `account:${row.id}`;
  if (fields.length > 0) {
    // Names of fields only.
    const details = { fields: fields.filter((field) => field !== 'email_folded').join(', ') };
    await audit(transaction, { ...by, action: 'account.changed', subject, details }, now);
  }
  if (isActive !== wanted.isActive) {
    const sessions = wanted.isActive ? 0 : await deleteSessionsOf(transaction, row.id);
    const action = wanted.isActive ? 'account.reactivated' : 'account.deactivated';
    await audit(transaction, { ...by, action, subject, details: { sessions } }, now);
  }
  const deactivated_at = wanted.isActive ? null : (row.deactivated_at ?? now);
  return await transaction
    .updateTable('accounts')
    .set({ ...columns, changed_at: now, deactivated_at })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function namesColumn(names: PersonNames): string | null {
  return Object.keys(names).length === 0 ? null : JSON.stringify(names);
}

/** An organisation cannot take the addresses of another one. */
async function checkDomain(db: Db, clientId: number | null, { domain }: EmailAddress): Promise<void> {
  const own = db.selectFrom('domains').select('domain').where('domain', '=', domain).where('client_id', '=', clientId);
  if ((await own.executeTakeFirst()) !== undefined) return;
  throw new Rejection(
    'InvalidValue',
    `EmailAddress must have a domain of the tenant, and ${domain} belongs to another or nobody.`,
  );
}

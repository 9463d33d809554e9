import { fold } from '../domain/account-names.ts';
import { audit } from '../storage/audit-log.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import {
  clearPolicy,
  listPolicies,
  type Policy,
  type PolicyKind,
  type PolicySubject,
  setPolicy,
  usedBytes,
} from '../storage/policies.ts';
import type { Db, PolicySubjectKind } from '../storage/tables.ts';
import { findPath } from './entry-tree.ts';
import { type OperatorContext, OperatorError } from './operator-context.ts';

/** The subjects of each policy, as operators write them. */
const subjectKinds: Readonly<Record<PolicyKind, readonly PolicySubjectKind[]>> = {
  quota: ['folder-key', 'account', 'tenant'],
  retention: ['folder', 'tenant'],
};

type PolicyContext = Pick<OperatorContext, 'db' | 'now'>;

/**
 * Sets a quota in bytes, or a retention in milliseconds; 0 keeps files forever.
 *
 * @param subject `folder-key:NAME`, `account:USERNAME` or `tenant:CLIENTID`; `folder:/user/path` for a retention.
 * @throws {OperatorError} `invalid-argument`, `unknown-name`, `unknown-tenant`, `no-such-folder`; {@link Rejection}.
 */
export async function setPolicyOf(
  { db, now }: PolicyContext,
  kind: PolicyKind,
  subject: string,
  value: bigint,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await setPolicy(transaction, kind, { ...(await findSubject(transaction, kind, subject)), value });
    const entry = { action: `${kind}.set`, subject, details: { value: String(value) } } as const;
    await audit(transaction, { actor: 'operator', ...entry }, now());
  });
}

/** Clears a policy; returns whether there was one. @throws as `setPolicyOf`. */
export async function clearPolicyOf({ db, now }: PolicyContext, kind: PolicyKind, subject: string): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const found = await clearPolicy(transaction, kind, await findSubject(transaction, kind, subject));
    if (found) await audit(transaction, { actor: 'operator', action: `${kind}.cleared`, subject }, now());
    return found;
  });
}

/** A policy with its subject as operators write it. */
export interface ListedPolicy {
  readonly subject: string;
  readonly value: bigint;
  /** Bytes that count for a quota; null for a retention. */
  readonly used: bigint | null;
}

export async function listPoliciesOf(
  { db }: Pick<PolicyContext, 'db'>,
  kind: PolicyKind,
): Promise<readonly ListedPolicy[]> {
  const listed: ListedPolicy[] = [];
  for (const policy of await listPolicies(db, kind)) {
    const used = kind === 'quota' ? await usedBytes(db, policy) : null;
    listed.push({ subject: `${policy.kind}:${await subjectName(db, policy)}`, value: policy.value, used });
  }
  return listed;
}

/**
 * Finds the subject of a policy by its name.
 *
 * @throws {OperatorError} `invalid-argument`, `unknown-name`, `unknown-tenant`, `no-such-folder`; {@link Rejection}.
 */
export async function findSubject(db: Db, policy: PolicyKind, subject: string): Promise<PolicySubject> {
  const colon = subject.indexOf(':');
  const kind = subjectKinds[policy].find((each) => each === subject.slice(0, colon));
  if (kind === undefined) {
    const forms = subjectKinds[policy].map((each) => `${each}:${examples[each]}`).join(', ');
    throw new OperatorError('invalid-argument', `${subject} is not the subject of a ${policy}. It may be: ${forms}.`);
  }
  return { kind, id: await finders[kind](db, subject.slice(colon + 1)) };
}

const examples = { 'folder-key': 'NAME', account: 'USERNAME', tenant: 'CLIENTID', folder: '/user/path' } as const;

const finders: Readonly<Record<PolicySubjectKind, (db: Db, name: string) => Promise<string>>> = {
  async 'folder-key'(db, name) {
    const normal = name.normalize('NFC');
    const key = await db.selectFrom('folder_keys').select('id').where('name', '=', normal).executeTakeFirst();
    if (key === undefined) throw new OperatorError('unknown-name', `No folder access key is named ${name}.`);
    return key.id;
  },
  async account(db, name) {
    const query = db.selectFrom('accounts').select('id').where('user_name_folded', '=', fold(name));
    const account = await query.executeTakeFirst();
    if (account === undefined) throw new OperatorError('unknown-name', `No account has the UserName ${name}.`);
    return account.id;
  },
  async tenant(db, name) {
    const query = db.selectFrom('tenants').select('client_id').where('client_id', '=', Number(name));
    const tenant = await query.executeTakeFirst();
    if (tenant === undefined) throw new OperatorError('unknown-tenant', `No tenant has the clientId ${name}.`);
    return String(tenant.client_id);
  },
  async folder(db, path) {
    const folder = await findPath(db, path);
    if (folder?.kind !== 'folder') throw new OperatorError('no-such-folder', `There is no folder ${path}.`);
    return folder.id;
  },
};

async function subjectName(db: Db, { kind, id }: Policy): Promise<string> {
  if (kind === 'tenant') return id;
  if (kind === 'folder') return (await pathOfEntry(db, id)) ?? id;
  if (kind === 'account') {
    const account = await db.selectFrom('accounts').select('user_name').where('id', '=', id).executeTakeFirst();
    return account?.user_name ?? id;
  }
  const key = await db.selectFrom('folder_keys').select('name').where('id', '=', id).executeTakeFirst();
  return key?.name ?? id;
}

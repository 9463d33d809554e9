import type { Located } from '../../config/yaml-document.ts';
import { fold } from '../../domain/account-names.ts';
import type { Passwords } from '../../secrets/passwords.ts';
import type { Seals } from '../../secrets/seal.ts';
import { findAdministrator } from '../../storage/accounts.ts';
import { audit } from '../../storage/audit-log.ts';
import type { Db } from '../../storage/tables.ts';
import type { OperatorContext } from '../operator-context.ts';
import { applyAccounts, applyAdministrator } from './apply-accounts.ts';
import { applyApiKeys, applyFolderKeys, applyPromotions } from './apply-keys.ts';
import { applyPolicies } from './apply-policies.ts';
import { applyTenants } from './apply-tenants.ts';
import type { Entities } from './entities.ts';
import type { LoadedEntities } from './load-entities.ts';
import type { Change, ProvisionContext } from './provision-context.ts';

/**
 * Applies a provisioning file in one transaction. Entities that are not in the file are unchanged, and applying the same
 * file again changes nothing.
 *
 * @throws {FileProblems} with all conflicts with the database; then nothing was changed.
 */
export async function provision(parts: ProvisionParts, loaded: LoadedEntities): Promise<readonly Change[]> {
  const apply = await preparedProvision(parts, loaded);
  return await parts.db.transaction().execute(apply);
}

/** The same, in a transaction that is rolled back: nothing is changed. */
export async function tryProvision(parts: ProvisionParts, loaded: LoadedEntities): Promise<readonly Change[]> {
  const apply = await preparedProvision(parts, loaded);
  const transaction = await parts.db.startTransaction().execute();
  try {
    return await apply(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

/** Hashes passwords before the transaction, since that is slow and a transaction blocks other writers. */
async function preparedProvision(
  { db, keys, hashes, seals, passwords, now }: ProvisionParts,
  { entities, problems }: LoadedEntities,
): Promise<(transaction: Db) => Promise<readonly Change[]>> {
  const passwordHashes = await newPasswordHashes(db, passwords, entities);
  return async (transaction) => {
    await keys.refresh(transaction);
    const context: ProvisionContext = {
      db: transaction,
      hashes,
      seals,
      problems,
      now: now(),
      passwordHashes,
      changes: [],
    };
    await applyTenants(context, entities.tenants);
    await applyAccounts(context, entities.accounts);
    for (const administrator of entities.administrators) await applyAdministrator(context, administrator);
    await applyApiKeys(context, entities.apiKeys);
    await applyFolderKeys(context, entities.folderKeys);
    await applyPromotions(context, entities.promotions);
    await applyPolicies(context, 'quota', entities.quotas);
    await applyPolicies(context, 'retention', entities.retentions);
    problems.throwIfAny();
    for (const { kind, entity, name, fields } of context.changes) {
      const entry = {
        actor: 'operator',
        action: 'provisioned',
        subject: `${entity} ${name}`,
        // Names of fields only.
        details: { kind, fields: fields.map(({ field }) => field).join(', ') },
      } as const;
      await audit(transaction, entry, context.now);
    }
    return context.changes;
  };
}

export interface ProvisionParts extends OperatorContext {
  readonly seals: Seals;
  readonly passwords: Passwords;
}

/** Hashes of the passwords that differ from the database, by their offsets in the file. */
async function newPasswordHashes(
  db: Db,
  passwords: Passwords,
  { accounts, administrators }: Entities,
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  const checks: Promise<void>[] = [];
  const check = async ({ value, offset }: Located<string>, stored: string | null | undefined): Promise<void> => {
    if (!stored || !(await passwords.verify(value, stored))) hashes.set(offset, await passwords.hash(value));
  };
  for (const { userName, password } of accounts) {
    if (password === undefined) continue;
    const row = await db
      .selectFrom('accounts')
      .select('password_hash')
      .where('user_name_folded', '=', userName.value.folded)
      .executeTakeFirst();
    checks.push(check(password, row?.password_hash));
  }
  for (const { tenant, userId, password } of administrators) {
    const administrator = await findAdministrator(db, tenant.value, fold(userId.value));
    checks.push(check(password, administrator?.passwordHash));
  }
  // Concurrently; `passwords` limits the number.
  await Promise.all(checks);
  return hashes;
}

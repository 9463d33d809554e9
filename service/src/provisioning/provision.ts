import { fold } from '../names/fold.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Passwords } from '../secrets/passwords.ts';
import { audit } from '../storage/audit.ts';
import type { Db } from '../storage/tables.ts';
import type { Application, Change } from './application.ts';
import { applyAccount } from './apply-accounts.ts';
import { applyApiKey, applyFolderKey, applyPromotion } from './apply-keys.ts';
import { applyAdministrator, applyTenant } from './apply-tenants.ts';
import type { LoadedNouns } from './load.ts';
import type { Nouns } from './nouns.ts';

/**
 * Brings the database to what a provisioning file says, as a whole or not at all. What the file does not name stays as
 * it is, and the same file a second time changes nothing.
 *
 * @returns what was made or changed.
 * @throws {FileProblems} with everything that does not fit what is there; then nothing was changed.
 */
export async function provision(
  { db, hashes, passwords, now }: ProvisionParts,
  { nouns, problems }: LoadedNouns,
): Promise<readonly Change[]> {
  // Hashing takes long, and a transaction keeps others waiting: so it comes before.
  const passwordHashes = await newPasswordHashes(db, passwords, nouns);
  return await db.transaction().execute(async (transaction) => {
    const application: Application = {
      db: transaction,
      hashes,
      problems,
      now: now(),
      passwordHashes,
      changes: [],
    };
    for (const tenant of nouns.tenants) await applyTenant(application, tenant);
    for (const account of nouns.accounts) await applyAccount(application, account);
    for (const administrator of nouns.administrators) await applyAdministrator(application, administrator);
    for (const key of nouns.apiKeys) await applyApiKey(application, key);
    for (const key of nouns.folderKeys) await applyFolderKey(application, key);
    for (const promotion of nouns.promotions) await applyPromotion(application, promotion);
    problems.throwIfAny();
    for (const { kind, noun, name } of application.changes) {
      const entry = {
        actor: 'operator',
        action: 'provisioned',
        subject: `${noun} ${name}`,
        details: { kind },
      } as const;
      await audit(transaction, entry, application.now);
    }
    return application.changes;
  });
}

export interface ProvisionParts {
  readonly db: Db;
  readonly hashes: KeyedHash;
  readonly passwords: Passwords;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Hashes of the passwords that are not those of the database already, by their places in the file. */
async function newPasswordHashes(
  db: Db,
  passwords: Passwords,
  { accounts, administrators }: Nouns,
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  for (const { userName, password } of accounts) {
    if (password === undefined) continue;
    const row = await db
      .selectFrom('accounts')
      .select('password_hash')
      .where('user_name_folded', '=', userName.value.folded)
      .executeTakeFirst();
    if (row?.password_hash && (await passwords.verify(password.value, row.password_hash))) continue;
    hashes.set(password.offset, await passwords.hash(password.value));
  }
  for (const { tenant, userId, password } of administrators) {
    const row = await db
      .selectFrom('administrators')
      .select('password_hash')
      .where('client_id', '=', tenant.value)
      .where('admin_user_id_folded', '=', fold(userId.value))
      .executeTakeFirst();
    if (row !== undefined && (await passwords.verify(password.value, row.password_hash))) continue;
    hashes.set(password.offset, await passwords.hash(password.value));
  }
  return hashes;
}

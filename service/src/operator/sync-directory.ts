import { Rejection } from '../common/rejection.ts';
import { fold } from '../domain/account-names.ts';
import {
  type AccountRow,
  changeOrganisationAccount,
  createOrganisationAccount,
  lockedAccount,
  wantedAccount,
} from '../domain/organisation-accounts.ts';
import type { Seals } from '../secrets/seal.ts';
import { listPeople, type Person } from '../sign-in/ldap/directory.ts';
import { findProvider } from '../storage/identity-providers.ts';
import type { Db } from '../storage/tables.ts';
import { type OperatorContext, OperatorError } from './operator-context.ts';

export type SyncedKind = 'created' | 'changed' | 'deactivated' | 'reactivated' | 'skipped';

/** An account that a synchronisation has changed, or a person whom it has skipped. */
export interface Synced {
  readonly kind: SyncedKind;
  readonly name: string;
  /** Why a person has no account; undefined unless skipped. */
  readonly reason?: string;
}

export interface SyncOptions {
  readonly clientId: number;
  /** Changes nothing: the result says what would be changed. */
  readonly dryRun: boolean;
  /** Whether more than half of the accounts that the directory has created may be deactivated. */
  readonly most: 'half' | 'all';
  /** Milliseconds for the directory. */
  readonly within: number;
}

const by = { actor: 'operator' } as const;

/**
 * Makes the accounts of a tenant those of its directory, in one transaction: creates and changes accounts, and deactivates
 * those that came from the directory and are not in it any more. Accounts without an id of the directory and without a name
 * in it stay as they are.
 *
 * @throws {OperatorError} `invalid-argument` when the tenant has no directory, it is empty, or too many would be
 *   deactivated; {@link Rejection} `ProviderUnavailable`.
 */
export async function syncDirectory(
  { db, seals, now }: OperatorContext & { readonly seals: Seals },
  { clientId, dryRun, most, within }: SyncOptions,
): Promise<readonly Synced[]> {
  const provider = await findProvider(db, seals, clientId);
  if (provider?.kind !== 'LDAP') {
    throw new OperatorError(
      'invalid-argument',
      `The identityProvider of tenant ${clientId} is not a directory (ldap).`,
    );
  }
  const people = await listPeople(provider, within);
  const transaction = await db.startTransaction().execute();
  try {
    const synced: Synced[] = [];
    const seen = new Set<string>();
    for (const person of people)
      synced.push(...(await syncPerson(transaction, clientId, person, { seen, now: now() })));
    const gone = await goneAccounts(transaction, clientId, seen);
    if (most === 'half' && gone.length > seen.size) {
      throw new OperatorError(
        'invalid-argument',
        `${gone.length} accounts would be deactivated, and ${seen.size} stay. If that is right, use --most all.`,
      );
    }
    for (const row of gone) {
      await changeOrganisationAccount(transaction, row, { ...wantedOf(row), isActive: false }, { by, now: now() });
      synced.push({ kind: 'deactivated', name: row.user_name });
    }
    await (dryRun ? transaction.rollback() : transaction.commit()).execute();
    return synced;
  } catch (error) {
    if (!transaction.isCommitted && !transaction.isRolledBack) await transaction.rollback().execute();
    throw error;
  }
}

async function syncPerson(
  transaction: Db,
  clientId: number,
  person: Person,
  { seen, now }: { readonly seen: Set<string>; readonly now: number },
): Promise<readonly Synced[]> {
  const name = person.userName ?? person.dn;
  try {
    const row = await accountOf(transaction, clientId, person);
    // A person who cannot be changed now is in the directory all the same.
    if (row !== undefined) seen.add(row.id);
    const wanted = wantedAccount({
      // Names of a directory are compared in any case, and the account keeps the spelling of its paths.
      userName: row?.user_name ?? person.userName,
      email: person.emails[0],
      externalId: person.id,
      names: person.displayName === undefined ? {} : { displayName: person.displayName },
      isActive: true,
    });
    if (row === undefined) {
      seen.add((await createOrganisationAccount(transaction, clientId, wanted, { by, now })).id);
      return [{ kind: 'created', name }];
    }
    const changed = await changeOrganisationAccount(transaction, row, wanted, { by, now });
    if (row.deactivated_at !== null) return [{ kind: 'reactivated', name }];
    return changed === row ? [] : [{ kind: 'changed', name }];
  } catch (error) {
    if (error instanceof Rejection) return [{ kind: 'skipped', name, reason: error.message }];
    throw error;
  }
}

/** By the id that the directory gave it, else by its name. */
async function accountOf(transaction: Db, clientId: number, person: Person): Promise<AccountRow | undefined> {
  const own = transaction.selectFrom('accounts').select('id').where('client_id', '=', clientId);
  const byId = person.id === undefined ? [] : await own.where('external_id', '=', person.id).execute();
  const folded = fold(person.userName ?? '');
  const found = byId[0] ?? (await own.where('user_name_folded', '=', folded).executeTakeFirst());
  return found && (await lockedAccount(transaction, clientId, found.id));
}

async function goneAccounts(transaction: Db, clientId: number, seen: ReadonlySet<string>): Promise<AccountRow[]> {
  const rows = await transaction
    .selectFrom('accounts')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('external_id', 'is not', null)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.filter(({ id }) => !seen.has(id));
}

function wantedOf(row: AccountRow) {
  return wantedAccount({
    userName: row.user_name,
    email: row.email,
    externalId: row.external_id ?? undefined,
    names: JSON.parse(row.names ?? '{}'),
    isActive: true,
  });
}

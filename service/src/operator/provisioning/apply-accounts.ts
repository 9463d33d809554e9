import type { Selectable } from 'kysely';
import { fold } from '../../domain/account-names.ts';
import { randomId, randomToken } from '../../secrets/secret-tokens.ts';
import { insertAccount } from '../../storage/accounts.ts';
import { type Folder, findEntry, findRoot, insertFolder } from '../../storage/folder-entries.ts';
import type { Tables } from '../../storage/tables.ts';
import type { AccountEntity, AdministratorEntity } from './entities.ts';
import { type FieldValues, Secret } from './entity-differences.ts';
import { type ProvisionContext, recordChange, shownNumber, tenantExists } from './provision-context.ts';

type AccountRow = Selectable<Tables['accounts']>;

/** Applies all accounts. First frees changed e-mail addresses, so that accounts can exchange them in any order. */
export async function applyAccounts(context: ProvisionContext, accounts: readonly AccountEntity[]): Promise<void> {
  const { db } = context;
  const before = new Map<AccountEntity, AccountRow>();
  for (const account of accounts) {
    const row = await db
      .selectFrom('accounts')
      .selectAll()
      .where('user_name_folded', '=', account.userName.value.folded)
      .executeTakeFirst();
    if (row !== undefined) before.set(account, row);
  }
  for (const [account, row] of before) {
    if (row.email_folded === account.email.value.folded) continue;
    await db.updateTable('accounts').set({ email_folded: randomToken() }).where('id', '=', row.id).execute();
  }
  for (const account of accounts) await applyAccount(context, account, before.get(account));
}

async function applyAccount(
  context: ProvisionContext,
  account: AccountEntity,
  row: AccountRow | undefined,
): Promise<void> {
  const { db, problems, now, passwordHashes } = context;
  const { userName, email, tenant, password } = account;
  if (!(await tenantExists(context, tenant))) return;
  const other = await db
    .selectFrom('accounts')
    .select('user_name')
    .where('email_folded', '=', email.value.folded)
    .where('user_name_folded', '!=', userName.value.folded)
    .executeTakeFirst();
  if (other !== undefined) {
    problems.add(email.offset, `The account ${other.user_name} has this e-mail address.`);
    return;
  }
  // Without a password in the file the account keeps its own.
  const passwordHash = (password && passwordHashes.get(password.offset)) ?? row?.password_hash ?? null;
  const clientId = tenant?.value ?? null;
  const columns = {
    client_id: clientId,
    email: email.value.text,
    email_folded: email.value.folded,
    user_name: userName.value.text,
    password_hash: passwordHash,
  };
  const states = { before: row && shown(row), after: shown(columns) };
  if (recordChange(context, 'account', userName.value.text, states)) {
    if (row === undefined) {
      await insertAccount(db, { clientId, email: email.value, userName: userName.value, passwordHash }, now);
    } else {
      await db.updateTable('accounts').set(columns).where('id', '=', row.id).execute();
    }
  }
  await applyFolders(context, account);
}

function shown(row: Pick<AccountRow, 'user_name' | 'email' | 'client_id' | 'password_hash'>): FieldValues {
  return {
    userName: row.user_name,
    email: row.email,
    tenant: shownNumber(row.client_id),
    password: row.password_hash === null ? undefined : new Secret(row.password_hash),
  };
}

async function applyFolders(context: ProvisionContext, account: AccountEntity): Promise<void> {
  const { db, problems, now } = context;
  const { userName, tenant, folders } = account;
  const clientId = tenant?.value ?? null;
  const root = await findRoot(db, { clientId, userNameFolded: userName.value.folded });
  for (const names of root === undefined ? [] : folders) {
    let folder: Folder | undefined = root;
    for (const [depth, name] of names.entries()) {
      if (folder === undefined) break;
      const path = `/${[userName.value.text, ...names.slice(0, depth + 1)].join('/')}`;
      const entry = await findEntry(db, folder.id, name);
      if (entry?.kind === 'file') problems.add(userName.offset, `${path} cannot be created: a file has this name.`);
      if (entry === undefined) recordChange(context, 'folder', path, { before: undefined, after: {} });
      folder =
        entry === undefined
          ? await insertFolder(db, folder, name, now)
          : entry.kind === 'folder'
            ? { id: entry.id, accountId: folder.accountId }
            : undefined;
    }
  }
}

export async function applyAdministrator(context: ProvisionContext, administrator: AdministratorEntity): Promise<void> {
  const { db, now, passwordHashes } = context;
  const { tenant, userId, password } = administrator;
  if (!(await tenantExists(context, tenant))) return;
  const folded = fold(userId.value);
  const row = await db
    .selectFrom('administrators')
    .selectAll()
    .where('client_id', '=', tenant.value)
    .where('admin_user_id_folded', '=', folded)
    .executeTakeFirst();
  const password_hash = passwordHashes.get(password.offset) ?? row?.password_hash ?? '';
  const columns = { admin_user_id: userId.value, password_hash };
  const before = row && { userId: row.admin_user_id, password: new Secret(row.password_hash) };
  const after = { userId: userId.value, password: new Secret(password_hash) };
  if (!recordChange(context, 'administrator', `${tenant.value}/${userId.value}`, { before, after })) return;
  await db
    .insertInto('administrators')
    .values({ ...columns, id: randomId(), client_id: tenant.value, admin_user_id_folded: folded, created_at: now })
    .onConflict((conflict) => conflict.columns(['client_id', 'admin_user_id_folded']).doUpdateSet(columns))
    .execute();
}

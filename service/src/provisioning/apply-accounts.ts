import { insertAccount } from '../storage/accounts.ts';
import { type Folder, findEntry, findRoot, insertFolder } from '../storage/entries.ts';
import { type Application, differs, tenantIsThere } from './application.ts';
import type { AccountNoun } from './nouns.ts';

export async function applyAccount(application: Application, account: AccountNoun): Promise<void> {
  const { db, problems, now, changes, passwordHashes } = application;
  const { userName, email, tenant, password } = account;
  if (!(await tenantIsThere(application, tenant))) return;
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
  const clientId = tenant?.value ?? null;
  const newHash = password && passwordHashes.get(password.offset);
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('user_name_folded', '=', userName.value.folded)
    .executeTakeFirst();
  const name = userName.value.text;
  if (row === undefined) {
    const passwordHash = newHash ?? null;
    await insertAccount(db, { clientId, email: email.value, userName: userName.value, passwordHash }, now);
    changes.push({ kind: 'made', noun: 'account', name });
  } else {
    const columns = {
      client_id: clientId,
      email: email.value.text,
      email_folded: email.value.folded,
      user_name: name,
      // Without a password in the file the account keeps its own.
      password_hash: newHash ?? row.password_hash,
    };
    if (differs(row, columns)) {
      await db.updateTable('accounts').set(columns).where('id', '=', row.id).execute();
      changes.push({ kind: 'changed', noun: 'account', name });
    }
  }
  await applyFolders(application, account);
}

async function applyFolders({ db, problems, now, changes }: Application, account: AccountNoun): Promise<void> {
  const { userName, tenant, folders } = account;
  const clientId = tenant?.value ?? null;
  const root = await findRoot(db, { clientId, userNameFolded: userName.value.folded });
  for (const names of root === undefined ? [] : folders) {
    let folder: Folder | undefined = root;
    for (const [depth, name] of names.entries()) {
      if (folder === undefined) break;
      const path = `/${[userName.value.text, ...names.slice(0, depth + 1)].join('/')}`;
      const entry = await findEntry(db, folder.id, name);
      if (entry?.kind === 'file') problems.add(userName.offset, `${path} cannot be made: a file is there.`);
      if (entry === undefined) changes.push({ kind: 'made', noun: 'folder', name: path });
      folder =
        entry === undefined
          ? await insertFolder(db, folder, name, now)
          : entry.kind === 'folder'
            ? { id: entry.id, accountId: folder.accountId }
            : undefined;
    }
  }
}

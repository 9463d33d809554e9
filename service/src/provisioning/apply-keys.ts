import { fold } from '../names/fold.ts';
import { randomId } from '../secrets/random.ts';
import { findFolder } from '../storage/entries.ts';
import type { Located } from '../yaml/problems.ts';
import { type Application, type Change, differs, tenantIsThere } from './application.ts';
import type { ApiKeyNoun, FolderKeyNoun, PromotionNoun } from './nouns.ts';

export async function applyApiKey(application: Application, noun: ApiKeyNoun): Promise<void> {
  const { db, hashes, now } = application;
  if (!(await tenantIsThere(application, noun.tenant))) return;
  const row = await db.selectFrom('api_keys').selectAll().where('name', '=', noun.name.value).executeTakeFirst();
  const columns = {
    hash: hashes.of('api-key', noun.key.value),
    client_id: noun.tenant?.value ?? null,
    revoked_at: noun.revoked ? (row?.revoked_at ?? now) : null,
  };
  const twin = await db.selectFrom('api_keys').select('name').where('hash', '=', columns.hash).executeTakeFirst();
  if (isAnothers(application, noun, twin, noun.key)) return;
  if (row === undefined) {
    const values = { ...columns, id: randomId(), name: noun.name.value, created_at: now };
    await db.insertInto('api_keys').values(values).execute();
  } else if (differs(row, columns)) {
    await db.updateTable('api_keys').set(columns).where('id', '=', row.id).execute();
  }
  note(application, 'API key', noun.name.value, row, columns);
}

export async function applyFolderKey(application: Application, noun: FolderKeyNoun): Promise<void> {
  const { db, hashes, problems, now } = application;
  const { userName, folders } = noun.folder.value;
  const root = await db
    .selectFrom('accounts')
    .innerJoin('entries', 'entries.account_id', 'accounts.id')
    .select(['entries.id', 'accounts.id as accountId'])
    .where('accounts.user_name_folded', '=', fold(userName))
    .where('entries.parent_id', 'is', null)
    .executeTakeFirst();
  const folder = root && (await findFolder(db, root, folders));
  if (folder === undefined) {
    problems.add(noun.folder.offset, 'There is no such folder. List it under `folders` of its account.');
    return;
  }
  const row = await db.selectFrom('folder_keys').selectAll().where('name', '=', noun.name.value).executeTakeFirst();
  const columns = {
    hash: hashes.of('folder-key', noun.key.value),
    folder_id: folder.id,
    revoked_at: noun.revoked ? (row?.revoked_at ?? now) : null,
  };
  const twin = await db.selectFrom('folder_keys').select('name').where('hash', '=', columns.hash).executeTakeFirst();
  if (isAnothers(application, noun, twin, noun.key)) return;
  if (row === undefined) {
    const values = { ...columns, id: randomId(), name: noun.name.value, created_at: now };
    await db.insertInto('folder_keys').values(values).execute();
  } else if (differs(row, columns)) {
    await db.updateTable('folder_keys').set(columns).where('id', '=', row.id).execute();
  }
  note(application, 'folder access key', noun.name.value, row, columns);
}

export async function applyPromotion(application: Application, noun: PromotionNoun): Promise<void> {
  const { db, hashes, now } = application;
  if (!(await tenantIsThere(application, noun.tenant))) return;
  const columns = {
    hash: hashes.of('promotion', noun.code.value),
    client_id: noun.tenant?.value ?? null,
    places: noun.places,
    from_at: noun.from ?? null,
    until_at: noun.until ?? null,
  };
  const row = await db.selectFrom('promotions').selectAll().where('name', '=', noun.name.value).executeTakeFirst();
  const twin = await db.selectFrom('promotions').select('name').where('hash', '=', columns.hash).executeTakeFirst();
  if (isAnothers(application, noun, twin, noun.code)) return;
  if (row === undefined) {
    const values = { ...columns, id: randomId(), name: noun.name.value, redeemed: 0, created_at: now };
    await db.insertInto('promotions').values(values).execute();
  } else if (differs(row, columns)) {
    await db.updateTable('promotions').set(columns).where('id', '=', row.id).execute();
  }
  note(application, 'promotion', noun.name.value, row, columns);
}

/** Two of a kind cannot have one secret: nothing would tell which is meant. */
function isAnothers(
  { problems }: Application,
  { name }: { readonly name: Located<string> },
  twin: { readonly name: string } | undefined,
  secret: Located<string>,
): boolean {
  if (twin === undefined || twin.name === name.value) return false;
  problems.add(secret.offset, `${twin.name} has the same value.`);
  return true;
}

function note<Row extends object>(
  { changes }: Application,
  noun: Change['noun'],
  name: string,
  row: Row | undefined,
  columns: Partial<Row>,
): void {
  if (row === undefined) changes.push({ kind: 'made', noun, name });
  else if (differs(row, columns)) changes.push({ kind: 'changed', noun, name });
}

import type { Located } from '../../config/yaml-document.ts';
import { fold } from '../../domain/account-names.ts';
import { randomId, randomToken } from '../../secrets/secret-tokens.ts';
import { findFolder, pathOfEntry } from '../../storage/folder-entries.ts';
import { type Application, note, shownNumber, shownTime, tenantIsThere } from './application.ts';
import type { ApiKeyEntity, FolderKeyEntity, PromotionEntity } from './entities.ts';
import { Secret, type Shown } from './entity-differences.ts';

/** Tables whose rows have a unique name and the unique hash of a secret. */
type KeyTable = 'api_keys' | 'folder_keys' | 'promotions';

export async function applyApiKeys(application: Application, entities: readonly ApiKeyEntity[]): Promise<void> {
  const { db, hashes, now } = application;
  const secrets = entities.map((entity) => ({
    entity,
    secret: entity.key,
    hash: hashes.of('api-key', entity.key.value),
  }));
  await release(application, 'api_keys', secrets);
  for (const { entity, secret, hash } of secrets) {
    if (!(await tenantIsThere(application, entity.tenant))) continue;
    if (await isTakenByOther(application, 'api_keys', entity.name, secret, hash)) continue;
    const row = await db.selectFrom('api_keys').selectAll().where('name', '=', entity.name.value).executeTakeFirst();
    const client_id = entity.tenant?.value ?? null;
    const columns = { hash, client_id, revoked_at: entity.revoked ? (row?.revoked_at ?? now) : null };
    const states = { before: row && shownApiKey(row), after: shownApiKey(columns) };
    if (!note(application, 'API key', entity.name.value, states)) continue;
    if (row === undefined) {
      const values = { ...columns, id: randomId(), name: entity.name.value, created_at: now };
      await db.insertInto('api_keys').values(values).execute();
    } else {
      await db.updateTable('api_keys').set(columns).where('id', '=', row.id).execute();
    }
  }
}

function shownApiKey(row: { hash: string; client_id: number | null; revoked_at: number | null }): Shown {
  const { hash, client_id, revoked_at } = row;
  return { key: new Secret(hash), tenant: shownNumber(client_id), revoked: String(revoked_at !== null) };
}

export async function applyFolderKeys(application: Application, entities: readonly FolderKeyEntity[]): Promise<void> {
  const { db, hashes, problems, now } = application;
  const secrets = entities.map((entity) => ({
    entity,
    secret: entity.key,
    hash: hashes.of('folder-key', entity.key.value),
  }));
  await release(application, 'folder_keys', secrets);
  for (const { entity, secret, hash } of secrets) {
    const folderId = await findFolderId(application, entity);
    if (folderId === undefined) {
      problems.add(entity.folder.offset, 'This folder does not exist. List it under `folders` of its account.');
      continue;
    }
    if (await isTakenByOther(application, 'folder_keys', entity.name, secret, hash)) continue;
    const row = await db.selectFrom('folder_keys').selectAll().where('name', '=', entity.name.value).executeTakeFirst();
    const columns = { hash, folder_id: folderId, revoked_at: entity.revoked ? (row?.revoked_at ?? now) : null };
    const shown = async (key: typeof columns): Promise<Shown> => ({
      key: new Secret(key.hash),
      folder: await pathOfEntry(db, key.folder_id),
      revoked: String(key.revoked_at !== null),
    });
    const states = { before: row && (await shown(row)), after: await shown(columns) };
    if (!note(application, 'folder access key', entity.name.value, states)) continue;
    if (row === undefined) {
      const values = { ...columns, id: randomId(), name: entity.name.value, created_at: now };
      await db.insertInto('folder_keys').values(values).execute();
    } else {
      await db.updateTable('folder_keys').set(columns).where('id', '=', row.id).execute();
    }
  }
}

async function findFolderId({ db }: Application, { folder }: FolderKeyEntity): Promise<string | undefined> {
  const root = await db
    .selectFrom('accounts')
    .innerJoin('entries', 'entries.account_id', 'accounts.id')
    .select(['entries.id', 'accounts.id as accountId'])
    .where('accounts.user_name_folded', '=', fold(folder.value.userName))
    .where('entries.parent_id', 'is', null)
    .executeTakeFirst();
  return root && (await findFolder(db, root, folder.value.folders))?.id;
}

export async function applyPromotions(application: Application, entities: readonly PromotionEntity[]): Promise<void> {
  const { db, hashes, now } = application;
  const secrets = entities.map((entity) => ({
    entity,
    secret: entity.code,
    hash: hashes.of('promotion', entity.code.value),
  }));
  await release(application, 'promotions', secrets);
  for (const { entity, secret, hash } of secrets) {
    if (!(await tenantIsThere(application, entity.tenant))) continue;
    if (await isTakenByOther(application, 'promotions', entity.name, secret, hash)) continue;
    const columns = {
      hash,
      client_id: entity.tenant?.value ?? null,
      places: entity.places,
      from_at: entity.from ?? null,
      until_at: entity.until ?? null,
    };
    const row = await db.selectFrom('promotions').selectAll().where('name', '=', entity.name.value).executeTakeFirst();
    const states = { before: row && shownPromotion(row), after: shownPromotion(columns) };
    if (!note(application, 'promotion', entity.name.value, states)) continue;
    if (row === undefined) {
      const values = { ...columns, id: randomId(), name: entity.name.value, redeemed: 0, created_at: now };
      await db.insertInto('promotions').values(values).execute();
    } else {
      await db.updateTable('promotions').set(columns).where('id', '=', row.id).execute();
    }
  }
}

function shownPromotion(row: {
  hash: string;
  client_id: number | null;
  places: number;
  from_at: number | null;
  until_at: number | null;
}): Shown {
  return {
    code: new Secret(row.hash),
    tenant: shownNumber(row.client_id),
    places: String(row.places),
    from: shownTime(row.from_at),
    until: shownTime(row.until_at),
  };
}

/** Frees changed secrets, so that entities can exchange them in any order. */
async function release(
  { db }: Application,
  table: KeyTable,
  wanted: readonly { readonly entity: { readonly name: Located<string> }; readonly hash: string }[],
): Promise<void> {
  for (const { entity, hash } of wanted) {
    await db
      .updateTable(table)
      .set({ hash: randomToken() })
      .where('name', '=', entity.name.value)
      .where('hash', '!=', hash)
      .execute();
  }
}

/** Whether another entity has the secret, which identifies the entity; then adds a problem. */
async function isTakenByOther(
  { db, problems }: Application,
  table: KeyTable,
  name: Located<string>,
  secret: Located<string>,
  hash: string,
): Promise<boolean> {
  const duplicate = await db.selectFrom(table).select('name').where('hash', '=', hash).executeTakeFirst();
  if (duplicate === undefined || duplicate.name === name.value) return false;
  problems.add(secret.offset, `${duplicate.name} has the same value.`);
  return true;
}

import { fold } from '../../domain/account-names.ts';
import { randomId, randomToken } from '../../secrets/secret-tokens.ts';
import { findFolder, findRoot, pathOfEntry } from '../../storage/folder-entries.ts';
import type { ApiKeyEntity, FolderKeyEntity, KeyEntity, PromotionEntity } from './entities.ts';
import { type FieldValues, Secret } from './entity-differences.ts';
import { type ProvisionContext, recordChange, shownNumber, shownTime, tenantExists } from './provision-context.ts';

export async function applyApiKeys(context: ProvisionContext, entities: readonly ApiKeyEntity[]): Promise<void> {
  const { db, now } = context;
  await applyEach(context, 'api_keys', entities, async (entity, hash) => {
    const name = entity.name.value;
    if (!(await tenantExists(context, entity.tenant))) return;
    if (await isTakenByOther(context, 'api_keys', entity, hash)) return;
    const row = await db.selectFrom('api_keys').selectAll().where('name', '=', name).executeTakeFirst();
    const client_id = entity.tenant?.value ?? null;
    const columns = { ...hash.stored, client_id, revoked_at: entity.revoked ? (row?.revoked_at ?? now) : null };
    const shown = (key: Omit<typeof columns, 'key_id'>): FieldValues => ({
      key: new Secret(key.hash),
      tenant: shownNumber(key.client_id),
      revoked: String(key.revoked_at !== null),
    });
    if (!recordChange(context, 'API key', name, { before: row && shown(row), after: shown(columns) })) return;
    await db
      .insertInto('api_keys')
      .values({ ...columns, id: randomId(), name, created_at: now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
      .execute();
  });
}

export async function applyFolderKeys(context: ProvisionContext, entities: readonly FolderKeyEntity[]): Promise<void> {
  const { db, problems, now } = context;
  await applyEach(context, 'folder_keys', entities, async (entity, hash) => {
    const name = entity.name.value;
    const folder_id = await findFolderId(context, entity);
    if (folder_id === undefined) {
      problems.add(entity.folder.offset, 'This folder does not exist. List it under `folders` of its account.');
      return;
    }
    if (await isTakenByOther(context, 'folder_keys', entity, hash)) return;
    const row = await db.selectFrom('folder_keys').selectAll().where('name', '=', name).executeTakeFirst();
    const columns = { ...hash.stored, folder_id, revoked_at: entity.revoked ? (row?.revoked_at ?? now) : null };
    const shown = async (key: Omit<typeof columns, 'key_id'>): Promise<FieldValues> => ({
      key: new Secret(key.hash),
      folder: await pathOfEntry(db, key.folder_id),
      revoked: String(key.revoked_at !== null),
    });
    const states = { before: row && (await shown(row)), after: await shown(columns) };
    if (!recordChange(context, 'folder access key', name, states)) return;
    await db
      .insertInto('folder_keys')
      .values({ ...columns, id: randomId(), name, created_at: now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
      .execute();
  });
}

async function findFolderId({ db }: ProvisionContext, { folder }: FolderKeyEntity): Promise<string | undefined> {
  const root = await findRoot(db, { userNameFolded: fold(folder.value.userName) });
  return root && (await findFolder(db, root, folder.value.folders))?.id;
}

export async function applyPromotions(context: ProvisionContext, entities: readonly PromotionEntity[]): Promise<void> {
  const { db, now } = context;
  await applyEach(context, 'promotions', entities, async (entity, hash) => {
    const name = entity.name.value;
    if (!(await tenantExists(context, entity.tenant))) return;
    if (await isTakenByOther(context, 'promotions', entity, hash)) return;
    const { places, from: from_at = null, until: until_at = null } = entity;
    const columns = { ...hash.stored, client_id: entity.tenant?.value ?? null, places, from_at, until_at };
    const row = await db.selectFrom('promotions').selectAll().where('name', '=', name).executeTakeFirst();
    const shown = (promotion: Omit<typeof columns, 'key_id'>): FieldValues => ({
      code: new Secret(promotion.hash),
      tenant: shownNumber(promotion.client_id),
      places: String(promotion.places),
      from: shownTime(promotion.from_at),
      until: shownTime(promotion.until_at),
    });
    if (!recordChange(context, 'promotion', name, { before: row && shown(row), after: shown(columns) })) return;
    await db
      .insertInto('promotions')
      .values({ ...columns, id: randomId(), name, redeemed: 0, created_at: now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
      .execute();
  });
}

/** The kinds of secrets in each table of entities with a unique name and the unique hash of a secret. */
const secretKinds = { api_keys: 'api-key', folder_keys: 'folder-key', promotions: 'promotion' } as const;

type KeyTable = keyof typeof secretKinds;

/** The hashes of the secret of an entity. */
interface SecretHash {
  readonly stored: { readonly hash: string; readonly key_id: string | null };
  /** Under each service key. */
  readonly all: readonly string[];
}

/**
 * Calls `apply` for each entity. First frees changed secrets, so that entities can exchange them in any order, and hashes
 * unchanged ones with the current service key.
 */
async function applyEach<Entity extends KeyEntity>(
  { db, hashes }: ProvisionContext,
  table: KeyTable,
  entities: readonly Entity[],
  apply: (entity: Entity, hash: SecretHash) => Promise<void>,
): Promise<void> {
  const kind = secretKinds[table];
  const hashOf = (entity: Entity): SecretHash => {
    const { hash, keyId } = hashes.new(kind, entity.secret.value);
    return { stored: { hash, key_id: keyId }, all: hashes.all(kind, entity.secret.value) };
  };
  for (const entity of entities) {
    const { stored, all } = hashOf(entity);
    const named = db.updateTable(table).where('name', '=', entity.name.value).where('hash', '!=', stored.hash);
    await named.set(stored).where('hash', 'in', all).execute();
    await named.set({ hash: randomToken() }).where('hash', 'not in', all).execute();
  }
  for (const entity of entities) await apply(entity, hashOf(entity));
}

/** Whether another entity has the secret, which identifies the entity; then adds a problem. */
async function isTakenByOther(
  { db, problems }: ProvisionContext,
  table: KeyTable,
  { name, secret }: KeyEntity,
  { all }: SecretHash,
): Promise<boolean> {
  const duplicate = await db.selectFrom(table).select('name').where('hash', 'in', all).executeTakeFirst();
  if (duplicate === undefined || duplicate.name === name.value) return false;
  problems.add(secret.offset, `${duplicate.name} has the same value.`);
  return true;
}

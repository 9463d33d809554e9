import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';

/** A step of the schema. Independent of the table types, which describe the newest schema only. */
export interface Migration {
  readonly name: string;
  /**
   * Whether processes that do not know the step keep working after it: it only creates tables, triggers that write to
   * those, indexes that are not unique, and columns that are nullable or have a default. See migrations.ts for the consequences.
   */
  readonly additive: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the tables are those at the time of the step.
  up(db: Kysely<any>): Promise<void>;
}

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const unique = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().unique();
const key = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull().primaryKey();
const tenant = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.references('tenants.client_id');

/** The first tables: see tables.ts for the meaning of each column. */
export const initialTables: Migration = {
  name: 'initial',
  additive: true,
  async up(db) {
    await createTenants(db);
    await createAccounts(db);
    await createKeys(db);
    await createSignIns(db);
    await createUploads(db);
    await table(db, 'guesses')
      .addColumn('subject', 'text', key)
      .addColumn('failures', 'integer', required)
      .addColumn('since_at', 'integer', required)
      .execute();
    await table(db, 'audit_log')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('at', 'integer', required)
      .addColumn('actor', 'text', required)
      .addColumn('action', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('details', 'text', required)
      .execute();
  },
};

// biome-ignore lint/suspicious/noExplicitAny: as in Migration.
type AnyDb = Kysely<any>;

function table(db: AnyDb, name: string): CreateTableBuilder<string, never> {
  return db.schema.createTable(name);
}

async function createTenants(db: AnyDb): Promise<void> {
  await table(db, 'settings').addColumn('name', 'text', key).addColumn('value', 'text', required).execute();
  await table(db, 'sites').addColumn('id', 'text', key).addColumn('api_url', 'text', unique).execute();
  await table(db, 'tenants')
    .addColumn('client_id', 'integer', (column) => key(column).check(sql`client_id BETWEEN 1 AND 2147483647`))
    .addColumn('org_id', 'bigint', unique)
    .addColumn('company_code', 'text', required)
    .addColumn('company_code_folded', 'text', unique)
    .addColumn('site_id', 'text', (column) => column.references('sites.id'))
    .addColumn('created_at', 'integer', required)
    .execute();
  await table(db, 'domains')
    .addColumn('domain', 'text', key)
    .addColumn('client_id', 'integer', (column) => tenant(column).notNull())
    .execute();
  await table(db, 'identity_providers')
    .addColumn('client_id', 'integer', (column) => tenant(column).notNull().primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('settings', 'text', required)
    .execute();
  await table(db, 'administrators')
    .addColumn('id', 'text', key)
    .addColumn('client_id', 'integer', (column) => tenant(column).notNull())
    .addColumn('admin_user_id', 'text', required)
    .addColumn('admin_user_id_folded', 'text', required)
    .addColumn('password_hash', 'text', required)
    .addColumn('created_at', 'integer', required)
    .addUniqueConstraint('one_administrator_of_a_name', ['client_id', 'admin_user_id_folded'])
    .execute();
}

async function createAccounts(db: AnyDb): Promise<void> {
  await table(db, 'accounts')
    .addColumn('id', 'text', key)
    .addColumn('client_id', 'integer', tenant)
    .addColumn('email', 'text', required)
    .addColumn('email_folded', 'text', unique)
    .addColumn('user_name', 'text', required)
    .addColumn('user_name_folded', 'text', unique)
    .addColumn('password_hash', 'text')
    .addColumn('created_at', 'integer', required)
    .execute();
  await table(db, 'entries')
    .addColumn('id', 'text', key)
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('parent_id', 'text', (column) => column.references('entries.id'))
    .addColumn('name', 'text', required)
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind IN ('folder', 'file')`))
    .addColumn('content', 'text', (column) => column.unique())
    .addColumn('size', 'bigint')
    .addColumn('written_ticks', 'bigint')
    .addColumn('creation_ticks', 'bigint')
    .addColumn('created_at', 'integer', required)
    .addUniqueConstraint('one_entry_of_a_name', ['parent_id', 'name'])
    .addCheckConstraint('a_file_has_content', sql`(kind = 'file') = (content IS NOT NULL)`)
    .addCheckConstraint('only_a_root_has_no_name', sql`(parent_id IS NULL) = (name = '')`)
    .execute();
  await db.schema
    .createIndex('one_root_an_account')
    .on('entries')
    .column('account_id')
    .unique()
    .where(sql.ref('parent_id'), 'is', null)
    .execute();
}

async function createKeys(db: AnyDb): Promise<void> {
  await table(db, 'api_keys')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', unique)
    .addColumn('hash', 'text', unique)
    .addColumn('client_id', 'integer', tenant)
    .addColumn('created_at', 'integer', required)
    .addColumn('revoked_at', 'integer')
    .execute();
  await table(db, 'folder_keys')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', unique)
    .addColumn('hash', 'text', unique)
    .addColumn('folder_id', 'text', (column) => column.notNull().references('entries.id'))
    .addColumn('created_at', 'integer', required)
    .addColumn('revoked_at', 'integer')
    .execute();
  await table(db, 'promotions')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', unique)
    .addColumn('hash', 'text', unique)
    .addColumn('client_id', 'integer', tenant)
    .addColumn('places', 'integer', required)
    .addColumn('redeemed', 'integer', required)
    .addColumn('from_at', 'integer')
    .addColumn('until_at', 'integer')
    .addColumn('created_at', 'integer', required)
    .execute();
}

async function createSignIns(db: AnyDb): Promise<void> {
  await table(db, 'session_tokens')
    .addColumn('hash', 'text', key)
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('api_key_id', 'text', (column) => column.notNull().references('api_keys.id'))
    .addColumn('created_at', 'integer', required)
    .addColumn('expires_at', 'integer', required)
    .execute();
  await table(db, 'pending_sign_ins')
    .addColumn('state_hash', 'text', key)
    .addColumn('client_id', 'integer', (column) => tenant(column).notNull())
    .addColumn('kind', 'text', required)
    .addColumn('nonce', 'text')
    .addColumn('pkce_verifier', 'text')
    .addColumn('email_folded', 'text', required)
    .addColumn('application_type', 'integer')
    .addColumn('created_at', 'integer', required)
    .addColumn('expires_at', 'integer', required)
    .addColumn('used_at', 'integer')
    .execute();
}

async function createUploads(db: AnyDb): Promise<void> {
  await table(db, 'uploads')
    .addColumn('id', 'text', key)
    .addColumn('token_hash', 'text', unique)
    .addColumn('api_key_id', 'text', (column) => column.notNull().references('api_keys.id'))
    .addColumn('folder_key_id', 'text', (column) => column.notNull().references('folder_keys.id'))
    .addColumn('folder_id', 'text', (column) => column.notNull().references('entries.id'))
    .addColumn('file_name', 'text', required)
    .addColumn('held', 'bigint', required)
    .addColumn('generation', 'integer', required)
    .addColumn('spool_generation', 'integer', required)
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'integer')
    .addColumn('written_ticks', 'bigint')
    .addColumn('creation_ticks', 'bigint')
    .addColumn('started_at', 'integer', required)
    .addColumn('touched_at', 'integer', required)
    .addColumn('finished_at', 'integer')
    .addColumn('last_offset', 'bigint', required)
    .addColumn('last_digest', 'text', required)
    .execute();
  await db.schema.createIndex('uploads_by_touch').on('uploads').column('touched_at').execute();
}

/** Used assertions, and indexes to delete expired rows by. */
export const signIns: Migration = {
  name: 'sign-ins',
  additive: true,
  async up(db) {
    await db.schema
      .createTable('used_assertions')
      .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
      .addColumn('expires_at', 'integer', (column) => column.notNull())
      .execute();
    for (const table of ['used_assertions', 'pending_sign_ins', 'session_tokens']) {
      await db.schema.createIndex(`${table}_by_expiry`).on(table).column('expires_at').execute();
    }
    await db.schema.createIndex('session_tokens_by_account').on('session_tokens').column('account_id').execute();
  },
};

/** The size of unfinished uploads is queried often, and most uploads are finished. */
export const openUploadsIndex: Migration = {
  name: 'open-uploads',
  additive: true,
  async up(db) {
    await db.schema
      .createIndex('open_uploads')
      .on('uploads')
      .column('held')
      .where(sql.ref('finished_at'), 'is', null)
      .execute();
  },
};

/** Running checks of the secrets of accounts. */
export const accountChecks: Migration = {
  name: 'account-checks',
  additive: true,
  async up(db) {
    await table(db, 'account_checks')
      .addColumn('id', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('began_at', 'integer', required)
      .addPrimaryKeyConstraint('account_checks_key', ['subject', 'id'])
      .execute();
    await db.schema.createIndex('account_checks_by_id').on('account_checks').column('id').execute();
  },
};

/** SHA-256 of files and unfinished uploads, and the keys that published a file. */
export const digests: Migration = {
  name: 'digests',
  additive: true,
  async up(db) {
    await db.schema.alterTable('uploads').addColumn('digest', 'text').execute();
    await db.schema.alterTable('uploads').addColumn('digest_held', 'bigint').execute();
    for (const column of ['described_content', 'digest', 'api_key_id', 'folder_key_id']) {
      await db.schema.alterTable('entries').addColumn(column, 'text').execute();
    }
    await db.schema.alterTable('entries').addColumn('published_at', 'integer').execute();
    await db.schema
      .createIndex('files_without_digest')
      .on('entries')
      .column('id')
      .where(sql<boolean>`kind = 'file' AND described_content IS DISTINCT FROM content`)
      .execute();
  },
};

/** Quotas and retentions, indexes to sum the bytes that a quota counts, and the request of an entry of the audit log. */
export const policies: Migration = {
  name: 'policies',
  additive: true,
  async up(db) {
    await table(db, 'policies')
      .addColumn('kind', 'text', required)
      .addColumn('subject_kind', 'text', required)
      .addColumn('subject_id', 'text', required)
      .addColumn('value', 'bigint', required)
      .addPrimaryKeyConstraint('one_policy_of_a_kind', ['kind', 'subject_kind', 'subject_id'])
      .execute();
    await db.schema.createIndex('entries_by_account').on('entries').columns(['account_id', 'size']).execute();
    await db.schema
      .createIndex('entries_by_folder_key')
      .on('entries')
      .columns(['folder_key_id', 'described_content', 'content', 'size'])
      .execute();
    await db.schema
      .createIndex('folders_by_parent')
      .on('entries')
      .column('parent_id')
      .where(sql.ref('kind'), '=', 'folder')
      .execute();
    await db.schema.createIndex('uploads_by_folder').on('uploads').column('folder_id').execute();
    await db.schema.createIndex('uploads_by_folder_key').on('uploads').column('folder_key_id').execute();
    await db.schema.createIndex('folder_keys_by_folder').on('folder_keys').column('folder_id').execute();
    await db.schema.alterTable('audit_log').addColumn('request_id', 'text').execute();
    await db.schema.createIndex('audit_log_by_time').on('audit_log').column('at').execute();
  },
};

/** When and from where keys were last used. */
export const lastUseOfKeys: Migration = {
  name: 'last-use-of-keys',
  additive: true,
  async up(db) {
    for (const keys of ['api_keys', 'folder_keys']) {
      await db.schema.alterTable(keys).addColumn('used_at', 'integer').execute();
      await db.schema.alterTable(keys).addColumn('used_from', 'text').execute();
    }
  },
};

/** Uploads whose file a check has refused. */
export const quarantine: Migration = {
  name: 'quarantine',
  additive: true,
  async up(db) {
    await db.schema.alterTable('uploads').addColumn('refused_at', 'integer').execute();
    await db.schema.alterTable('uploads').addColumn('refused_by', 'text').execute();
    await db.schema.alterTable('uploads').addColumn('refused_reason', 'text').execute();
    const refused = db.schema.createIndex('refused_uploads').on('uploads').column('refused_at');
    await refused.where(sql.ref('refused_at'), 'is not', null).execute();
  },
};

/** Events for hooks that were not delivered yet. */
export const hookDeliveries: Migration = {
  name: 'hook-deliveries',
  additive: true,
  async up(db) {
    await table(db, 'hook_deliveries')
      .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', unique)
      .addColumn('hook', 'text', required)
      .addColumn('account_id', 'text', required)
      .addColumn('file_key', 'text', required)
      .addColumn('body', 'text', required)
      .addColumn('created_at', 'integer', required)
      .addColumn('since_at', 'integer', required)
      .addColumn('due_at', 'integer', required)
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('last_error', 'text')
      .addColumn('failed_at', 'integer')
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'integer')
      .execute();
    const pending = sql<boolean>`failed_at IS NULL`;
    const byTime = db.schema.createIndex('pending_hook_deliveries').on('hook_deliveries');
    await byTime.columns(['hook', 'due_at']).where(pending).execute();
    const byFile = db.schema.createIndex('pending_hook_deliveries_by_file').on('hook_deliveries');
    await byFile.columns(['hook', 'file_key', 'seq']).where(pending).execute();
  },
};

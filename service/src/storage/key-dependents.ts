import { type RawBuilder, sql } from 'kysely';
import type { RehashedKind } from './credentials.ts';
import { listKeyRows } from './service-keys.ts';
import type { Db } from './tables.ts';

export type DependentKind =
  | 'apiKeys'
  | 'folderKeys'
  | 'scimTokens'
  | 'promotions'
  | 'providers'
  | 'dataKeys'
  | 'sessions'
  | 'signIns'
  | 'assertions'
  | 'shares'
  | 'uploads';

/** What depends on a service key, as lists of counts name it. The last five end by themselves. */
export const dependentKinds: Readonly<Record<DependentKind, string>> = {
  apiKeys: 'API keys',
  folderKeys: 'folder access keys',
  scimTokens: 'SCIM tokens',
  promotions: 'promotions',
  providers: 'identity providers',
  dataKeys: 'data keys',
  sessions: 'sessions',
  signIns: 'pending sign-ins',
  assertions: 'used assertions',
  shares: 'shares',
  uploads: 'uploads',
};

/** Numbers of rows that depend on a key. Revoked keys and ended promotions do not. */
export type Dependents = Readonly<Record<DependentKind, number>>;

/** Rows of one kind, and those of them that count. */
interface KeyedRows {
  readonly table: RawBuilder<unknown>;
  readonly live: (now: number) => RawBuilder<boolean>;
}

const unexpired = (now: number): RawBuilder<boolean> => sql<boolean>`expires_at > ${now}`;
const unrevoked = (): RawBuilder<boolean> => sql<boolean>`revoked_at IS NULL`;

const keyedRows: Readonly<Record<DependentKind, KeyedRows>> = {
  apiKeys: { table: sql.table('api_keys'), live: unrevoked },
  folderKeys: { table: sql.table('folder_keys'), live: unrevoked },
  scimTokens: { table: sql.table('scim_tokens'), live: unrevoked },
  promotions: {
    table: sql.table('promotions'),
    live: (now) => sql<boolean>`redeemed < places AND (until_at IS NULL OR until_at > ${now})`,
  },
  providers: { table: sql.table('identity_providers'), live: () => sql<boolean>`1` },
  dataKeys: { table: sql.table('data_keys'), live: () => sql<boolean>`sealed_by = 'service-key'` },
  sessions: { table: sql.table('session_tokens'), live: unexpired },
  signIns: { table: sql.table('pending_sign_ins'), live: (now) => sql<boolean>`used_at IS NULL AND ${unexpired(now)}` },
  assertions: { table: sql.table('used_assertions'), live: unexpired },
  shares: { table: sql.table('shares'), live: (now) => sql<boolean>`revoked_at IS NULL AND ${unexpired(now)}` },
  uploads: { table: sql.table('uploads'), live: () => sql<boolean>`1` },
};

/** The condition that a row depends on a key. */
export async function dependsOn(db: Db, keyId: string): Promise<RawBuilder<boolean>> {
  const [first] = await listKeyRows(db);
  // Rows of older versions have no key: they depend on the first one.
  return first === undefined || first.id === keyId
    ? sql<boolean>`(key_id = ${keyId} OR key_id IS NULL)`
    : sql<boolean>`key_id = ${keyId}`;
}

/** Counts what depends on a key. @param now milliseconds since 1970. */
export async function countDependents(db: Db, keyId: string, now: number): Promise<Dependents> {
  const depends = await dependsOn(db, keyId);
  const counts: Partial<Record<DependentKind, number>> = {};
  for (const kind of Object.keys(keyedRows) as DependentKind[]) {
    const { table, live } = keyedRows[kind];
    const { rows } = await sql<{
      n: number;
    }>`SELECT count(*) AS n FROM ${table} WHERE ${depends} AND ${live(now)}`.execute(db);
    counts[kind] = rows[0]?.n ?? 0;
  }
  return counts as Dependents;
}

/** A secret that a caller has not presented since the rotation. */
export interface WaitingSecret {
  readonly kind: RehashedKind;
  readonly name: string;
  /** Milliseconds since 1970; null: not used since this is stored, or a promotion. */
  readonly usedAt: number | null;
}

/** The secrets whose hash depends on a key until they are presented again, by kind and name. */
export async function listWaiting(db: Db, keyId: string, now: number): Promise<readonly WaitingSecret[]> {
  const depends = await dependsOn(db, keyId);
  const { rows } = await sql<WaitingSecret>`
    SELECT 'api-key' AS kind, name, used_at AS usedAt FROM api_keys WHERE ${depends} AND ${unrevoked()}
    UNION ALL
    SELECT 'folder-key', name, used_at FROM folder_keys WHERE ${depends} AND ${unrevoked()}
    UNION ALL
    SELECT 'scim-token', name, used_at FROM scim_tokens WHERE ${depends} AND ${unrevoked()}
    UNION ALL
    SELECT 'promotion', name, NULL FROM promotions WHERE ${depends} AND ${keyedRows.promotions.live(now)}
    ORDER BY 1, 2`.execute(db);
  return rows;
}

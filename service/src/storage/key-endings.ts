import { sql } from 'kysely';
import { audit } from './audit-log.ts';
import { rehashedTables } from './credentials.ts';
import { dependsOn, listWaiting } from './key-dependents.ts';
import { revokeShare } from './shares.ts';
import type { Db } from './tables.ts';

/**
 * Revokes the keys and shares, and ends the promotions, sessions, pending sign-ins and uploads that depend on a service
 * key. Parts of uploads are left to the sweep. Call it in a transaction.
 *
 * @param now milliseconds since 1970.
 */
export async function endDependents(db: Db, keyId: string, now: number): Promise<void> {
  const depends = await dependsOn(db, keyId);
  const revoked = { revoked_at: now };
  const endings = { 'api-key': revoked, 'folder-key': revoked, 'scim-token': revoked, promotion: { until_at: now } };
  for (const { kind, name } of await listWaiting(db, keyId, now)) {
    await db.updateTable(rehashedTables[kind]).set(endings[kind]).where('name', '=', name).execute();
    const action = kind === 'promotion' ? 'promotion.ended' : (`${kind}.revoked` as const);
    const details = { serviceKey: keyId };
    await audit(db, { actor: 'operator', action, subject: `${kind}:${name}`, details }, now);
  }
  const sessions = await db.deleteFrom('session_tokens').where(depends).executeTakeFirst();
  if (sessions.numDeletedRows > 0n) {
    const details = { sessions: Number(sessions.numDeletedRows) };
    await audit(db, { actor: 'operator', action: 'sessions.revoked', subject: `service-key:${keyId}`, details }, now);
  }
  await db.deleteFrom('pending_sign_ins').where(depends).execute();
  const live = db.selectFrom('shares').select('id').where(depends).where('revoked_at', 'is', null);
  for (const { id } of await live.where('expires_at', '>', now).execute()) await revokeShare(db, id, 'operator', now);
  const uploads = await db.deleteFrom('uploads').where(depends).returning(['id', 'finished_at']).execute();
  for (const { id, finished_at } of uploads) {
    if (finished_at !== null) continue;
    const details = { serviceKey: keyId };
    await audit(db, { actor: 'operator', action: 'upload.cancelled', subject: `upload:${id}`, details }, now);
  }
}

/**
 * Drops the hashes of what does not count as a dependent: revoked keys, ended promotions and expired rows. No row depends
 * on the service key then.
 */
export async function forgetDependents(db: Db, keyId: string, currentId: string): Promise<void> {
  const depends = await dependsOn(db, keyId);
  for (const table of Object.values(rehashedTables)) {
    // No secret has such a hash.
    const hash = sql<string>`lower(hex(randomblob(32)))`;
    await db.updateTable(table).set({ hash, key_id: currentId }).where(depends).execute();
  }
  for (const table of ['session_tokens', 'pending_sign_ins', 'used_assertions', 'shares'] as const) {
    await db.deleteFrom(table).where(depends).execute();
  }
}

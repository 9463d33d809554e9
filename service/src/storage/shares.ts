import { type Selectable, sql } from 'kysely';
import { audit } from './audit-log.ts';
import { lockSection } from './engine.ts';
import type { Db, SharesTable } from './tables.ts';

export type Share = Readonly<Selectable<SharesTable>>;

/** How long a share is listed after its end, in milliseconds. */
const kept = 30 * 24 * 3_600_000;

/** Bytes that may be sent twice, at most: what was on its way when a connection ended. */
const mostSlack = 16n * 1024n * 1024n;

/** The share whose token has one of some hashes. */
export async function findShare(db: Db, hashes: readonly string[]): Promise<Share | undefined> {
  return await db.selectFrom('shares').selectAll().where('token_hash', 'in', hashes).executeTakeFirst();
}

/** Bytes of a version of a file, or of a ZIP. */
export interface CountedBytes {
  readonly name: string;
  readonly size: bigint;
  /** Offset of the first byte. */
  readonly start: bigint;
  readonly bytes: bigint;
}

/**
 * Counts bytes before they are sent. A download pays for as many bytes as the file has, and another one is counted when
 * they do not suffice; a request that does not begin at 0 may exceed them a little, since a client has fewer bytes than
 * were sent to it. Call it in a transaction.
 *
 * @returns whether they may be sent; false: no download is left, or the share has ended since.
 */
export async function chargeShare(db: Db, id: string, of: CountedBytes, now: number): Promise<boolean> {
  await lockSection(db, `share:${id}`);
  const share = await db.selectFrom('shares').selectAll().where('id', '=', id).executeTakeFirst();
  if (share === undefined || share.revoked_at !== null || share.expires_at <= now) return false;
  const { name, size, start, bytes } = of;
  const paid = await creditOf(db, id, name);
  const slack = start === 0n ? 0n : size < mostSlack ? size : mostSlack;
  const isPaid = size > 0n && paid !== undefined && paid + slack >= bytes;
  if (!isPaid) {
    if (share.max_downloads !== null && share.downloads >= share.max_downloads) return false;
    await db
      .updateTable('shares')
      .set({ downloads: share.downloads + 1 })
      .where('id', '=', id)
      .execute();
  }
  const credit = isPaid ? paid - bytes : (paid !== undefined && paid > 0n ? paid : 0n) + size - bytes;
  await storeCredit(db, id, name, credit);
  return true;
}

/** Takes back bytes that were charged and not sent. Call it in a transaction. */
export async function refundShare(db: Db, id: string, name: string, unsent: bigint): Promise<void> {
  await lockSection(db, `share:${id}`);
  const paid = await creditOf(db, id, name);
  if (paid !== undefined) await storeCredit(db, id, name, paid + unsent);
}

async function creditOf(db: Db, id: string, name: string): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('share_credits')
    .select('bytes')
    .where('share_id', '=', id)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.bytes;
}

async function storeCredit(db: Db, id: string, name: string, bytes: bigint): Promise<void> {
  await db
    .insertInto('share_credits')
    .values({ share_id: id, name, bytes })
    .onConflict((conflict) => conflict.columns(['share_id', 'name']).doUpdateSet({ bytes }))
    .execute();
}

/** Revokes a share; returns whether it was not revoked before. */
export async function revokeShare(db: Db, id: string, actor: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('shares')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) return false;
  await audit(db, { actor, action: 'share.revoked', subject: `share:${id}` }, now);
  return true;
}

/** Deletes the shares of folders, and the recipients of messages about them. */
export async function deleteRecipients(db: Db, folderIds: readonly string[]): Promise<void> {
  const ofFolders = db.selectFrom('shares').select('id').where('folder_id', 'in', folderIds);
  await db.deleteFrom('share_credits').where('share_id', 'in', ofFolders).execute();
  await db.deleteFrom('shares').where('folder_id', 'in', folderIds).execute();
  await db.deleteFrom('mail_recipients').where('folder_id', 'in', folderIds).execute();
}

/**
 * Deletes shares some time after their end, shares and recipients whose folder a process of an older version has
 * removed, and files of messages that are gone.
 */
export async function sweepRecipients(db: Db, now: number): Promise<void> {
  const hasNoFolder = sql<boolean>`NOT EXISTS (SELECT 1 FROM entries WHERE entries.id = folder_id)`;
  const before = now - kept;
  await db
    .deleteFrom('shares')
    .where((each) => each.or([each('expires_at', '<', before), each('revoked_at', '<', before), hasNoFolder]))
    .execute();
  const hasNoShare = sql<boolean>`NOT EXISTS (SELECT 1 FROM shares WHERE shares.id = share_id)`;
  await db.deleteFrom('share_credits').where(hasNoShare).execute();
  await db.deleteFrom('mail_recipients').where(hasNoFolder).execute();
  const isSent = sql<boolean>`NOT EXISTS (SELECT 1 FROM hook_deliveries WHERE hook_deliveries.id = event_id)`;
  await db.deleteFrom('mail_files').where(isSent).execute();
}

import { sql } from 'kysely';
import type { Db } from './tables.ts';

export interface Promotion {
  readonly id: string;
  readonly name: string;
  /** The tenant that new accounts belong to; null: none. */
  readonly clientId: number | null;
}

/** The promotion of a code, and whether it is live and has places left at this moment. */
export async function findPromotion(
  db: Db,
  hash: string,
  now: number,
): Promise<(Promotion & { readonly hash: string; readonly isLive: boolean }) | undefined> {
  const row = await db
    .selectFrom('promotions')
    .select(['id', 'name', 'hash', 'client_id as clientId', isLive(now).as('isLive')])
    .where('hash', '=', hash)
    .executeTakeFirst();
  // SQLite has numbers in place of booleans.
  return row && { ...row, isLive: Boolean(row.isLive) };
}

/** Takes a place; false when there is none any more. One statement, so that the last place goes to one caller. */
export async function redeemPromotion(db: Db, id: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('promotions')
    .set({ redeemed: sql<number>`redeemed + 1` })
    .where('id', '=', id)
    .where(isLive(now))
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

function isLive(now: number): ReturnType<typeof sql<boolean>> {
  return sql<boolean>`redeemed < places AND (from_at IS NULL OR from_at <= ${now}) AND (until_at IS NULL OR until_at > ${now})`;
}

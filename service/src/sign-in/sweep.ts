import { deletePendingSignInsBefore } from '../storage/pending-sign-ins.ts';
import { deleteSessionsBefore } from '../storage/sessions.ts';
import type { Db } from '../storage/tables.ts';
import { deleteUsedAssertionsBefore } from '../storage/used-assertions.ts';

/** Forgets what is over of sign-ins. Safe at any time, and from several processes at once. */
export async function sweepSignIns(db: Db, now: number): Promise<void> {
  await deletePendingSignInsBefore(db, now);
  await deleteUsedAssertionsBefore(db, now);
  await deleteSessionsBefore(db, now);
}

import { randomBytes } from 'node:crypto';
import { fold } from '../domain/account-names.ts';
import { audit, operatorPerson } from '../storage/audit-log.ts';
import { lockSection } from '../storage/engine.ts';
import { pathOfEntry } from '../storage/folder-entries.ts';
import { sectionOfLocks } from '../storage/locks.ts';
import type { Db } from '../storage/tables.ts';
import { findPath, type TreeEntry } from './entry-tree.ts';
import { checkNewName, type OperatorContext, OperatorError } from './operator-context.ts';

type LockContext = Pick<OperatorContext, 'db' | 'now'>;

const day = 86_400_000;

/** How long a request waits for its approval, and how long its approval lasts, in milliseconds. */
const [patience, window] = [3 * day, day];

/** Milliseconds of a lock at most: nobody could end one that a slip of the pen has made longer. */
const longest = 100 * 365 * day;

/** A lock of a folder and everything in it; times in milliseconds since 1970. */
export interface Lock {
  /** Path of the folder. */
  readonly folder: string;
  /** Until then no file may be removed or replaced; 0: no such time. */
  readonly until: number;
  /** Milliseconds after its publication during which a file may not be; 0: none. */
  readonly keep: number;
  /** Until then it is not in force; 0: it always was. */
  readonly releasedUntil: number;
}

/**
 * Locks a folder with everything in it, or extends its lock.
 *
 * @throws {OperatorError} `no-such-folder`; `invalid-argument` when it would end earlier than before. {@link Rejection}
 */
export async function setLock(
  { db, now }: LockContext,
  path: string,
  { until = 0, keep = 0 }: { readonly until?: number | undefined; readonly keep?: number | undefined },
): Promise<Lock> {
  return await db.transaction().execute(async (transaction) => {
    // First: a removal that runs ends before, and may have removed the folder.
    await lockSection(transaction, sectionOfLocks);
    const { id, path: folder } = await folderOf(transaction, path);
    const before = await transaction.selectFrom('locks').selectAll().where('folder_id', '=', id).executeTakeFirst();
    const lock = { until_at: until || (before?.until_at ?? 0), keep: keep || (before?.keep ?? 0) };
    if (lock.until_at < (before?.until_at ?? 0) || lock.keep < (before?.keep ?? 0)) {
      throw new OperatorError('invalid-argument', `${folder} is locked for longer, and a lock is only ever extended.`);
    }
    const isDue = (until > 0 && until <= now()) || (until === 0 && keep === 0);
    if (isDue || until > now() + longest || keep > longest) {
      throw new OperatorError('invalid-argument', 'A lock ends in the future, and within 100 years.');
    }
    await transaction
      .insertInto('locks')
      .values({ folder_id: id, ...lock, released_until: 0 })
      .onConflict((conflict) => conflict.column('folder_id').doUpdateSet(lock))
      .execute();
    const details = { until: timeOf(lock.until_at), days: lock.keep / day };
    await audit(transaction, { actor: 'operator', action: 'lock.set', subject: `folder:${folder}`, details }, now());
    return { folder, until: lock.until_at, keep: lock.keep, releasedUntil: before?.released_until ?? 0 };
  });
}

/** All locks, by their folders. */
export async function listLocks({ db }: Pick<LockContext, 'db'>): Promise<readonly Lock[]> {
  const rows = await db.selectFrom('locks').selectAll().execute();
  const locks = rows.map(async ({ folder_id, until_at, keep, released_until }) => {
    const folder = (await pathOfEntry(db, folder_id)) ?? folder_id;
    return { folder, until: until_at, keep, releasedUntil: released_until };
  });
  return (await Promise.all(locks)).sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

/**
 * Asks for the release of a locked folder, which another person has to approve.
 *
 * @returns the id of the request.
 * @throws {OperatorError} `no-such-folder`, `unknown-name` without a lock, `invalid-argument`; {@link Rejection}
 */
export async function requestRelease(
  { db, now }: LockContext,
  path: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<string> {
  const person = personOf(by);
  return await db.transaction().execute(async (transaction) => {
    const { id: folderId, path: folder } = await folderOf(transaction, path);
    const query = transaction.selectFrom('locks').select('folder_id').where('folder_id', '=', folderId);
    if ((await query.executeTakeFirst()) === undefined) {
      throw new OperatorError('unknown-name', `${folder} has no lock of its own. See lock list.`);
    }
    const id = randomBytes(6).toString('hex');
    const row = { id, folder_id: folderId, requested_by: person, reason, requested_at: now(), approved_by: null };
    await transaction.insertInto('lock_releases').values(row).execute();
    const details = { request: id, by: person, reason };
    const entry = {
      actor: 'operator',
      action: 'lock.release-requested',
      subject: `folder:${folder}`,
      details,
    } as const;
    await audit(transaction, entry, now());
    return id;
  });
}

/** Who acts: on the operator's page the subject of their provider, whose name may change; else the name that was given. */
function personOf(given: string): string {
  return operatorPerson()?.subject ?? checkNewName(given);
}

/** A request that waits for its approval. */
export interface OpenRelease {
  readonly id: string;
  /** Path of the folder. */
  readonly folder: string;
  readonly by: string;
  readonly reason: string;
}

/** The requests that wait for their approval, the oldest first. */
export async function openReleases({ db, now }: LockContext): Promise<readonly OpenRelease[]> {
  const rows = await db
    .selectFrom('lock_releases')
    .selectAll()
    .where('approved_by', 'is', null)
    .where('requested_at', '>', now() - patience)
    .orderBy('requested_at')
    .execute();
  const open = rows.map(async ({ id, folder_id, requested_by: by, reason }) => {
    return { id, folder: (await pathOfEntry(db, folder_id)) ?? folder_id, by, reason };
  });
  return await Promise.all(open);
}

/**
 * Approves a request: for a day the lock is not in force.
 *
 * @throws {OperatorError} `unknown-name` for a request that is unknown, approved or older than three days;
 *   `invalid-argument` when the person who made it approves it.
 */
export async function approveRelease({ db, now }: LockContext, id: string, by: string): Promise<Lock> {
  const person = personOf(by);
  return await db.transaction().execute(async (transaction) => {
    const request = await transaction.selectFrom('lock_releases').selectAll().where('id', '=', id).executeTakeFirst();
    const isOpen = request !== undefined && request.approved_by === null && now() < request.requested_at + patience;
    if (!isOpen) {
      throw new OperatorError(
        'unknown-name',
        `No request ${id} waits for approval: it is unknown, approved or too old.`,
      );
    }
    if (fold(request.requested_by) === fold(person)) {
      throw new OperatorError('invalid-argument', `${person} has made the request: another person must approve it.`);
    }
    const releasedUntil = now() + window;
    await transaction.updateTable('lock_releases').set({ approved_by: person }).where('id', '=', id).execute();
    const lock = await transaction
      .updateTable('locks')
      .set({ released_until: releasedUntil })
      .where('folder_id', '=', request.folder_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const folder = (await pathOfEntry(transaction, request.folder_id)) ?? request.folder_id;
    const people = { requestedBy: request.requested_by, approvedBy: person };
    const details = { request: id, ...people, reason: request.reason, until: timeOf(releasedUntil) };
    await audit(
      transaction,
      { actor: 'operator', action: 'lock.released', subject: `folder:${folder}`, details },
      now(),
    );
    return { folder, until: lock.until_at, keep: lock.keep, releasedUntil };
  });
}

async function folderOf(db: Db, path: string): Promise<TreeEntry> {
  const folder = await findPath(db, path);
  if (folder?.kind !== 'folder') throw new OperatorError('no-such-folder', `There is no folder ${path}.`);
  return folder;
}

function timeOf(milliseconds: number): string | null {
  return milliseconds === 0 ? null : new Date(milliseconds).toISOString();
}

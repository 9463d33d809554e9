import { countDependents, type Dependents, listWaiting, type WaitingSecret } from '../storage/key-dependents.ts';
import { type KeyHolder, listKeyRows } from '../storage/service-keys.ts';
import type { OperatorContext } from './operator-context.ts';

/** A service key without its value. */
export interface ListedServiceKey {
  readonly id: string;
  readonly state: 'current' | 'new' | 'old' | 'retired';
  /** Whether it is in the key file, or given in another way. */
  readonly isGiven: boolean;
  /** Milliseconds since 1970; null: before the first rotation, or not yet. */
  readonly addedAt: number | null;
  readonly currentAt: number | null;
  readonly retiredAt: number | null;
  readonly dependents: Dependents;
  /** For an old key: the secrets that were not presented since the rotation. */
  readonly waiting: readonly WaitingSecret[];
}

export interface ServiceKeyStatus {
  /** The oldest first. */
  readonly keys: readonly ListedServiceKey[];
  /** Processes that do not use the current key, or do not know all keys. */
  readonly behind: readonly KeyHolder[];
}

/** The service keys, what depends on each, and the processes that are behind. @throws {StorageError} */
export async function serviceKeyStatus({ db, keys, now }: OperatorContext): Promise<ServiceKeyStatus> {
  return await db.transaction().execute(async (transaction) => {
    await keys.refresh(transaction);
    const { current, ids } = keys.ring;
    const rows = await listKeyRows(transaction);
    const known = rows.map(({ id }) => id);
    const unlisted = ids.filter((id) => !known.includes(id));
    const listed: ListedServiceKey[] = [];
    for (const [index, id] of [...known, ...unlisted].entries()) {
      const row = rows[index];
      const retiredAt = row?.retired_at ?? null;
      const isOld = rows.slice(index + 1).some(({ current_at }) => current_at !== null);
      const state = id === current.id ? 'current' : retiredAt !== null ? 'retired' : isOld ? 'old' : 'new';
      listed.push({
        id,
        state,
        isGiven: ids.includes(id),
        addedAt: row?.added_at ?? null,
        currentAt: row?.current_at ?? null,
        retiredAt,
        dependents: await countDependents(transaction, id, now()),
        waiting: state === 'old' ? await listWaiting(transaction, id, now()) : [],
      });
    }
    const live = listed.filter(({ state }) => state === 'current' || state === 'new' || state === 'old');
    const behind = (await keys.others(transaction)).filter(
      (holder) =>
        holder.current !== current.id || !live.every(({ id, isGiven }) => !isGiven || holder.keys.includes(id)),
    );
    return { keys: listed, behind };
  });
}

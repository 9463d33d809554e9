import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceKeys } from '../domain/service-keys.ts';
import { addServiceKey } from '../secrets/key-file.ts';
import type { Seals } from '../secrets/seal.ts';
import { keyIdOf, type ServiceKey } from '../secrets/service-key.ts';
import { audit } from '../storage/audit-log.ts';
import { resealDataKeys } from '../storage/data-keys.ts';
import { resealProviders } from '../storage/identity-providers.ts';
import {
  findFingerprint,
  insertKeyRow,
  type KeyHolder,
  type KeyRow,
  listKeyRows,
  removeHolders,
  setFingerprint,
  updateKeyRow,
} from '../storage/service-keys.ts';
import type { Db } from '../storage/tables.ts';
import { type OperatorContext, OperatorError } from './operator-context.ts';

export interface RotationContext extends OperatorContext {
  readonly seals: Seals;
}

export interface RotationOptions {
  /** How long to wait for processes that do not know the new key yet, in milliseconds. */
  readonly patience: number;
  /** Processes, as `status` lists them, that the operator knows to have ended. */
  readonly forgotten: readonly string[];
  /** Whether to add a key though an older one is not retired yet. Otherwise a completed rotation is not repeated. */
  readonly again?: boolean;
}

export interface Rotation {
  /** Id of the new key. */
  readonly id: string;
  /** Id of the key before it. */
  readonly before: string;
  /** Whether a rotation was complete before. */
  readonly wasComplete: boolean;
  /** Whether the new key is in use. */
  readonly isCurrent: boolean;
  /** Processes that do not know the new key, so that it is not used yet. */
  readonly unaware: readonly KeyHolder[];
  /** Identity providers whose client secrets were sealed anew. */
  readonly resealed: number;
}

/** How often processes are asked for, in milliseconds. */
const every = 200;

/**
 * Rotates the service key: adds a new one, waits until all processes know it, then makes it the current one and seals
 * all secrets anew. A rotation that was cut goes on when this is called again.
 *
 * @throws {OperatorError} `invalid-argument` when the new key must be given by the operator, and is not.
 * @throws {StorageError}
 */
export async function rotateServiceKey(context: RotationContext, options: RotationOptions): Promise<Rotation> {
  const { db, keys } = context;
  const { id, before, wasComplete } = await addKey(context, options.again === true);
  const ids = { id, before, wasComplete };
  if (wasComplete) return { ...ids, isCurrent: true, unaware: [], resealed: 0 };
  const deadline = performance.now() + options.patience;
  for (;;) {
    const result = await db.transaction().execute(async (transaction) => {
      await removeHolders(transaction, options.forgotten);
      const others = await keys.others(transaction);
      const unaware = others.filter((holder) => !holder.keys.includes(id));
      const resealed = unaware.length > 0 ? 0 : await promote(context, transaction, id);
      return { unaware, resealed };
    });
    if (result.unaware.length === 0) {
      await waitForUse(context, id, deadline);
      return { ...result, ...ids, isCurrent: true };
    }
    if (performance.now() > deadline) return { ...result, ...ids, isCurrent: false };
    await sleep(every);
  }
}

/** Waits until all processes use a key for new hashes. */
async function waitForUse({ db, keys }: RotationContext, id: string, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    if ((await keys.others(db)).every(({ current }) => current === id)) return;
    await sleep(every);
  }
}

/** The new key: one that was given or added before and is not in use yet, or a random one in the key file. */
async function addKey(
  { db, keys, now }: RotationContext,
  again: boolean,
): Promise<Pick<Rotation, 'id' | 'before' | 'wasComplete'>> {
  // The transaction keeps other processes from changing the file.
  return await db.transaction().execute(async (transaction) => {
    await keys.refresh(transaction);
    const { ownFile } = keys.source;
    let rows = await listKeyRows(transaction);
    const old = oldKey(keys, rows);
    if (old !== undefined && !again && nextKey(keys, rows) === undefined) {
      return { id: keys.ring.current.id, before: old.id, wasComplete: true };
    }
    if (nextKey(keys, rows) === undefined && ownFile !== undefined) {
      await addServiceKey(ownFile);
      await keys.refresh(transaction);
    }
    const next = nextKey(keys, rows);
    if (next === undefined) throw noNewKey(keys);
    const { current } = keys.ring;
    if (rows.length === 0) {
      // The first key, which rows without a key depend on.
      await insertKeyRow(transaction, rowOf(current, { added_at: null, current_at: null }));
      rows = await listKeyRows(transaction);
    }
    if (!rows.some(({ id }) => id === next.id)) {
      await insertKeyRow(transaction, rowOf(next, { added_at: now(), current_at: null }));
      const entry = { actor: 'operator', action: 'service-key.added', subject: `service-key:${next.id}` } as const;
      await audit(transaction, entry, now());
    }
    return { id: next.id, before: current.id, wasComplete: false };
  });
}

function rowOf({ id, fingerprint }: ServiceKey, times: Pick<KeyRow, 'added_at' | 'current_at'>): KeyRow {
  return { id, fingerprint, ...times, retired_at: null };
}

/** A key that has never been in use. */
function nextKey({ ring }: ServiceKeys, rows: readonly KeyRow[]): ServiceKey | undefined {
  const [first] = rows;
  return ring.keys.find((key) => {
    const row = rows.find(({ id }) => id === key.id);
    return (
      key !== ring.current &&
      (row === undefined || (row !== first && row.current_at === null && row.retired_at === null))
    );
  });
}

/** The latest key that was current before, and is not retired. */
function oldKey({ ring }: ServiceKeys, rows: readonly KeyRow[]): KeyRow | undefined {
  const before = rows.slice(
    0,
    rows.findIndex(({ id }) => id === ring.current.id),
  );
  return before.findLast((row) => row.retired_at === null && (row === rows[0] || row.current_at !== null));
}

function noNewKey({ source }: ServiceKeys): OperatorError {
  return new OperatorError(
    'invalid-argument',
    `The service key comes from ${source.name}, which this command does not change. Add a second key there (openssl rand -hex 32), restart all processes, and run this command again with both keys.`,
  );
}

/** Makes a key the current one; returns the number of providers whose secrets were sealed anew. */
async function promote({ keys, seals, now }: RotationContext, transaction: Db, id: string): Promise<number> {
  const row = (await listKeyRows(transaction)).find((each) => each.id === id);
  const before = keyIdOf((await findFingerprint(transaction)) ?? '');
  // Another command was faster.
  if (row === undefined || before === id) return 0;
  await setFingerprint(transaction, row.fingerprint);
  await updateKeyRow(transaction, id, { current_at: now() });
  await keys.refresh(transaction);
  const resealed = await resealProviders(transaction, seals);
  const dataKeys = await resealDataKeys(transaction, seals);
  const details = { before, resealed, ...(dataKeys > 0 && { dataKeys }) };
  const entry = { actor: 'operator', action: 'service-key.rotated', subject: `service-key:${id}`, details } as const;
  await audit(transaction, entry, now());
  return resealed;
}

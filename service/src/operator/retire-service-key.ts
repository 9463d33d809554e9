import { removeServiceKey } from '../secrets/key-file.ts';
import { audit } from '../storage/audit-log.ts';
import { resealDataKeys } from '../storage/data-keys.ts';
import { resealProviders } from '../storage/identity-providers.ts';
import {
  countDependents,
  type DependentKind,
  type Dependents,
  listWaiting,
  type WaitingSecret,
} from '../storage/key-dependents.ts';
import { endDependents, forgetDependents } from '../storage/key-endings.ts';
import { type KeyHolder, listKeyRows, removeHolders, updateKeyRow } from '../storage/service-keys.ts';
import type { Db } from '../storage/tables.ts';
import { OperatorError } from './operator-context.ts';
import type { RotationContext } from './rotate-service-key.ts';

export interface RetirementOptions {
  /**
   * Whether to revoke the keys and end the promotions, sign-ins, sessions and uploads that still depend on the key.
   * Undefined: refuse when there are any.
   */
  readonly rest: 'revoke' | 'show' | undefined;
  /** Processes, as `status` lists them, that the operator knows to have ended. */
  readonly forgotten: readonly string[];
}

export interface Retirement {
  /** False on a dry run, or when blocked by the fields below. */
  readonly isRetired: boolean;
  /** What depended on the key. */
  readonly dependents: Dependents;
  readonly waiting: readonly WaitingSecret[];
  /** Processes that do not use the current key yet. */
  readonly behind: readonly KeyHolder[];
  /** Where the operator must remove the key; undefined: it is removed. */
  readonly removeFrom: string | undefined;
}

/**
 * Retires an old service key: when nothing depends on it any more, it is removed from the key file. A retirement that was
 * cut goes on when this is called again.
 *
 * @throws {OperatorError} `unknown-name` or `invalid-argument` when it is unknown, or the current key.
 * @throws {StorageError}
 */
export async function retireServiceKey(
  context: RotationContext,
  id: string,
  options: RetirementOptions,
): Promise<Retirement> {
  const { db, keys } = context;
  const result = await db.transaction().execute((transaction) => retire(context, transaction, id, options));
  const { ownFile, name } = keys.source;
  if (!result.isRetired) return { ...result, removeFrom: undefined };
  // After the commit: a key that is needed must never be missing. The transaction keeps others from changing the file.
  await db.transaction().execute(async (transaction) => {
    await keys.refresh(transaction);
    if (ownFile === undefined || !keys.ring.ids.includes(id)) return;
    await removeServiceKey(ownFile, id);
    await keys.refresh(transaction);
  });
  return { ...result, removeFrom: keys.ring.ids.includes(id) ? name : undefined };
}

async function retire(
  { keys, seals, now }: RotationContext,
  transaction: Db,
  id: string,
  { rest, forgotten }: RetirementOptions,
): Promise<Omit<Retirement, 'removeFrom'>> {
  await keys.refresh(transaction);
  const row = (await listKeyRows(transaction)).find((each) => each.id === id);
  const { current } = keys.ring;
  if (id === current.id)
    throw new OperatorError('invalid-argument', `${id} is the current service key. Rotate it first.`);
  if (row === undefined)
    throw new OperatorError('unknown-name', `No service key has the id ${id}. See service-key status.`);
  if (row.retired_at === null && rest !== 'show') {
    await resealProviders(transaction, seals);
    await resealDataKeys(transaction, seals);
  }
  await removeHolders(transaction, forgotten);
  const behind = (await keys.others(transaction)).filter((holder) => holder.current !== current.id);
  const dependents = await countDependents(transaction, id, now());
  const waiting = await listWaiting(transaction, id, now());
  const result = { dependents, waiting, behind };
  if (row.retired_at !== null) return { ...result, isRetired: true };
  const isFree = behind.length === 0 && blockersOf(dependents, rest !== undefined).length === 0;
  if (!isFree || rest === 'show') return { ...result, isRetired: false };
  if (rest === 'revoke') await endDependents(transaction, id, now());
  await forgetDependents(transaction, id, current.id);
  await updateKeyRow(transaction, id, { retired_at: now() });
  const entry = { actor: 'operator', action: 'service-key.retired', subject: `service-key:${id}` } as const;
  await audit(transaction, { ...entry, details: { current: current.id } }, now());
  return { ...result, isRetired: true };
}

/** The kinds that keep a key from its retirement. */
export function blockersOf(dependents: Dependents, revokeRest: boolean): readonly DependentKind[] {
  const kinds = Object.keys(dependents) as DependentKind[];
  // Without the key, a used assertion could be used again.
  return kinds.filter((kind) => dependents[kind] > 0 && (!revokeRest || kind === 'assertions'));
}

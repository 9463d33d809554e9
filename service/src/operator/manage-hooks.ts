import { withTimeLimit } from '../common/time-limit.ts';
import type { Hook, HookResult } from '../hooks/hook.ts';
import { eventId } from '../hooks/outbox.ts';
import { audit } from '../storage/audit-log.ts';
import type { Db } from '../storage/tables.ts';
import { OperatorError } from './operator-context.ts';

interface HooksContext {
  readonly db: Db;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** An event that a hook does not have yet. */
export interface ListedDelivery {
  /** Id of the event. */
  readonly id: string;
  readonly hook: string;
  readonly state: 'pending' | 'failed';
  /** Attempts that failed. */
  readonly attempts: number;
  readonly lastError: string | null;
  /** Path of the file when it was published. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The next attempt; null without one. */
  readonly dueAt: number | null;
}

/** Pending and failed events, the oldest first. */
export async function listDeliveries({ db }: Pick<HooksContext, 'db'>): Promise<readonly ListedDelivery[]> {
  const rows = await db
    .selectFrom('hook_deliveries')
    .select(['id', 'hook', 'attempts', 'last_error', 'body', 'created_at', 'due_at', 'failed_at'])
    .orderBy('seq')
    .execute();
  return rows.map(({ id, hook, attempts, last_error, body, created_at, due_at, failed_at }) => ({
    id,
    hook,
    state: failed_at === null ? 'pending' : 'failed',
    attempts,
    lastError: last_error,
    path: pathOf(body),
    createdAt: created_at,
    dueAt: failed_at === null ? due_at : null,
  }));
}

function pathOf(body: string): string {
  const { data } = JSON.parse(body) as { readonly data: { readonly path: string } };
  return data.path;
}

/** Events by their ids, or all failed ones. */
export type ChosenDeliveries = { readonly ids: readonly string[] } | 'failed';

/**
 * Makes events due now, and begins their time for retries anew.
 *
 * @returns their number.
 * @throws {OperatorError} `unknown-name` when one of the ids is not listed; nothing is changed then.
 */
export async function retryDeliveries(context: HooksContext, which: ChosenDeliveries): Promise<number> {
  const now = context.now();
  return await changing(context, which, 'hook.retried', async (transaction, ids) => {
    await transaction
      .updateTable('hook_deliveries')
      .set({ since_at: now, due_at: now, failed_at: null, attempts: 0 })
      .where('id', 'in', ids)
      .execute();
  });
}

/** Removes events: their hooks never get them. Otherwise as `retryDeliveries`. */
export async function dropDeliveries(context: HooksContext, which: ChosenDeliveries): Promise<number> {
  return await changing(context, which, 'hook.dropped', async (transaction, ids) => {
    await transaction.deleteFrom('hook_deliveries').where('id', 'in', ids).execute();
  });
}

async function changing(
  { db, now }: HooksContext,
  which: ChosenDeliveries,
  action: 'hook.retried' | 'hook.dropped',
  change: (transaction: Db, ids: readonly string[]) => Promise<void>,
): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('hook_deliveries')
      .select(['id', 'hook'])
      .$if(which === 'failed', (query) => query.where('failed_at', 'is not', null))
      .$if(which !== 'failed', (query) => query.where('id', 'in', which === 'failed' ? [] : which.ids))
      .execute();
    const unknown = which === 'failed' ? undefined : which.ids.find((id) => !rows.some((row) => row.id === id));
    if (unknown !== undefined) throw new OperatorError('unknown-name', `There is no event ${unknown}. See hooks list.`);
    for (let at = 0; at < rows.length; at += batchSize) {
      const ids = rows.slice(at, at + batchSize).map(({ id }) => id);
      await change(transaction, ids);
    }
    for (const { id, hook } of rows) {
      const entry = { actor: 'operator', action, subject: `hook:${hook}`, details: { event: id } };
      await audit(transaction, entry, now());
    }
    return rows.length;
  });
}

/** Events in one statement. */
const batchSize = 500;

/**
 * Sends an event of the type `test` to a hook, once.
 *
 * @throws {OperatorError} `unknown-name`.
 */
export async function testHook(hooks: readonly Hook[], name: string, now: number): Promise<HookResult> {
  const hook = hooks.find((each) => each.name === name);
  if (hook === undefined) {
    const known = hooks.map((each) => each.name).join(', ');
    throw new OperatorError('unknown-name', `No hook is named ${name}. There are: ${known === '' ? 'none' : known}.`);
  }
  const id = eventId();
  const body = JSON.stringify({ id, type: 'test', timestamp: new Date(now).toISOString(), data: {} });
  return await withTimeLimit(hook.timeout, (signal) => hook.deliver({ id, body }, { signal, now }));
}

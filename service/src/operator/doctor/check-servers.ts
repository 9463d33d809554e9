import { sql } from 'kysely';
import { StorageError } from '../../common/storage-error.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import type { DatabaseClock } from '../../storage/postgres/database-clock.ts';
import type { Db } from '../../storage/tables.ts';
import { type Finding, finding } from './doctor-finding.ts';

/** Accepted difference between clocks, in milliseconds. */
const tolerance = 60_000;

/** Checks that a commit of PostgreSQL is on a disk, and on that of a standby, when it is acknowledged. */
export async function checkDurability(db: Db): Promise<readonly Finding[]> {
  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names'] as const;
  const values = await Promise.all(names.map(async (name) => [name, await settingOf(db, name)] as const));
  const by = new Map<string, string>(values);
  const risks = [
    ...(by.get('fsync') === 'off' ? ['fsync is off'] : []),
    ...(by.get('full_page_writes') === 'off' ? ['full_page_writes is off'] : []),
    ...(['off', 'local'].includes(by.get('synchronous_commit') ?? '')
      ? [`synchronous_commit is ${by.get('synchronous_commit')}`]
      : []),
  ];
  return [
    ...(risks.length === 0 ? [] : [finding('database-not-durable', `Commits may be lost: ${risks.join(', ')}.`)]),
    ...(by.get('synchronous_standby_names') === ''
      ? [finding('no-standby', 'The database has no synchronous standby: acknowledged bytes are lost with its host.')]
      : []),
  ];
}

async function settingOf(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ readonly value: string }>`SELECT current_setting(${name}) AS value`.execute(db);
  return rows[0]?.value ?? '';
}

/** Compares the clocks of this machine, of the database and of the store. */
export async function checkClocks(clock: DatabaseClock, objects: ObjectStore): Promise<readonly Finding[]> {
  const ahead = await clock.read();
  let ofStore: number;
  try {
    ofStore = (await objects.probe()) - Date.now();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return [...clockFinding('database', ahead), finding('store-unreachable', error.message)];
  }
  return [...clockFinding('database', ahead), ...clockFinding('object store', ofStore)];
}

function clockFinding(server: string, ahead: number): readonly Finding[] {
  if (!(Math.abs(ahead) > tolerance)) return [];
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const message = `The clock of the ${server} is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of this machine.`;
  return [finding('clocks-differ', message)];
}

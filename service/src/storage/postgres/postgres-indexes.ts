import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateIndexNode,
  DropIndexNode,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Migration } from '../schema-steps.ts';
import type { Db, Tables } from '../tables.ts';
import { PostgresColumnTypes } from './column-types.ts';

/**
 * Can leave out the indexes of steps: in their transaction they would lock tables that are in use. `createMissingIndexes`
 * creates them afterwards.
 */
export class StepsCompiler extends PostgresQueryCompiler {
  leavesOutIndexes = false;

  protected override visitCreateIndex(node: CreateIndexNode): void {
    if (this.leavesOutIndexes) this.append('SELECT 1');
    else super.visitCreateIndex(node);
  }
}

/**
 * Creates the indexes of steps that do not exist, and those that an interrupted attempt has left invalid, while other
 * processes write to their tables. One process does at a time.
 *
 * @param db of one connection, whose session has the lock.
 */
export async function createMissingIndexes(db: Db, steps: readonly Migration[]): Promise<void> {
  const wanted = await indexStatements(steps);
  if ((await missing(db, wanted)).length === 0) return;
  await locked(db, async () => {
    for (const [name, statement] of await missing(db, wanted)) {
      // An invalid one, which the server maintains and does not use.
      await sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.id(name)}`.execute(db);
      await sql.raw(statement).execute(db);
    }
  });
}

/** The statements of the indexes that exist after some steps, by their names. */
async function indexStatements(steps: readonly Migration[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const compiler = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new PostgresColumnTypes()],
    log({ query }) {
      const node = query.query;
      if (CreateIndexNode.is(node)) {
        found.set(node.name.name, query.sql.replace(/^create( unique)? index/i, 'CREATE$1 INDEX CONCURRENTLY'));
      }
      if (DropIndexNode.is(node)) found.delete(node.name.identifier.name);
    },
  });
  for (const { up } of steps) await up(compiler);
  return found;
}

async function missing(db: Db, wanted: ReadonlyMap<string, string>): Promise<readonly (readonly [string, string])[]> {
  const { rows } = await sql<{ readonly name: string }>`
    SELECT relname::text AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indisvalid AND pg_table_is_visible(pg_class.oid) AND relname = ANY (${[...wanted.keys()]})`.execute(db);
  const valid = new Set(rows.map(({ name }) => name));
  return [...wanted].filter(([name]) => !valid.has(name));
}

/** A lock by name that is held by a session, not by a transaction. */
const lock = sql`hashtextextended('indexes:' || current_schema(), 0)`;

/** Does not wait inside of a statement: the creation of an index waits for all statements that run. */
async function locked(db: Db, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ readonly locked: number }>`SELECT pg_try_advisory_lock(${lock}) AS locked`.execute(db);
    if (rows[0]?.locked === 1) break;
    await sleep(200);
  }
  try {
    await work();
  } finally {
    await sql`SELECT pg_advisory_unlock(${lock})`.execute(db);
  }
}

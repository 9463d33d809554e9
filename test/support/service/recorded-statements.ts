import { CompiledQuery, sql } from 'kysely';
import { vi } from 'vitest';
import { isPostgres } from '../../../service/src/storage/engine.ts';
import { PostgresConnection } from '../../../service/src/storage/postgres/postgres-connection.ts';
import { SqliteStatements } from '../../../service/src/storage/sqlite-statements.ts';
import type { Db } from '../../../service/src/storage/tables.ts';

/** A statement that was run. */
export interface RecordedStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Runs work, and returns its statements on both kinds of databases, each text once. */
export async function recordStatements(work: () => Promise<void>): Promise<readonly RecordedStatement[]> {
  const sqlite = vi.spyOn(SqliteStatements.prototype, 'run');
  const postgres = vi.spyOn(PostgresConnection.prototype, 'executeQuery');
  try {
    await work();
    const run = [
      ...sqlite.mock.calls.map(([text, parameters]) => ({ sql: text, parameters })),
      ...postgres.mock.calls.map(([query]) => query),
    ];
    return [...new Map(run.map((each) => [each.sql, each])).values()];
  } finally {
    sqlite.mockRestore();
    postgres.mockRestore();
  }
}

/** The tables that a statement reads from their beginning to their end, by a table or by an index. */
export async function scannedTables(db: Db, statement: RecordedStatement): Promise<readonly string[]> {
  if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(statement.sql)) return [];
  return isPostgres(db) ? await scannedByPostgres(db, statement) : await scannedBySqlite(db, statement);
}

async function scannedBySqlite(db: Db, { sql: text, parameters }: RecordedStatement): Promise<readonly string[]> {
  const query = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<{ readonly detail: string }>(query);
  return rows.flatMap(({ detail }) => /^SCAN (?!CONSTANT ROW)(\w+)/.exec(detail)?.[1] ?? []);
}

/** A node of a plan. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** By the plans for tables and indexes with a million rows: of small ones the planner reads all. Needs a superuser. */
async function scannedByPostgres(db: Db, { sql: text, parameters }: RecordedStatement): Promise<readonly string[]> {
  const transaction = await db.startTransaction().execute();
  try {
    for (const method of ['seqscan', 'hashjoin', 'mergejoin']) {
      await sql`SET LOCAL ${sql.raw(`enable_${method}`)} = off`.execute(transaction);
    }
    await sql`UPDATE pg_class SET reltuples = 1000000, relpages = 1
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'i')`.execute(transaction);
    const query = CompiledQuery.raw(`EXPLAIN (FORMAT JSON) ${text}`, [...parameters]);
    const { rows } = await transaction.executeQuery<{ readonly 'QUERY PLAN': string }>(query);
    const plans: readonly { readonly Plan: PlanNode }[] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '[]');
    return plans.flatMap(({ Plan }) => scannedBelow(Plan));
  } finally {
    await transaction.rollback().execute();
  }
}

function scannedBelow(node: PlanNode): readonly string[] {
  const isWhole =
    node['Node Type'] === 'Seq Scan' ||
    (/^(?:Bitmap )?Index/.test(node['Node Type']) && node['Index Cond'] === undefined);
  const table = node['Relation Name'];
  return [...(isWhole && table !== undefined ? [table] : []), ...(node.Plans ?? []).flatMap(scannedBelow)];
}

import type { Logger as QueryLog } from 'kysely';
import { errorTypeOf, tracer } from './tracer.ts';

/** The databases, as OpenTelemetry names them. */
export type DatabaseSystem = 'sqlite' | 'postgresql';

/** The options of Kysely for a span for each query; none while traces are off. */
export function queryLogOption(system: DatabaseSystem): { log?: QueryLog } {
  if (tracer() === undefined) return {};
  return {
    log: ({ query, queryDurationMillis, ...event }) =>
      queryEnded(system, query.sql, queryDurationMillis, 'error' in event ? event.error : undefined),
  };
}

/** Adds a span for a query. Its text and its values are left out. */
export function queryEnded(system: DatabaseSystem, sql: string, milliseconds: number, error?: unknown): void {
  const summary = knownSummary(sql);
  tracer()?.ended({
    name: summary,
    kind: 'client',
    attributes: { 'db.system.name': system, 'db.query.summary': summary },
    seconds: milliseconds / 1_000,
    errorType: error === undefined ? undefined : errorTypeOf(error),
  });
}

/** Adds a span for the commit of a transaction. */
export function commitEnded(system: DatabaseSystem, seconds: number, succeeded: boolean): void {
  tracer()?.ended({
    name: 'COMMIT',
    kind: 'client',
    attributes: { 'db.system.name': system, 'db.query.summary': 'COMMIT' },
    seconds,
    errorType: succeeded ? undefined : 'failed',
  });
}

/** By the text of a query: most are prepared. */
const summaries = new Map<string, string>();
const maxSummaries = 1_000;

function knownSummary(sql: string): string {
  let summary = summaries.get(sql);
  if (summary === undefined) {
    if (summaries.size >= maxSummaries) summaries.clear();
    summary = summaryOf(sql);
    summaries.set(sql, summary);
  }
  return summary;
}

/** The statements and tables of a query in their order: `SELECT uploads`. */
export function summaryOf(sql: string): string {
  const found: string[] = [];
  for (const [, statement, table] of sql.matchAll(parts)) {
    const text = statement?.toUpperCase() ?? table ?? '';
    if (found.at(-1) !== text) found.push(text);
  }
  return found.slice(0, 8).join(' ') || 'query';
}

/** A statement, or a table: what follows `from`, `join`, `into` and `update`. */
const parts =
  /\b(select|insert|update(?!\s+set\b)|delete|pragma|begin|commit|rollback|create|alter|drop)\b|\b(?<=(?:from|join|into|update)\s+"?)(?!set\b)([a-z_][a-z0-9_]*)/gi;

import type { Command } from 'commander';
import { OperatorError } from '../operator/operator-context.ts';
import { type Flags, withData, withDataFlags } from './options.ts';
import { jsonLine, print, timeText } from './output.ts';

export function addAudit(program: Command): void {
  withDataFlags(program.command('audit'))
    .option('--since <time>', 'a day, a time with its zone, or how long ago: 24h, 7d')
    .option('--json', 'one JSON object a line')
    .description('show who changed what, oldest first')
    .action(async (flags: Flags & { readonly since?: string; readonly json?: boolean }) => {
      const since = flags.since === undefined ? 0 : readSince(flags.since, Date.now());
      const { readAudit } = await import('../storage/audit-log.ts');
      await withData(flags, async ({ state: { db } }) => {
        for await (const { at, actor, action, subject, details, id } of readAudit(db, since)) {
          const more = Object.entries(details).map(([name, value]) => `  ${name}=${value}`);
          await print(
            flags.json
              ? jsonLine({ id, at: timeText(at), actor, action, subject, details })
              : `${timeText(at)}  ${actor}  ${action}  ${subject}${more.join('')}\n`,
          );
        }
      });
    });
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a point in time: a day (`2026-01-31`, in UTC), a time with its zone (`2026-01-31T12:00:00Z`), or how long ago
 * (`90m`, `24h`, `7d`).
 *
 * @returns milliseconds since 1970.
 * @throws {OperatorError} `invalid-argument`.
 */
export function readSince(text: string, now: number): number {
  const ago = /^(\d{1,6})([smhd])$/.exec(text);
  if (ago !== null) return now - Number(ago[1]) * (units[ago[2] ?? ''] ?? 0);
  const form = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;
  const day = form.exec(text)?.[1];
  const time = day === undefined ? Number.NaN : Date.parse(text);
  // Date.parse takes 31 February for a day in March.
  const isDay = day !== undefined && new Date(Date.parse(day) || 0).toISOString().startsWith(day);
  if (isDay && !Number.isNaN(time)) return time;
  throw new OperatorError(
    'invalid-argument',
    `${JSON.stringify(text)} is no time: give a day (2026-01-31), a time with its zone (2026-01-31T12:00:00Z) or how long ago (90m, 24h, 7d).`,
  );
}

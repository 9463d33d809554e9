import type { Command } from 'commander';
import { readSince } from '../operator/since.ts';
import { type Flags, withDataFlags } from './options.ts';
import { jsonLine, print, timeText } from './output.ts';
import { withData } from './with-data.ts';

export function addAudit(program: Command): void {
  withDataFlags(program.command('audit'))
    .option('--since <time>', 'a day, a time with its zone, or how long ago: 24h, 7d')
    .option('--json', 'one JSON object a line')
    .description('show who changed what, oldest first')
    .action(async (flags: Flags & { readonly since?: string; readonly json?: boolean }) => {
      const since = flags.since === undefined ? 0 : readSince(flags.since, Date.now());
      const { readAudit } = await import('../operator/audit-log.ts');
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

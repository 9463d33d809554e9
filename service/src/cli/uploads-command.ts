import type { Command } from 'commander';
import { OperatorError } from '../operator/operator-context.ts';
import { type Flags, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, table, timeJson, timeText } from './command-output.ts';
import { readSince } from './read-since.ts';

export function addUploads(program: Command): void {
  const group = program.command('uploads').description('list and cancel unfinished uploads');
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object per line')
    .description('list the unfinished uploads with their keys, the longest idle first')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listUploads } = await import('../operator/manage-uploads.ts');
      const list = await withData(flags, ({ state }) => listUploads(state));
      const rows = list.map(({ id, path, bytes, folderKey, apiKey, startedAt, touchedAt }) => [
        id,
        String(bytes),
        folderKey,
        apiKey,
        timeText(startedAt),
        timeText(touchedAt),
        path,
      ]);
      const lines = list.map(({ startedAt, touchedAt, ...rest }) =>
        jsonLine({ ...rest, started: timeJson(startedAt), lastChunk: timeJson(touchedAt) }),
      );
      const headings = ['UPLOAD', 'BYTES#', 'FOLDER-KEY', 'API-KEY', 'STARTED', 'LAST CHUNK', 'PATH'];
      await print(flags.json ? lines.join('') : table(headings, rows));
    });
  withDataFlags(group.command('cancel'))
    .argument('[uploads...]', 'ids from uploads list')
    .option('--idle <time>', 'all uploads without a chunk for so long, such as 90m, 24h or 7d')
    .description('cancel unfinished uploads: their bytes are removed, and their callers start over')
    .action(async (ids: readonly string[], flags: Flags & { readonly idle?: string }) => {
      if (ids.length > 0 === (flags.idle !== undefined)) {
        throw new OperatorError('invalid-argument', 'Name uploads, or use --idle, but not both.');
      }
      const { cancelUploads } = await import('../operator/manage-uploads.ts');
      const { idle } = flags;
      const cancelled = await withData(flags, ({ store, state: { db, now } }) =>
        cancelUploads({ db, store, now }, idle === undefined ? { ids } : { idleSince: readSince(idle, now()) }),
      );
      const bytes = cancelled.reduce((sum, { held }) => sum + held, 0n);
      await print(`cancelled uploads: ${cancelled.length}\nbytes: ${bytes}\n`);
    });
}

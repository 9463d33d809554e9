import type { Command } from 'commander';
import { type Flags, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, table, timeJson, timeText } from './command-output.ts';

export function addQuarantine(program: Command): void {
  const group = program
    .command('quarantine')
    .description('list, export, release and remove files that a check refused');
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object per line')
    .description('list the refused files with the check and its reason, the oldest first')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listRefused } = await import('../operator/manage-quarantine.ts');
      const list = await withData(flags, ({ state }) => listRefused(state.db));
      const rows = list.map(({ id, bytes, check, reason, folderKey, apiKey, refusedAt, path }) => [
        id,
        String(bytes),
        check ?? '',
        reason ?? '',
        folderKey,
        apiKey,
        timeText(refusedAt),
        path,
      ]);
      const lines = list.map(({ refusedAt, ...rest }) => jsonLine({ ...rest, refused: timeJson(refusedAt) }));
      const headings = ['UPLOAD', 'BYTES#', 'CHECK', 'REASON', 'FOLDER-KEY', 'API-KEY', 'REFUSED', 'PATH'];
      await print(flags.json ? lines.join('') : table(headings, rows));
    });
  withDataFlags(group.command('export'))
    .argument('<upload>', 'id from quarantine list')
    .requiredOption('-o, --output <file>', 'where to write its bytes')
    .option('--force', 'replace an existing file')
    .description('write the bytes of a refused file, to examine it')
    .action(async (id: string, flags: Flags & { readonly output: string; readonly force?: boolean }) => {
      const { exportRefused } = await import('../operator/manage-quarantine.ts');
      const { output, force = false } = flags;
      await withData(flags, ({ state }) => exportRefused(state.uploads.parts, id, { output, force }), {
        writesFiles: true,
      });
    });
  withDataFlags(group.command('release'))
    .argument('<upload>', 'id from quarantine list')
    .option('--hooks-file <file>', 'file with the hooks, which get its event')
    .description('publish a refused file as it was uploaded')
    .action(async (id: string, flags: Flags) => {
      const { releaseRefused } = await import('../operator/manage-quarantine.ts');
      const path = await withData(flags, ({ state }) => releaseRefused(state.uploads.parts, id), { withHooks: true });
      await print(`released: ${path}\n`);
    });
  withDataFlags(group.command('remove'))
    .argument('<uploads...>', 'ids from quarantine list')
    .description('remove refused files; they cannot be restored')
    .action(async (ids: readonly string[], flags: Flags) => {
      const { removeRefused } = await import('../operator/manage-quarantine.ts');
      const removed = await withData(flags, ({ store, state: { db, now } }) => removeRefused({ db, store, now }, ids));
      await print(`removed files: ${removed.length}\nbytes: ${removed.reduce((sum, { held }) => sum + held, 0n)}\n`);
    });
}

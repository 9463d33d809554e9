import type { Command } from 'commander';
import { type Flags, withDataFlags } from './options.ts';
import { jsonLine, print, say, table, timeJson, timeText } from './output.ts';
import { withData } from './with-data.ts';

export function addFolderKey(program: Command): void {
  const group = program.command('folder-key').description('make, revoke and list folder access keys');
  withDataFlags(group.command('create'))
    .argument('<name>', 'what the key is known by')
    .requiredOption('--folder <path>', 'the folder, such as /anna/inbox')
    .description('make a key and print it, this once, alone on stdout')
    .action(async (name: string, flags: Flags & { readonly folder: string }) => {
      const { createFolderKey } = await import('../operator/folder-keys.ts');
      const { folder } = flags;
      const key = await withData(flags, ({ state }) => createFolderKey(state, { name, folder }));
      say(`Folder access key ${name} for ${folder}. It is shown this once: only its hash is stored.`);
      await print(`${key}\n`);
    });
  withDataFlags(group.command('revoke'))
    .argument('<name>')
    .description('take a key out of force, from the next request on')
    .action(async (name: string, flags: Flags) => {
      const { revokeFolderKey } = await import('../operator/folder-keys.ts');
      const revoked = await withData(flags, ({ state }) => revokeFolderKey(state, name));
      await print(`folder access key ${name}: ${revoked}\n`);
    });
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object a line')
    .description('list the keys, without their secrets')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listFolderKeys } = await import('../operator/folder-keys.ts');
      const keys = await withData(flags, ({ state }) => listFolderKeys(state));
      const rows = keys.map(({ name, folder, createdAt, revokedAt }) => [
        name,
        folder,
        timeText(createdAt),
        timeText(revokedAt),
      ]);
      const lines = keys.map(({ name, folder, createdAt, revokedAt }) =>
        jsonLine({ name, folder, created: timeJson(createdAt), revoked: timeJson(revokedAt) }),
      );
      await print(flags.json ? lines.join('') : table(['NAME', 'FOLDER', 'CREATED', 'REVOKED'], rows));
    });
}

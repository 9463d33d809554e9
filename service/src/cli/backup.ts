import type { Command } from 'commander';
import { type Flags, settingsOf, withDataFlags } from './options.ts';
import { print, say } from './output.ts';
import { withData } from './with-data.ts';

export function addBackup(program: Command): void {
  withDataFlags(program.command('backup'))
    .argument('<folder>', 'where the backup is to be; it must not be there')
    .option('--copy', 'copy files even where they could be hard-linked')
    .description('make a data folder of its own out of what is there at one moment, while the service runs')
    .action(async (target: string, flags: Flags & { readonly copy?: boolean }) => {
      const { makeBackup } = await import('../operator/backup.ts');
      const { dataFolderAt } = await import('../storage/content/data-folder.ts');
      const folder = dataFolderAt(settingsOf(flags, process.env).data);
      const backup = await withData(flags, ({ state }) =>
        makeBackup(state, { folder, target, copy: flags.copy === true }),
      );
      const { path, files, bytes, linked, uploads, holdsKey } = backup;
      await print(`backup: ${path}\nfiles: ${files}\nbytes: ${bytes}\nhard-linked: ${linked}\nuploads: ${uploads}\n`);
      say(
        holdsKey
          ? `${path} holds the service key: whoever reads it can test guesses of passwords and keys. Keep it as safe as the data folder.`
          : `${path} does not hold the service key, which comes from elsewhere. Keep that one too: without it no stored secret is right.`,
      );
      if (linked > 0) {
        say(
          'Hard-linked files share their bytes with the data folder: copy the backup to another disk to survive this one.',
        );
      }
    });
}

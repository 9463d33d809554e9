import type { Command } from 'commander';
import type { Settings } from '../config/settings.ts';
import type { MigrationSide } from '../operator/migrate/migration-side.ts';
import { type Flags, readText, settingsOf, withDataFlags } from './command-options.ts';
import { print, printToStderr } from './command-output.ts';

export function addMigrate(program: Command): void {
  withDataFlags(program.command('migrate'))
    .requiredOption('--to <file>', 'configuration file of the target, which must be empty')
    .description('copy a stopped service from its data folder to PostgreSQL and an S3 store, or back')
    .action(async ({ to, ...flags }: Flags & { readonly to: string }) => {
      const { loadSettings } = await import('../config/load-settings.ts');
      const source = settingsOf(flags, process.env);
      // Of the file alone: the environment is that of the source.
      const target = loadSettings({
        file: { name: to, text: readText(to, 'the configuration file') },
        environment: {},
        flags: {},
      });
      const { migrateService } = await import('../operator/migrate/migrate.ts');
      const from = await sideOf(source, { create: false });
      try {
        const into = await sideOf(target, { create: true });
        try {
          const { files, bytes, uploads, skipped } = await migrateService(from, into);
          await print(`files: ${files}\nbytes: ${bytes}\nuploads: ${uploads}\nskipped: ${skipped}\n`);
          printToStderr('Start the target with the service key of the source: without it no stored secret matches.');
        } finally {
          await into.close();
        }
      } finally {
        await from.close();
      }
    });
}

async function sideOf(settings: Settings, { create }: { readonly create: boolean }): Promise<MigrationSide> {
  const { serversOf } = await import('../server/open-with-settings.ts');
  const { folderSide, serversSide } = await import('../operator/migrate/migration-side.ts');
  const servers = serversOf(settings, process.env);
  if (servers !== undefined) return await serversSide(servers);
  const { existingFolder, openDataFolder } = await import('../storage/content/data-folder.ts');
  return await folderSide(await (create ? openDataFolder(settings.data) : existingFolder(settings.data)));
}

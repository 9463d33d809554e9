import type { Command } from 'commander';
import type { Settings } from '../config/settings.ts';
import type { DataKeys } from '../domain/data-keys.ts';
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
      // Sealed files stay sealed with the data keys of the source, which are copied with its rows.
      const dataKeys = await dataKeysFor(source);
      const from = await sideOf(source, dataKeys, { create: false });
      dataKeys?.use(from.db);
      try {
        const into = await sideOf(target, dataKeys, { create: true });
        try {
          const { files, bytes, uploads, skipped, destroyed } = await migrateService(from, into);
          await print(`files: ${files}\nbytes: ${bytes}\nuploads: ${uploads}\nskipped: ${skipped}\n`);
          if (destroyed > 0)
            printToStderr(`Not copied, since their data keys were destroyed: ${destroyed} files or uploads.`);
          printToStderr('Start the target with the service key of the source: without it no stored secret matches.');
        } finally {
          await into.close();
        }
      } finally {
        await from.close();
      }
    });
}

/** The data keys of a service, for its database when that is open; undefined without a service key. */
async function dataKeysFor(settings: Settings): Promise<DataKeys | undefined> {
  const { keySource } = await import('../server/open-with-settings.ts');
  const { existingFolderKeys } = await import('../secrets/key-source.ts');
  const { dataFolderAt } = await import('../storage/content/data-folder.ts');
  const given = (await keySource(settings, process.env)) ?? existingFolderKeys(dataFolderAt(settings.data).key);
  const keys = await given.load().catch(() => []);
  if (keys.length === 0) return undefined;
  const { KeyRing } = await import('../secrets/key-ring.ts');
  const { dataKeysToRead } = await import('../operator/data-keys-to-read.ts');
  return dataKeysToRead(new KeyRing(keys), settings);
}

async function sideOf(
  settings: Settings,
  keys: DataKeys | undefined,
  { create }: { readonly create: boolean },
): Promise<MigrationSide> {
  const { serversOf } = await import('../server/open-with-settings.ts');
  const { folderSide, serversSide } = await import('../operator/migrate/migration-side.ts');
  const servers = serversOf(settings, process.env);
  if (servers !== undefined) return await serversSide(servers, keys);
  const { existingFolder, openDataFolder } = await import('../storage/content/data-folder.ts');
  return await folderSide(await (create ? openDataFolder(settings.data) : existingFolder(settings.data)), keys);
}

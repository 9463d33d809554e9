import type { Command } from 'commander';
import { exitCodes, type Outcome } from './exit-codes.ts';
import { type Flags, settingsOf, withData, withDataFlags, withServeFlags } from './options.ts';
import { jsonLine, print, say } from './output.ts';

export function addSweep(program: Command): void {
  withDataFlags(program.command('sweep'))
    .description('remove uploads that were not finished in time, and files that belong to nothing')
    .action(async (flags: Flags) => {
      const { expiredUploads, forgottenUploads, strayParts } = await withData(flags, (service) => service.sweep());
      await print(
        `expired uploads: ${expiredUploads}\nforgotten uploads: ${forgottenUploads}\nstray files: ${strayParts}\n`,
      );
    });
}

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

interface DoctorFlags extends Flags {
  readonly deep?: boolean;
  readonly online?: boolean;
  readonly json?: boolean;
}

export function addDoctor(program: Command, outcome: Outcome): void {
  // The flags of serve: what it would be started with is looked at too.
  withServeFlags(program.command('doctor'))
    .option('--deep', 'read the content of every file')
    .option('--online', 'ask identity providers whether they are there')
    .option('--json', 'one JSON object a line')
    .description('look for what is wrong with the data folder and the settings, and change nothing')
    .action(async (flags: DoctorFlags) => {
      const settings = settingsOf(flags, process.env);
      const [{ examine }, { givenKey }] = await Promise.all([
        import('../operator/doctor/doctor.ts'),
        import('../server/open-with-settings.ts'),
      ]);
      const { deep = false, online = false } = flags;
      const serviceKey = await givenKey(settings, process.env);
      const { findings, content } = await examine({ settings, serviceKey, deep, online });
      for (const finding of findings) {
        const { severity, code, message, remedy } = finding;
        await print(flags.json ? jsonLine(finding) : `${severity} ${code}: ${message}\n  ${remedy}\n`);
      }
      if (findings.length > 0) outcome.exitCode = exitCodes.findings;
      else if (!flags.json) await print(`Nothing found. files: ${content?.files}, bytes: ${content?.bytes}\n`);
    });
}

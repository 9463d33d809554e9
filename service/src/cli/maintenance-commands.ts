import type { Command } from 'commander';
import {
  type Flags,
  folderSettingsOf,
  settingsOf,
  withData,
  withDataFlags,
  withServeFlags,
} from './command-options.ts';
import { exitCodes, jsonLine, type Outcome, print, printToStderr, timeText } from './command-output.ts';
import { readSince } from './read-since.ts';

export function addAudit(program: Command): void {
  withDataFlags(program.command('audit'))
    .option('--since <time>', 'a day, a time with its zone, or a time ago: 24h, 7d')
    .option('--json', 'one JSON object per line')
    .description('show the audit log, oldest entries first')
    .action(async (flags: Flags & { readonly since?: string; readonly json?: boolean }) => {
      const { readAudit } = await import('../storage/audit-log.ts');
      await withData(flags, async ({ state: { db, now } }) => {
        const since = flags.since === undefined ? 0 : readSince(flags.since, now());
        for await (const { at, actor, action, subject, details, id, requestId } of readAudit(db, since)) {
          const more = Object.entries(details).map(([name, value]) => `  ${name}=${value}`);
          await print(
            flags.json
              ? jsonLine({ id, at: timeText(at), actor, action, subject, details, requestId })
              : `${timeText(at)}  ${actor}  ${action}  ${subject}${more.join('')}${requestId === null ? '' : `  request=${requestId}`}\n`,
          );
        }
      });
    });
}

/** More bytes than any disk has. */
const everything = 1n << 62n;

export function addSweep(program: Command): void {
  withDataFlags(program.command('sweep'))
    .option('--unknown-files', 'delete published files, too, that the database does not know: doctor counts them')
    .description(
      'delete expired uploads, and files that no upload or entry refers to; compute missing SHA-256; finish an erasure',
    )
    .action(async ({ unknownFiles, ...flags }: Flags & { readonly unknownFiles?: boolean }) => {
      const { finishErasure } = await import('../operator/erasure/erase-account.ts');
      const [swept, isErased] = await withData(flags, async (service) => {
        const isErased = await finishErasure({ db: service.state.db, rewrite: service.rewrite });
        return [await service.sweep(everything, { unknownFiles }), isErased] as const;
      });
      const counts = [
        `expired uploads: ${swept.expiredUploads}`,
        `forgotten uploads: ${swept.forgottenUploads}`,
        `stray files: ${swept.strayParts}`,
        `expired files: ${swept.expiredFiles}`,
        `computed SHA-256: ${swept.digestedFiles}`,
      ];
      if (isErased) counts.push('finished erasures: 1');
      await print(`${counts.join('\n')}\n`);
      if (swept.unknownFiles > 0) {
        printToStderr(
          `Files that the database does not know, and that were kept: ${swept.unknownFiles}. If none of them is needed, sweep --unknown-files deletes them.`,
        );
      }
    });
}

export function addBackup(program: Command): void {
  withDataFlags(program.command('backup'))
    .argument('<folder>', 'path of the backup; it must not exist')
    .option('--copy', 'copy files instead of hard-linking them')
    .description('back up the data folder to another folder, also while the service runs')
    .action(async (target: string, flags: Flags & { readonly copy?: boolean }) => {
      const { makeBackup } = await import('../operator/backup.ts');
      const { dataFolderAt } = await import('../storage/content/data-folder.ts');
      const instead = 'Archive the log of PostgreSQL, and keep objects for objects.keepHours.';
      const folder = dataFolderAt(folderSettingsOf(flags, process.env, instead).data);
      const backup = await withData(
        flags,
        ({ state }) => makeBackup(state, { folder, target, copy: flags.copy === true }),
        { writesFiles: true },
      );
      const { path, files, bytes, linked, uploads, holdsKey } = backup;
      await print(`backup: ${path}\nfiles: ${files}\nbytes: ${bytes}\nhard-linked: ${linked}\nuploads: ${uploads}\n`);
      printToStderr(
        holdsKey
          ? `${path} contains the service key, with which guesses of passwords and keys can be tested. Protect it like the data folder.`
          : `${path} does not contain the service key, which is stored elsewhere. Back it up too: without it no stored secret matches.`,
      );
      if (linked > 0) {
        printToStderr(
          'Hard-linked files share their bytes with the data folder: copy the backup to another disk to survive a disk failure.',
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
  // The flags of serve, whose settings are checked too.
  withServeFlags(program.command('doctor'))
    .option('--deep', 'read the content of every file and upload, and compare it with its SHA-256')
    .option('--online', 'call the identity providers')
    .option('--json', 'one JSON object per line')
    .description('check the data folder and the settings, and change nothing')
    .action(async (flags: DoctorFlags) => {
      const settings = settingsOf(flags, process.env);
      const { keySource, serversOf } = await import('../server/open-with-settings.ts');
      const { deep = false, online = false } = flags;
      const options = { settings, serviceKeys: await keySource(settings, process.env), deep, online };
      const servers = serversOf(settings, process.env);
      const { findings, content } = await (servers === undefined
        ? (await import('../operator/doctor/doctor.ts')).examine(options)
        : (await import('../operator/doctor/examine-servers.ts')).examineServers(options, servers));
      for (const finding of findings) {
        const { severity, code, message, remedy } = finding;
        await print(flags.json ? jsonLine(finding) : `${severity} ${code}: ${message}\n  ${remedy}\n`);
      }
      if (findings.some(({ severity }) => severity !== 'hint')) outcome.exitCode = exitCodes.findings;
      else if (!flags.json) await print(`Nothing found. files: ${content?.files}, bytes: ${content?.bytes}\n`);
    });
}

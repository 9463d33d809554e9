import type { Command } from 'commander';
import { OperatorError } from '../operator/operator-context.ts';
import { exitCodes, jsonLine, type Outcome, print, printToStderr, timeText } from './command-output.ts';
import { type Flags, settingsOf, withData, withDataFlags, withServeFlags } from './options.ts';

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
      printToStderr(
        holdsKey
          ? `${path} holds the service key: whoever reads it can test guesses of passwords and keys. Keep it as safe as the data folder.`
          : `${path} does not hold the service key, which comes from elsewhere. Keep that one too: without it no stored secret is right.`,
      );
      if (linked > 0) {
        printToStderr(
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

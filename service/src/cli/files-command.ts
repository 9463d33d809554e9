import type { Command } from 'commander';
import { plainOrigin, type Settings } from '../config/settings.ts';
import { OperatorError } from '../operator/operator-context.ts';
import type { Service } from '../server/open-service.ts';
import { type Flags, settingsOf, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, printToStderr, timeJson } from './command-output.ts';
import { readDuration } from './read-since.ts';
import { type RemovalFlags, removalText } from './removal-output.ts';

interface ListFlags extends Flags {
  readonly recursive?: boolean;
  readonly sha256?: boolean;
  readonly json?: boolean;
}

interface LinkFlags extends Flags {
  readonly for?: string;
  readonly json?: boolean;
}

/** The address of the port for operators, without a `/` at its end. */
function adminAddress({ adminUrl, adminHost, adminPort = 0 }: Settings): string {
  if (adminUrl !== undefined) return adminUrl.replace(/\/+$/, '');
  if (adminPort === 0) {
    throw new OperatorError('invalid-argument', 'Set admin.url or admin.port, as for serve: links are served there.');
  }
  return plainOrigin(adminHost, adminPort);
}

export function addFiles(program: Command): void {
  const group = program.command('files').description('list, get, link, export and remove uploaded files');
  withDataFlags(group.command('list'))
    .argument('[path]', 'a file or folder, such as /anna/inbox (default: / , the folders of all accounts)')
    .option('-r, --recursive', 'including all descendants')
    .option('--sha256', 'the SHA-256 of each file, as sha256sum prints it')
    .option('--json', 'one JSON object per line')
    .description('list folders, and files with their bytes, times and SHA-256')
    .action(async (path: string | undefined, flags: ListFlags) => {
      const { digestLine, entryJson, entryLine, listFiles } = await import('../operator/entry-tree.ts');
      const text = flags.sha256 === true ? digestLine : entryLine;
      await withData(flags, async ({ state: { db } }) => {
        for await (const entry of listFiles(db, { path: path ?? '/', recursive: flags.recursive === true })) {
          await print((flags.json ? jsonLine(entryJson(entry)) : text(entry)) ?? '');
        }
      });
    });
  withDataFlags(group.command('remove'))
    .argument('<paths...>', 'files, such as /anna/inbox/report.pdf; folders with --recursive')
    .option('-r, --recursive', 'folders with their files, access keys and unfinished uploads')
    .option('--yes', 'remove them; without it, only print what would be removed')
    .option('--json', 'one JSON object per line')
    .description('remove files and folders; they cannot be restored')
    .action(async (paths: readonly string[], flags: RemovalFlags & { readonly recursive?: boolean }) => {
      const { removePath } = await import('../operator/remove-entries.ts');
      const options = { recursive: flags.recursive === true, dryRun: flags.yes !== true };
      await withData(flags, async ({ store, state: { db, now } }) => {
        for (const path of paths) await print(removalText(await removePath({ db, store, now }, path, options), flags));
      });
    });
  withDataFlags(group.command('get'))
    .argument('<path>', 'a file, such as /anna/inbox/report.pdf')
    .option('-o, --output <file>', 'where to write it, with its time (default: stdout)')
    .option('--force', 'replace an existing file')
    .description('read one file')
    .action(async (path: string, flags: Flags & { readonly output?: string; readonly force?: boolean }) => {
      const { getFile } = await import('../operator/read-file.ts');
      const { output, force = false } = flags;
      await withData(
        flags,
        ({ store, state: { db } }) =>
          getFile({ db, store }, path, output === undefined ? { write: print } : { output, force }),
        { writesFiles: true },
      );
    });
  withDataFlags(group.command('link'))
    .argument('<path>', 'a file, or a folder with everything below it')
    .option('--for <time>', 'how long it is valid, such as 15m, 8h or 7d (default: 15m)')
    .option('--admin-url <url>', 'address of the port for operators (default: its host and port)')
    .option('--json', 'one JSON object')
    .description('print a link: whoever has it may get the file, or list the folder and get its files')
    .action(async (path: string, flags: LinkFlags) => {
      const { createLink } = await import('../operator/create-link.ts');
      const base = adminAddress(settingsOf(flags, process.env));
      const duration = readDuration(flags.for ?? '15m');
      const { expiresAt, address, ...link } = await withData(flags, ({ links, state: { db, now } }) =>
        createLink({ db, links, now }, path, duration),
      );
      const url = `${base}${address}`;
      await print(flags.json ? jsonLine({ ...link, url, expires: timeJson(expiresAt) }) : `${url}\n`);
    });
  withDataFlags(group.command('export'))
    .argument('<path>', 'a file, or a folder with its descendants; / is everything')
    .argument('<folder>', 'target folder; created if it does not exist')
    .option('--force', 'replace existing files')
    .option('--json', 'one JSON object per line')
    .description('write files and folders to the disk, with their times')
    .action(
      async (path: string, target: string, flags: Flags & { readonly force?: boolean; readonly json?: boolean }) => {
        const { exportFiles } = await import('../operator/export-files.ts');
        const work = async ({ store, state: { db } }: Service): Promise<void> => {
          let [files, bytes] = [0, 0n];
          for await (const written of exportFiles({ db, store }, { path, target, force: flags.force === true })) {
            files += 1;
            bytes += written.size;
            if (flags.json) await print(jsonLine(written));
            else if (written.renamed) printToStderr(`${written.path} is named ${written.file}`);
          }
          if (!flags.json) await print(`files: ${files}\nbytes: ${bytes}\n`);
        };
        await withData(flags, work, { writesFiles: true });
      },
    );
}

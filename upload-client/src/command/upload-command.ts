import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { exitCodes, outcomeOf, printToStderr } from './command-output.ts';
import type { UploadFlags } from './read-arguments.ts';

const keysHelp = (name: string): string => `
All users of this machine can see command lines, so pass keys by the environment or by files:

  RFS_API_KEY=… RFS_FOLDER_KEY=… ${name} report.pdf --url https://files.example
  ${name} *.pdf --url https://files.example --api-key-file api.key --folder-key-file folder.key

Results go to stdout, one line per file: name, bytes and seconds, separated by tabs. Exit codes: 0 all files were
uploaded; 1 the service rejected a file; 2 invalid arguments, nothing was sent; 3 a file could not be read, or the service
not reached; 130 and 143 stopped by Ctrl-C or SIGTERM. The same command goes on then: it skips published files that have
not changed, and resumes the others.`;

/**
 * Uploads files, as the arguments of a command line tell.
 *
 * @param args of the command line, without those of Node itself.
 * @param name of the command in its help.
 * @returns the exit code.
 */
export async function runUploadCommand(args: readonly string[], name = 'remote-file-upload'): Promise<number> {
  // Without a listener, the error event of a closed pipe would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  let exitCode: number = exitCodes.fine;
  const command = uploadCommand(name).action(async (files: readonly string[], flags: UploadFlags) => {
    const { runUploads } = await import('./run-uploads.ts');
    exitCode = await runUploads(files, flags);
  });
  try {
    await command.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome.message !== undefined) printToStderr(outcome.message);
    return outcome.exitCode;
  }
}

function uploadCommand(name: string): Command {
  return new Command(name)
    .argument('<file...>', 'files to upload; - is stdin, and needs --name')
    .option('-u, --url <url>', 'URL of the service (or RFS_URL), with or without its path')
    .option('--api-key <key>', 'the API key (better: RFS_API_KEY or --api-key-file)')
    .option('--api-key-file <file>', 'file with the API key')
    .option('--folder-key <key>', 'the folder access key (better: RFS_FOLDER_KEY or --folder-key-file)')
    .option('--folder-key-file <file>', 'file with the folder access key')
    .option('-n, --name <name>', 'name of the uploaded file, for one file or stdin')
    .option(
      '--chunk-size <bytes>',
      'bytes of a chunk, such as 512KiB or 4MiB (default: by the speed of the line, from 1MiB to 8MiB)',
    )
    .option('-p, --parallel <number>', 'number of concurrent uploads (default: 4; 16 where no file exceeds 256 KiB)')
    .option('--resume', 'resume uploads of an earlier run', true)
    .option('--no-resume', 'start over, and store no state for resuming')
    .option('--journal <folder>', 'folder for the state of uploads (or RFS_JOURNAL)')
    .option('--soap <version>', '1.1 or 1.2 (default: 1.1)')
    .option('--timeout <seconds>', 'timeout for one chunk, including the response (default: 120)')
    .option(
      '--patience <duration>',
      'outage to outlast, such as 90s, 15m or 2h (default: 15m; 1m before the first answer)',
    )
    .option('--attempts <number>', 'attempts per chunk before the file fails (default: no limit)')
    .option('--again', 'send files that an interrupted run has published, too')
    .option('--json', 'print results and failures as one JSON object per line')
    .option('--progress <kind>', 'auto, plain (lines for logs), json or none; on stderr (default: auto)')
    .option('-q, --quiet', 'print errors only')
    .version(version())
    .description('Upload files into the folder of a folder access key.')
    .addHelpText('after', keysHelp(name))
    .showHelpAfterError('(--help shows the flags)')
    .exitOverride();
}

/** The version of the package; the same relative path from the sources and from the build. */
function version(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}

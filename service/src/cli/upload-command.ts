import type { Command } from 'commander';
import type { Outcome } from './command-output.ts';
import type { UploadFlags } from './upload/read-arguments.ts';

const keysHelp = `
Whoever is on this machine sees what stands on a command line, so give keys by the environment or by files:

  RFS_API_KEY=… RFS_FOLDER_KEY=… remote-file-service upload report.pdf --url https://files.example
  remote-file-service upload *.pdf --url https://files.example --api-key-file api.key --folder-key-file folder.key

Results go to stdout, a line a file: name, bytes and seconds, with tabs between. Exit codes: 0 all files are there;
1 the service refused one; 2 arguments are not valid, nothing was sent; 3 a file could not be read, or the service not
reached; 130 and 143 stopped by Ctrl-C or SIGTERM. After 3, 130 and 143 the same command goes on where it stopped.`;

export function addUpload(program: Command, outcome: Outcome): void {
  program
    .command('upload')
    .argument('<file...>', 'files to upload; - is stdin, and needs --name')
    .option('-u, --url <url>', 'address of the service (or RFS_URL); without a path it is that of the interface')
    .option('--api-key <key>', 'the API key (better: RFS_API_KEY or --api-key-file)')
    .option('--api-key-file <file>', 'file that holds the API key')
    .option('--folder-key <key>', 'the folder access key (better: RFS_FOLDER_KEY or --folder-key-file)')
    .option('--folder-key-file <file>', 'file that holds the folder access key')
    .option('-n, --name <name>', 'what one file, or stdin, is to be called')
    .option('--chunk-size <bytes>', 'bytes of a chunk, such as 512KiB or 4MiB (default: 1MiB)')
    .option('-p, --parallel <number>', 'files at a time (default: 2)')
    .option('--resume', 'go on where an earlier run stopped', true)
    .option('--no-resume', 'begin anew, and keep nothing to resume from')
    .option('--journal <folder>', 'where it is kept how far uploads are (or RFS_JOURNAL)')
    .option('--soap <version>', '1.1 or 1.2 (default: 1.1)')
    .option('--timeout <seconds>', 'for one chunk, sent and answered (default: 120)')
    .option('--attempts <number>', 'how often a chunk is sent before the file fails (default: 10)')
    .option('--json', 'results as one JSON object a line, failures too')
    .option('-q, --quiet', 'say nothing but what went wrong')
    .description('upload files into the folder of a folder access key')
    .addHelpText('after', keysHelp)
    .action(async (files: readonly string[], flags: UploadFlags) => {
      const { runUploads } = await import('./upload/run-uploads.ts');
      outcome.exitCode = await runUploads(files, flags);
    });
}

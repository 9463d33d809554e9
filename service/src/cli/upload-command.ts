import { runUploadCommand } from '@soapwright/remote-file-client/command';
import type { Command } from 'commander';

/** Lists `upload` in the help. It is a program of its own, which reads its flags itself: see {@link runUpload}. */
export function addUpload(program: Command): void {
  program
    .command('upload')
    .argument('<file...>', 'files to upload')
    .description('upload files into the folder of a folder access key');
}

/** Runs `upload`, and returns its exit code; undefined for another command. */
export async function runUpload([command, ...args]: readonly string[]): Promise<number | undefined> {
  const name = 'remote-file-service upload';
  if (command === 'upload') return await runUploadCommand(args, name);
  return command === 'help' && args[0] === 'upload' ? await runUploadCommand(['--help'], name) : undefined;
}

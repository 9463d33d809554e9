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
  const isHelp = command === 'help' && args[0] === 'upload';
  if (command !== 'upload' && !isHelp) return undefined;
  // Loaded here: the other commands need nothing of it.
  const { runUploadCommand } = await import('@soapwright/remote-file-client/command');
  return await runUploadCommand(isHelp ? ['--help'] : args, 'remote-file-service upload');
}

import { runUpload } from './upload-command.ts';

/**
 * Runs a command.
 *
 * @param args of the command line, without those of Node itself.
 * @returns the exit code: see exitCodes.
 */
export async function main(args: readonly string[]): Promise<number> {
  // Without a listener, the error event of a closed pipe would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const uploaded = await runUpload(args);
  if (uploaded !== undefined) return uploaded;
  // Loaded here: an upload needs nothing of it.
  const { runProgram } = await import('./program.ts');
  return await runProgram(args);
}

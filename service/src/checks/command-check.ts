import { commandEnvironment } from '../hooks/command-environment.ts';
import { type Command, runProgram, tooLate } from '../hooks/run-command.ts';
import { type ArrivedFile, accepted, NoVerdict, reasonOf, type Verdict } from './file-check.ts';

/**
 * Runs a program with the bytes of a file on its stdin, without a shell. As those of virus scanners, exit code 0 accepts
 * the file and 1 refuses it, with the first line that was printed as the reason. Everything else gives no verdict.
 *
 * @throws {NoVerdict}, and what reading the file throws.
 */
export async function checkByCommand(
  { words, environment }: Command,
  file: ArrivedFile,
  signal: AbortSignal,
): Promise<Verdict> {
  const env = commandEnvironment(process.env, environment, {
    RFS_FILE_ID: file.id,
    RFS_FILE_PATH: file.path,
    RFS_FILE_SIZE: String(file.size),
    RFS_FILE_SHA256: file.sha256,
  });
  const { ended, output } = await runProgram(words, env, file.bytes(), signal);
  if (signal.aborted) throw new NoVerdict(tooLate);
  if (ended === 0) return accepted;
  if (ended === 1) return { accepted: false, reason: reasonOf(output) };
  throw new NoVerdict(typeof ended === 'number' ? `exit code ${ended}` : ended);
}

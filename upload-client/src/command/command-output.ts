import { CommanderError } from 'commander';
import { UploadError } from '../upload-error.ts';

/** Exit codes; 130 and 143 are those of signals. */
export const exitCodes = {
  fine: 0,
  /** The service rejected a file. */
  rejected: 1,
  /** Invalid arguments; nothing was sent. */
  invalid: 2,
  /** A file could not be read, or the service not reached. */
  failed: 3,
} as const;

/** The reader of the output, such as `head`, has closed the pipe. */
class BrokenPipe extends Error {
  override readonly name = 'BrokenPipe';
}

/** Writes results to stdout, and waits until they are flushed. */
export async function print(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(isBroken(error) ? new BrokenPipe('The reader of the output has closed it.') : error);
      else resolve();
    });
  });
}

function isBroken(error: Error): boolean {
  return 'code' in error && ['EPIPE', 'ERR_STREAM_DESTROYED'].includes(String(error.code));
}

/** A JSON object on one line. */
export function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Writes a note to stderr: stdout is for results. */
export function printToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The exit code and message of a failed command; the message is undefined when it was printed already. */
export function outcomeOf(error: unknown): { readonly exitCode: number; readonly message: string | undefined } {
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? exitCodes.fine : exitCodes.invalid, message: undefined };
  }
  if (error instanceof BrokenPipe) return { exitCode: exitCodes.failed, message: undefined };
  if (error instanceof UploadError) {
    const exitCode = error.code === 'invalid-argument' ? exitCodes.invalid : exitCodes.failed;
    return { exitCode, message: error.message };
  }
  return { exitCode: exitCodes.failed, message: `Unexpected: ${error instanceof Error ? error.stack : String(error)}` };
}

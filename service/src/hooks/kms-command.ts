import { StorageError } from '../common/storage-error.ts';
import type { KeyManagement } from '../domain/data-keys.ts';
import { commandEnvironment } from './command-environment.ts';
import { mostPrinted, runProgram, tooLate } from './run-command.ts';

/** Milliseconds that the program may take. */
const deadline = 10_000;

/**
 * A key-management system behind a program, which gets `seal` or `unseal` as its last argument, a line on stdin, and prints
 * the result as a line. It runs without a shell.
 *
 * @param command the program and its arguments, separated by spaces.
 */
export function kmsByCommand(command: string): KeyManagement {
  const run = async (operation: 'seal' | 'unseal', text: string): Promise<string> => {
    const words = [...command.split(' ').filter((word) => word !== ''), operation];
    // Its credentials are in the environment; the service key stays out.
    const env = commandEnvironment(process.env, Object.keys(process.env), {});
    const signal = AbortSignal.timeout(deadline);
    const { ended, printed } = await runProgram(words, env, [`${text}\n`], signal);
    const result = printed.trim();
    const ending = typeof ended === 'number' ? `exit code ${ended}` : ended;
    const isLong = result.length > mostPrinted || printed.length > mostPrinted + 2;
    const wrong = isLong ? `it printed more than ${mostPrinted} characters` : 'it did not print one line';
    if (!signal.aborted && ended === 0 && !isLong && /^[\x21-\x7e]+$/.test(result)) return result;
    const why = signal.aborted ? tooLate : ended === 0 ? wrong : ending;
    throw new StorageError('busy', `The command of encryption.kms has failed to ${operation} a data key: ${why}.`);
  };
  return { seal: (text) => run('seal', text), unseal: (text) => run('unseal', text) };
}

import { CommanderError } from 'commander';
import { crashText } from './crash.ts';
import { makeProgram } from './program.ts';
import { processTerminal } from './terminal.ts';

/** Runs the command line. Returns what the process is to end with: 0 to 3. */
export async function run(args: readonly string[]): Promise<number> {
  const terminal = processTerminal();
  let exitCode = 0;
  const program = makeProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Help and version end with 0; every other word of commander's is about wrong arguments.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.talk(crashText(error, process.env));
    return 3;
  }
}

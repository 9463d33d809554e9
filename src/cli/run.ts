import { CommanderError } from 'commander';
import { cli as messages, type OutputFormat, outputFormats, report } from '../diagnostics/index.ts';
import { crashText } from './crash.ts';
import { failed, print } from './print.ts';
import { makeProgram } from './program.ts';
import { processTerminal, type Terminal } from './terminal.ts';

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
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongArguments(error, args, terminal);
    terminal.talk(crashText(error, process.env));
    return 3;
  }
}

/** Commander has told people already; programs that asked for a format get it even so. */
function wrongArguments({ message }: CommanderError, args: readonly string[], terminal: Terminal): 2 {
  const format = askedFormat(args);
  if (format !== undefined && format !== 'text') {
    const text = message.replace(/^error: /, '').replaceAll('\n', ' ');
    print(failed([report(messages.wrongArguments, { text })]), { format }, terminal);
  }
  return 2;
}

/** The format among arguments that commander could not make sense of; undefined when they ask for none. */
function askedFormat(args: readonly string[]): OutputFormat | undefined {
  const at = args.findLastIndex((arg) => arg === '--format' || arg.startsWith('--format='));
  if (at === -1) return undefined;
  const value = args[at] === '--format' ? args[at + 1] : args[at]?.slice('--format='.length);
  return outputFormats.find((format) => format === value);
}

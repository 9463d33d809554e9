import { CommanderError } from 'commander';
import { cli as messages, outputFormats, report } from '../diagnostics/index.ts';
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
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : await wrongArguments(error, args, terminal);
    terminal.talk(crashText(error, process.env));
    return 3;
  }
}

/** Commander has told people already; programs that asked for a format get it even so. */
async function wrongArguments({ message }: CommanderError, args: readonly string[], terminal: Terminal): Promise<2> {
  const asked = askedFormat(args);
  const text = message.replace(/^error: /, '').replaceAll('\n', ' ');
  const diagnostics = [report(messages.wrongArguments, { text })];
  if (asked === 'sarif' && args.includes('lint')) {
    const { renderSarif } = await import('../lint/index.ts');
    terminal.out(renderSarif(diagnostics));
  }
  const format = outputFormats.find((kind) => kind === asked);
  if (format !== undefined && format !== 'text') print(failed(diagnostics), { format }, terminal);
  return 2;
}

/** The format among arguments that commander could not make sense of; undefined when they ask for none. */
function askedFormat(args: readonly string[]): string | undefined {
  const at = args.findLastIndex((arg) => arg === '--format' || arg.startsWith('--format='));
  return args[at] === '--format' ? args[at + 1] : args[at]?.slice('--format='.length);
}

import { type Command, CommanderError } from 'commander';
import { machineFormats, cli as messages, report, visible } from '../diagnostics/index.ts';
import { failed, print } from './print.ts';
import { createProgram } from './program.ts';
import { processTerminal, type Terminal } from './terminal.ts';

/** Runs a command, and returns its exit code: 0 to 3. */
export async function run(args: readonly string[]): Promise<number> {
  const terminal = processTerminal();
  let exitCode = 0;
  const program = createProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Help and version have exit code 0. All other errors of commander are about wrong arguments.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (error.code === 'commander.excessArguments') terminal.message(contractHint(program, args));
      return wrongArguments(error, args, terminal);
    }
    terminal.message(crashMessage(error, process.env.SOAPWRIGHT_DEBUG === '1'));
    return 3;
  }
}

/** Commander has printed the error on stderr. Other formats are printed on stdout as well. */
function wrongArguments({ message }: CommanderError, args: readonly string[], terminal: Terminal): 2 {
  const requested = requestedFormat(args);
  const text = message.replace(/^error: /, '').replaceAll('\n', ' ');
  const format = machineFormats.find((name) => name === requested);
  const command = args.find((arg) => !arg.startsWith('-')) ?? '';
  if (format !== undefined) print(failed([report(messages.wrongArguments, { text })]), { command, format }, terminal);
  return 2;
}

/** Says by which option a command without arguments takes a contract; empty for other commands. */
function contractHint(program: Command, [name]: readonly string[]): string {
  const command = program.commands.find((each) => each.name() === name);
  const takesSchema = command?.options.some(({ long }) => long === '--schema');
  if (!takesSchema || command?.registeredArguments.length !== 0) return '';
  return `Name a contract by its option: soapwright ${name} --schema <file>\n`;
}

/** The value of --format in arguments that commander rejected. */
function requestedFormat(args: readonly string[]): string | undefined {
  const at = args.findLastIndex((arg) => arg === '--format' || arg.startsWith('--format='));
  return args[at] === '--format' ? args[at + 1] : args[at]?.slice('--format='.length);
}

const issues = 'https://github.com/soapwright/soapwright/issues';

function crashMessage(error: unknown, debug: boolean): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const line = `soapwright failed unexpectedly: ${visible(what)}. `;
  if (debug) return `${line}\n${error instanceof Error ? (error.stack ?? '') : ''}\n`;
  return `${line}Please report it at ${issues} with the output of SOAPWRIGHT_DEBUG=1.\n`;
}

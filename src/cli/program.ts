import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { outputFormats } from '../diagnostics/index.ts';
import type { ExplainFlags } from './commands/explain.ts';
import type { LintFlags } from './commands/lint.ts';
import type { CommonOptions, GenerateFlags } from './options.ts';
import type { Terminal } from './terminal.ts';

/** The commands and their options. Each command's module is loaded when it runs. */
export function makeProgram(terminal: Terminal, exit: (code: number) => void): Command {
  const program = new Command('soapwright')
    .description('Generates TypeScript types, codecs, a WSDL, a client and a server skeleton from a SOAP contract.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.talk })
    .addHelpText('after', '\nExit codes: 0 fine, 1 findings, 2 wrong arguments or contract, 3 input or output failed.');

  program
    .command('init')
    .description('write a first soapwright.yaml and a first contract')
    .argument('[folder]', 'where to', '.')
    .addOption(formatOption())
    .addOption(quietOption())
    .addOption(verboseOption())
    .action(async (folder: string, options: CommonOptions) => {
      const { runInit } = await import('./commands/init.ts');
      exit(await runInit(folder, options, terminal));
    });

  generating(program.command('generate').description('write what the contract says, and nothing that is there already'))
    .option('--force', 'overwrite files that soapwright did not write')
    .option('--dry-run', 'only print what would be written')
    .option('--wait <seconds>', 'how long to wait for another run on the same folders (default: 10)', seconds)
    .action(async (options: GenerateFlags) => {
      const { runGenerate } = await import('./commands/generate.ts');
      exit(await runGenerate(options, terminal));
    });

  generating(
    program.command('check').description('tell what `generate` would write; exit 1 if there is anything'),
  ).action(async (options: GenerateFlags) => {
    const { runCheck } = await import('./commands/check.ts');
    exit(await runCheck(options, terminal));
  });
  program
    .command('lint')
    .description('tell what could be better in a contract; exit 1 if there are errors among it')
    .addOption(new Option('--config <file>', 'configuration (default: soapwright.yaml)').argParser(aPath))
    .option('--schema <file>', 'contract, in place of those of the configuration', aPath)
    .option('--namespace <uri>', "in place of the contract's namespace")
    .option('--base-url <url>', 'in place of what stands before the version in the address')
    .option('--service-file <name>', 'in place of the last part of the address, without its suffix')
    .option('--max-warnings <count>', 'exit 1 if there are more warnings', wholeNumber)
    .addOption(formatOption([...outputFormats, 'sarif']))
    .addOption(quietOption())
    .addOption(verboseOption())
    .action(async (options: LintFlags) => {
      const { runLint } = await import('./commands/lint.ts');
      exit(await runLint(options, terminal));
    });

  program
    .command('explain')
    .description('say what a rule of `lint` or the code of a diagnostic means, and what to do')
    .argument('[id]', 'rule or code; all of them without it')
    .option('--list', 'name all rules and codes')
    .addOption(formatOption(['text', 'json']))
    .action(async (id: string | undefined, options: ExplainFlags) => {
      const { runExplain } = await import('./commands/explain.ts');
      exit(runExplain(id, options, terminal));
    });

  return program;
}

/** What `generate` and `check` have in common. */
function generating(command: Command): Command {
  return command
    .addOption(
      new Option('--config <file>', 'configuration (default: soapwright.yaml)')
        .argParser(aPath)
        .conflicts(['schema', 'out']),
    )
    .option('--schema <file>', 'contract; with --out in place of a configuration', aPath)
    .option('--out <folder>', 'folder of the generated files', aPath)
    .option('--handlers <folder>', 'folder of the handlers; missing ones are written', aPath)
    .option('--namespace <uri>', "in place of the contract's namespace")
    .option('--base-url <url>', 'in place of what stands before the version in the address')
    .option('--service-file <name>', 'in place of the last part of the address, without its suffix')
    .addOption(new Option('--import-extension <kind>', 'how relative imports end').choices(['ts', 'js', 'none']))
    .option('--no-cache', 'make everything anew, whatever node_modules/.cache/soapwright holds')
    .addOption(formatOption())
    .addOption(quietOption())
    .addOption(verboseOption());
}

function seconds(text: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new InvalidArgumentError('It is not a number of seconds.');
  return Number(text);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.');
  return Number(text);
}

function formatOption(kinds: readonly string[] = outputFormats): Option {
  return new Option('--format <kind>', 'how results and diagnostics are printed').choices(kinds).default('text');
}

function quietOption(): Option {
  return new Option('-q, --quiet', 'print errors, warnings and findings alone').conflicts('verbose');
}

function verboseOption(): Option {
  return new Option('-v, --verbose', 'print what is being done');
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** An empty path would be the current folder, which nobody means: a variable of the shell was not set. */
function aPath(value: string): string {
  if (value === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

import { type Command, Option } from 'commander';
import { outputFormats } from '../diagnostics/index.ts';
import { nonEmptyPath } from './argument-parsers.ts';

/** Options of `generate`, `watch` and `check`. */
export function withTargetOptions(command: Command, formats: readonly string[] = outputFormats): Command {
  const targets = command
    .addOption(configOption().conflicts(['schema', 'out']))
    .option('--schema <file>', 'contract; with --out instead of a configuration', nonEmptyPath)
    .option('--out <folder>', 'folder of the generated files', nonEmptyPath)
    .option('--handlers <folder>', 'folder of the handlers; missing ones are created', nonEmptyPath);
  const overrides = withContractOptions(targets)
    .addOption(new Option('--import-extension <kind>', 'how relative imports end').choices(['ts', 'js', 'none']))
    .option('--no-cache', 'do not use the cache in node_modules/.cache/soapwright');
  return withCommonOptions(overrides, formats);
}

/** Options of `inputs` and `outputs`. */
export function withListOptions(command: Command): Command {
  const json = new Option('--json', 'the same as --format json').implies({ format: 'json' });
  return withTargetOptions(command, ['text', 'json']).addOption(json);
}

/** Options of commands that read contracts. */
export function withContractOptions(command: Command): Command {
  return command
    .option('--namespace <uri>', 'replaces the namespace of the contract')
    .option('--base-url <url>', 'replaces the address up to the version')
    .option('--service-file <name>', 'replaces the last part of the address, without its suffix')
    .option('--strict', 'of a WSDL: warnings are errors')
    .option('--internal-entities', 'of a WSDL: expand the entities that its files declare, under caps');
}

/** Options of all commands that print a result. */
export function withCommonOptions(command: Command, formats: readonly string[] = outputFormats): Command {
  return command
    .setOptionValue('command', command.name())
    .addOption(formatOption(formats))
    .addOption(new Option('-q, --quiet', 'print only errors, warnings and findings').conflicts('verbose'))
    .option('-v, --verbose', 'print each stage and its time');
}

export function configOption(): Option {
  return new Option(
    '--config <file>',
    'configuration file (default: soapwright.yaml, of the nearest folder upwards)',
  ).argParser(nonEmptyPath);
}

export function formatOption(formats: readonly string[]): Option {
  return new Option('--format <kind>', 'format of results and diagnostics').choices(formats).default('text');
}

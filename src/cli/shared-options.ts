import { type Command, Option } from 'commander';
import { outputFormats } from '../diagnostics/index.ts';
import { collect, nonEmptyPath, schemeList } from './argument-parsers.ts';

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

/** Options of commands that send credentials to a server. */
export function withAccessOptions(command: Command): Command {
  return command
    .option('--header <line>', 'header for the host of the address: "Name: value"; repeatable', collect)
    .option('--header-env <pair>', 'header with its value in a variable: Name=VARIABLE; repeatable', collect)
    .option('--user <name>', 'user name; DOMAIN\\name for NTLM')
    .option('--password-from <place>', 'where the password or token is: env:VARIABLE, file:PATH, netrc or prompt')
    .option(
      '--auth <schemes>',
      'basic (default with --user), digest, ntlm, negotiate or bearer; several with commas: the strongest offered',
      schemeList,
    )
    .option(
      '--proxy-auth <schemes>',
      'how proxies of https are signed in to, by the user and password of their address in the environment (default: basic)',
      schemeList,
    )
    .option('--allow-http', 'send credentials over http, too')
    .option('--cert <file>', 'client certificate in PEM or PKCS #12, or env:VARIABLE')
    .option('--key <file>', 'private key of --cert, or env:VARIABLE')
    .option('--passphrase <place>', 'where the passphrase of the key is: env:VARIABLE or file:PATH')
    .option('--ca <file>', 'certificates of further authorities in PEM, or env:VARIABLE');
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

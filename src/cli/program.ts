import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { outputFormats, packageFolder } from '../diagnostics/index.ts';
import type { SecurityProfile } from '../messages/index.ts';
import { recipes } from '../project/index.ts';
import { collect, moment, nonEmptyPath, port, seconds, webAddress, wholeNumber } from './argument-parsers.ts';
import type { BreakingFlags } from './breaking-command.ts';
import type { CallFlags } from './call-command.ts';
import type { GenerateFlags } from './command-options.ts';
import { withCompletion } from './completion-command.ts';
import type { DocsFlags } from './docs-command.ts';
import type { ExplainFlags } from './explain-command.ts';
import type { ExplainSecurityFlags } from './explain-security-command.ts';
import type { ExploreFlags } from './explore-command.ts';
import type { FetchFlags } from './fetch-command.ts';
import type { FormatFlags } from './format-command.ts';
import type { GatewayFlags } from './gateway-command.ts';
import type { ImportFlags } from './import-command.ts';
import type { InitFlags } from './init-command.ts';
import type { LintFlags } from './lint-command.ts';
import type { McpFlags } from './mcp-command.ts';
import type { MockFlags } from './mock-command.ts';
import type { OpenApiFlags } from './openapi-command.ts';
import type { SamplesFlags } from './samples-command.ts';
import {
  configOption,
  formatOption,
  withAccessOptions,
  withCommonOptions,
  withContractOptions,
  withListOptions,
  withTargetOptions,
} from './shared-options.ts';
import type { Terminal } from './terminal.ts';
import type { VerifyFlags } from './verify-command.ts';

/** The commands and their options. The module of a command is loaded when it runs. */
export function createProgram(terminal: Terminal, exit: (code: number) => void): Command {
  const program = new Command('soapwright')
    .description('Generates TypeScript types, codecs, a WSDL, a client and a server skeleton from a SOAP contract.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .showHelpAfterError('Add --help to list the arguments and options.')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.message })
    .addHelpText(
      'after',
      '\nExit codes: 0 success, 1 findings, 2 wrong arguments or invalid contract, 3 input or output failed.',
    );

  withCommonOptions(program.command('init'))
    .description('create a soapwright.yaml, and an example contract unless --schema names one')
    .argument('[folder]', 'folder of the new files', '.')
    .option('--schema <file>', 'contract that exists, such as a WSDL', nonEmptyPath)
    .addOption(new Option('--ci <system>', 'create the files of a build system too').choices([...recipes.keys()]))
    .action(async (folder: string, options: InitFlags) => {
      const { runInit } = await import('./init-command.ts');
      exit(await runInit(folder, options, terminal));
    });

  withTargetOptions(program.command('generate').description('generate code from the contract'))
    .option('--force', 'overwrite files that soapwright did not write')
    .option('--dry-run', 'print the files that would change, and write nothing')
    .option('--wait <seconds>', 'how long to wait for another run on the same folders (default: 10)', seconds)
    .action(async (options: GenerateFlags) => {
      const { runGenerate } = await import('./generate-command.ts');
      exit(await runGenerate(options, terminal));
    });

  withTargetOptions(program.command('watch'), ['text', 'json'])
    .description('generate again whenever the configuration or a file of a contract changes')
    .option('--force', 'overwrite files that soapwright did not write')
    .option('--wait <seconds>', 'how long to wait for another run on the same folders (default: 10)', seconds)
    .action(async (options: GenerateFlags) => {
      const { runWatch } = await import('./watch-command.ts');
      exit(await runWatch(options, terminal));
    });

  withTargetOptions(program.command('check'))
    .description('report files that `generate` would change; exit code 1 if there are any')
    .action(async (options: GenerateFlags) => {
      const { runCheck } = await import('./generate-command.ts');
      exit(await runCheck(options, terminal));
    });

  withListOptions(program.command('inputs'))
    .description('list the files that `generate` reads, from the folder of the configuration')
    .action(async (options: GenerateFlags) => {
      const { runInputs } = await import('./files-command.ts');
      exit(await runInputs(options, terminal));
    });

  withListOptions(program.command('outputs'))
    .description('list the files that `generate` writes, from the folder of the configuration')
    .action(async (options: GenerateFlags) => {
      const { runOutputs } = await import('./files-command.ts');
      exit(await runOutputs(options, terminal));
    });

  withCommonOptions(withFetchOptions(program.command('fetch'))).action(
    async (address: string | undefined, options: FetchFlags) => {
      const { runFetch } = await import('./fetch-command.ts');
      exit(await runFetch(address, options, terminal));
    },
  );

  withCommonOptions(withImportOptions(program.command('import'))).action(async (file: string, options: ImportFlags) => {
    const { runImport } = await import('./import-command.ts');
    exit(await runImport(file, options, terminal));
  });

  const lint = program
    .command('lint')
    .description('check a contract against the lint rules; exit code 1 if there are errors')
    .addOption(configOption())
    .option('--schema <file>', 'contract, instead of those in the configuration', nonEmptyPath);
  withCommonOptions(
    withContractOptions(lint).option('--max-warnings <count>', 'exit code 1 if there are more warnings', wholeNumber),
  ).action(async (options: LintFlags) => {
    const { runLint } = await import('./lint-command.ts');
    exit(await runLint(options, terminal));
  });

  withCommonOptions(withFormatOptions(program.command('format'))).action(
    async (files: readonly string[], options: FormatFlags) => {
      const { runFormat } = await import('./format-command.ts');
      exit(runFormat(files, options, terminal));
    },
  );

  const breaking = program
    .command('breaking')
    .description('report changes of a contract that break its callers; exit code 1 if there are any')
    .option('--against <place>', 'the old contract: a branch, a tag, a commit or a file', nonEmptyPath)
    .addOption(configOption())
    .option('--schema <file>', 'contract, instead of those in the configuration', nonEmptyPath);
  withCommonOptions(withContractOptions(breaking), [...outputFormats, 'markdown']).action(
    async (options: BreakingFlags) => {
      const { runBreaking } = await import('./breaking-command.ts');
      exit(await runBreaking(options, terminal));
    },
  );

  program
    .command('lsp')
    .description('start the language server of contracts, which editors speak to on standard input and output')
    .option('--stdio', 'as editors start it; there is no other way')
    .option('--clientProcessId <id>', 'as editors start it: the server ends with that process')
    .action(async () => {
      const { runLsp } = await import('./lsp-command.ts');
      runLsp(version());
    });

  withSamplesOptions(program.command('samples')).action(
    async (operation: string | undefined, options: SamplesFlags) => {
      const { runSamples } = await import('./samples-command.ts');
      exit(runSamples(operation, options, terminal));
    },
  );

  withCallOptions(program.command('call')).action(
    async (contract: string, operation: string | undefined, options: CallFlags) => {
      const { runCall } = await import('./call-command.ts');
      exit(await runCall(contract, operation, options, terminal));
    },
  );

  withGatewayOptions(program.command('gateway')).action(async (contract: string, options: GatewayFlags) => {
    const { runGateway } = await import('./gateway-command.ts');
    exit(await runGateway(contract, options, terminal));
  });

  withExploreOptions(program.command('explore')).action(async (contract: string, options: ExploreFlags) => {
    const { runExplore } = await import('./explore-command.ts');
    exit(await runExplore(contract, options, terminal));
  });

  withMcpOptions(program.command('mcp')).action(async (contract: string, options: McpFlags) => {
    const { runMcp } = await import('./mcp-command.ts');
    exit(await runMcp(contract, options, terminal, version()));
  });

  withOpenApiOptions(program.command('openapi')).action(async (contract: string | undefined, options: OpenApiFlags) => {
    const { runOpenApi } = await import('./openapi-command.ts');
    exit(runOpenApi(contract, options, terminal));
  });

  withDocsOptions(program.command('docs')).action(async (contract: string | undefined, options: DocsFlags) => {
    const { runDocs } = await import('./docs-command.ts');
    exit(await runDocs(contract, options, terminal));
  });

  withVerifyOptions(program.command('verify')).action(
    async (address: string, contract: string | undefined, options: VerifyFlags) => {
      const { runVerify } = await import('./verify-command.ts');
      exit(await runVerify(address, contract, options, terminal));
    },
  );

  withMockOptions(program.command('mock')).action(async (contract: string | undefined, options: MockFlags) => {
    const { runMock } = await import('./mock-command.ts');
    exit(await runMock(contract, options, terminal));
  });

  program
    .command('explain')
    .description('explain a lint rule or a diagnostic, and what to do about it')
    .argument('[id]', 'lint rule or code of a diagnostic; lists all if omitted')
    .option('--list', 'list all rules and codes')
    .setOptionValue('command', 'explain')
    .addOption(formatOption(['text', 'json']))
    .action(async (id: string | undefined, options: ExplainFlags) => {
      const { runExplain } = await import('./explain-command.ts');
      exit(runExplain(id, options, terminal));
    });

  withExplainSecurityOptions(program.command('explain-security')).action(
    async (files: readonly string[], options: ExplainSecurityFlags) => {
      const { runExplainSecurity } = await import('./explain-security-command.ts');
      exit(await runExplainSecurity(files, options, terminal));
    },
  );

  withCompletion(program, terminal);
  return program;
}

function withFetchOptions(command: Command): Command {
  const fetch = command
    .description('fetch a WSDL with everything that it imports; without an address, repeat the last fetch')
    .argument('[address]', 'address of the WSDL, usually with ?wsdl')
    .option('-o, --out <folder>', 'folder of the fetched files (default: wsdl/NAME)', nonEmptyPath)
    .option('--check', 'write nothing; exit code 1 if components have changed')
    .addOption(configOption());
  return withAccessOptions(fetch)
    .option('--allow-host <host>', 'another host that files may come from; repeatable', collect)
    .option('--allow-missing', 'leave references as they are that cannot be fetched')
    .option('--internal-entities', 'expand entities that a file itself declares; otherwise a DOCTYPE is refused')
    .option('--limit <name=value>', 'changes a limit, such as file-size=128MiB; repeatable', collect)
    .option('--force', 'overwrite files that were changed or not fetched, and folders of other addresses')
    .option('--wait <seconds>', 'how long to wait for another run on the same folder (default: 10)', seconds);
}

function withImportOptions(command: Command): Command {
  return command
    .description(
      'write the YAML contract of a WSDL; an existing one of the same service is compared, with exit code 1 if components differ',
    )
    .argument('<file>', 'WSDL, or the address that it was fetched from')
    .option('-o, --out <file>', 'contract to write; without it, or with -, it is printed', nonEmptyPath)
    .option('--service <name>', 'service of the WSDL (default: the first one with a SOAP port)', nonEmptyPath)
    .option(
      '--port <name>',
      'port of the service (default: the first one, and one of the other SOAP version)',
      nonEmptyPath,
    )
    .option('--overlay <file>', 'additions to the WSDL, as in the configuration', nonEmptyPath)
    .option('--allow-path <folder>', 'folder outside of the project that the WSDL may import from; repeatable', collect)
    .option('--strict', 'warnings are errors')
    .option('--internal-entities', 'expand the entities that the files of the WSDL declare, under caps')
    .option('--force', 'overwrite an existing contract')
    .option('--wait <seconds>', 'how long to wait for another run on the same folder (default: 10)', seconds);
}

function withFormatOptions(command: Command): Command {
  return command
    .description('format contracts and the files that they include: indentation, spaces and empty lines')
    .argument('[files...]', 'contracts; - for standard input; those of the configuration if omitted')
    .option('--check', 'write nothing; exit code 1 if a file is not formatted')
    .addOption(configOption());
}

function withSamplesOptions(command: Command): Command {
  const samples = command
    .description(
      'print sample messages of the operations; with --from, compare recorded messages with the contract: exit code 1 if any deviates',
    )
    .argument('[operation]', 'operation whose messages are printed; all if omitted')
    .option('--from <path>', 'file or folder of recorded messages (XML, HTTP, HAR); repeatable', collect)
    .option('-o, --out <folder>', 'write the envelopes to files of this folder', nonEmptyPath)
    .option('--force', 'overwrite files with another content')
    .addOption(configOption())
    .option('--schema <file>', 'contract, instead of the one in the configuration', nonEmptyPath);
  return withCommonOptions(withContractOptions(samples));
}

function withCallOptions(command: Command): Command {
  const call = command
    .description('call an operation of a service without generated code; without an operation, list them')
    .argument('<contract>', 'WSDL, contract in YAML, or the http(s) address of a WSDL')
    .argument('[operation]', 'operation to call')
    .option('-d, --data <data>', 'fields of the request in YAML or JSON; @file, or - for standard input')
    .option('--soap-header <name=data>', 'header block that the operation declares; repeatable', collect)
    .option('--describe', 'print the fields of the request, with an example to fill in')
    .option('--dry-run', 'print the envelope, and on stderr the line of curl; nothing is sent')
    .addOption(
      new Option('-o, --output <kind>', 'how the result is printed').choices(['json', 'yaml', 'xml']).default('json'),
    )
    .addOption(new Option('--timeout <seconds>', 'time for the call').argParser(seconds).default(60));
  return withCommonOptions(withClientOptions(call), ['text', 'json']);
}

function withGatewayOptions(command: Command): Command {
  const gateway = command
    .description('serve the operations of a service as JSON with OpenAPI and pages, until it is interrupted')
    .argument('<contract>', 'WSDL, contract in YAML, or the http(s) address of a WSDL')
    .addOption(new Option('--port <number>', 'port; 0 is any that is free').argParser(port).default(8080))
    .option('--host <name>', 'name or address to listen on', '127.0.0.1')
    .option('--operation <name>', 'operation that may be called (default: all); repeatable', collect)
    .option('--safe <name>', 'operation that may be called again after an error; repeatable', collect)
    .option('--forward <header>', 'HTTP header of a request that the service gets; repeatable', collect)
    .addOption(new Option('--max-body <bytes>', 'size of a request').argParser(wholeNumber).default(1_048_576))
    .addOption(new Option('--timeout <seconds>', 'time for a call').argParser(seconds).default(60));
  return withCommonOptions(withClientOptions(gateway, '--wsdl-port'), ['text']);
}

function withExploreOptions(command: Command): Command {
  const explore = command
    .description('open a local page that lists the operations of a service, sends requests and shows responses')
    .argument('<contract>', 'WSDL, contract in YAML, or the http(s) address of a WSDL')
    .option('--open', 'open the page in the browser')
    .addOption(new Option('--page-port <number>', 'port of the page; 0 is any that is free').argParser(port).default(0))
    .option(
      '--environments <file>',
      'file of environments (default: soapwright-explore.yaml beside the contract)',
      nonEmptyPath,
    )
    .addOption(
      new Option('--probes <folder>', 'folder that assertions are saved to, for verify')
        .argParser(nonEmptyPath)
        .default('probes'),
    )
    .option('--record <folder>', 'record each exchange in this folder, as mock --record does', nonEmptyPath)
    .addOption(new Option('--timeout <seconds>', 'time for a call').argParser(seconds).default(60));
  return withCommonOptions(withClientOptions(explore), ['text']);
}

function withMcpOptions(command: Command): Command {
  const mcp = command
    .description(
      'serve the operations of a service as tools of agents, by the Model Context Protocol on stdin and stdout, or by HTTP',
    )
    .argument('<contract>', 'WSDL, contract in YAML, or the http(s) address of a WSDL')
    .option(
      '--allow <operation>',
      'offer an operation whose name does not say that it only reads; * is all; repeatable',
      collect,
    )
    .addOption(
      new Option('--max-characters <count>', 'characters of a result; the rest is read by a tool')
        .argParser(wholeNumber)
        .default(20_000),
    )
    .addOption(new Option('--http [port]', 'serve by HTTP at this port (default: 8808)').argParser(port))
    .option('--host <name>', 'with --http: name or address to listen on', '127.0.0.1')
    .option('--token-from <place>', 'with --http: where the token of callers is, env:VARIABLE or file:PATH');
  return withCommonOptions(withClientOptions(mcp), ['text']);
}

/** Options of commands that call a service without generated code. */
function withClientOptions(command: Command, portOption = '--port'): Command {
  const client = command
    .option('--address <url>', 'address of the service (default: that of the contract)', webAddress)
    .option('--service <name>', 'service of the WSDL (default: the first one with a SOAP port)', nonEmptyPath)
    .option(`${portOption} <name>`, 'port of the service', nonEmptyPath)
    .addOption(
      new Option('--soap <version>', 'version of SOAP (default: the first of the contract)').choices(['1.1', '1.2']),
    )
    .option('--tolerant', 'pass over what a tolerant client passes over')
    .addOption(new Option('--profile <name>', 'a UsernameToken of --user as a provider wants it').choices(profiles))
    .option('--no-cache', 'load the contract anew, and keep nothing of it in the cache folder of the user')
    .addOption(configOption());
  return withContractOptions(withAccessOptions(client));
}

function withOpenApiOptions(command: Command): Command {
  const api = command
    .description('print the OpenAPI 3.1 document of a contract, as the gateway offers it')
    .argument('[contract]', 'contract; without it, the one in the configuration')
    .option('-o, --out <file>', 'file to write; .yaml and .yml are written as YAML', nonEmptyPath)
    .option('--yaml', 'print YAML')
    .option('--server <url>', 'address of the gateway (default: /)')
    .option('--api-version <text>', 'version in the document (default: 1.0.0)')
    .addOption(configOption());
  return withCommonOptions(withContractOptions(api));
}

function withDocsOptions(command: Command): Command {
  const docs = command
    .description('write the reference of a contract: pages in HTML that need no script, or in Markdown')
    .argument('[contract]', 'WSDL or contract in YAML; without it, the one in the configuration')
    .requiredOption('-o, --out <folder>', 'folder of the pages', nonEmptyPath)
    .option('--schema <file>', 'contract, instead of the argument', nonEmptyPath)
    .addOption(new Option('--format <kind>', 'format of the pages').choices(['html', 'markdown']).default('html'))
    .option('--since <place>', 'show what changed since a branch, a tag, a commit or a file', nonEmptyPath)
    .option('--force', 'overwrite files that soapwright did not write')
    .option('--wait <seconds>', 'how long to wait for another run on the same folder (default: 10)', seconds)
    .setOptionValue('command', command.name())
    .addOption(new Option('-q, --quiet', 'print only errors and warnings').conflicts('verbose'))
    .option('-v, --verbose', 'print each stage and its time')
    .addOption(configOption());
  return withContractOptions(docs);
}

const profiles: readonly SecurityProfile[] = [
  'username-token',
  'username-token-digest',
  'docusign',
  'onvif',
  'workday',
];

function withVerifyOptions(command: Command): Command {
  const verify = command
    .description('check that a live service does what its contract says; exit code 1 if it does not')
    .argument('<url>', 'address of the service', webAddress)
    .argument('[contract]', 'contract; without it, the one in the configuration')
    .option(
      '--probes <folder>',
      'folder with a YAML file of requests for each operation that may be called',
      nonEmptyPath,
    )
    .addOption(new Option('--timeout <seconds>', 'time to respond').argParser(seconds).default(10))
    .addOption(
      new Option('--bad-requests <count>', 'bad requests for each operation with probes; 0 for none')
        .argParser(wholeNumber)
        .default(5),
    )
    .addOption(new Option('--profile <name>', 'a UsernameToken of --user as a provider wants it').choices(profiles))
    .option('--seed <text>', 'the same seed sends the same requests', 'soapwright')
    .option('--no-wsdl', 'do not compare the WSDL of the service')
    .addOption(configOption());
  return withCommonOptions(withContractOptions(withAccessOptions(verify)));
}

function withMockOptions(command: Command): Command {
  const mock = command
    .description('serve a contract with plausible responses, or those of examples, until it is interrupted')
    .argument('[contract]', 'contract; without it, the one in the configuration')
    .addOption(new Option('--port <number>', 'port; 0 is any that is free').argParser(port).default(8080))
    .option('--host <name>', 'name or address to listen on', '127.0.0.1')
    .option('--path <url-path>', 'path of the service (default: that of its address in the contract)')
    .option('--seed <text>', 'the same seed gives the same responses', 'soapwright')
    .option('--examples <folder>', 'folder with a YAML file of examples for each operation that has any', nonEmptyPath)
    .option('--record <url>', 'pass requests on to this service, and write the exchanges to --examples', webAddress)
    .option('--lenient', 'respond to requests that deviate from the contract too')
    .addOption(configOption());
  return withCommonOptions(withContractOptions(withAccessOptions(mock)));
}

function withExplainSecurityOptions(command: Command): Command {
  return command
    .description(
      'say what of a recorded message is signed and encrypted, by whom and until when, and why verification fails: exit code 1 if it does',
    )
    .argument('<files...>', 'recorded messages (XML, HTTP, HAR), or folders with them')
    .option('--key <file>', 'own private key that decrypts, in PEM or PKCS #12, or env:VARIABLE; repeatable', collect)
    .option('--passphrase <place>', 'where the passphrase of the keys is: env:VARIABLE or file:PATH')
    .option('--certificate <file>', 'certificate of a sender that is trusted itself; repeatable', collect)
    .option('--trust <file>', 'certificates of trusted authorities; repeatable', collect)
    .option('--at <time>', 'time at which the message was received, as in 2026-11-28T15:00:00Z (default: now)', moment)
    .setOptionValue('command', command.name())
    .addOption(formatOption(['text', 'json']));
}

function version(): string {
  const text = readFileSync(new URL('package.json', packageFolder), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

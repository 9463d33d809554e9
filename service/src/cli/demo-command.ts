import { relative } from 'node:path';
import type { Command } from 'commander';
import { errorFields, type Logger, stderrLogger } from '../common/logger.ts';
import { packagePath } from '../common/package-version.ts';
import { SettingsError } from '../config/load-settings.ts';
import { hasOperatorLinks, settings as known, operatorLinkOf, type Settings } from '../config/settings.ts';
import { quoted, word } from '../demo/curl.ts';
import type { DemoProvider, DemoProviderOptions } from '../demo/demo-provider.ts';
import { usualServiceAddress } from '../demo/demo-values.ts';
import type { Running } from '../server/run-service.ts';
import { type Flags, readText, settingsOf, withDataFlags, withServeFlags } from './command-options.ts';
import { print } from './command-output.ts';
import { waitForSignal } from './serve-commands.ts';

/** The same relative paths from the sources and from the build. */
const demoFile: string = packagePath('demo.yaml');
const program: string = packagePath('bin/remote-file-service.js');

interface DemoFlags extends Flags {
  readonly providerPort?: string;
}

export function addDemo(commands: Command): void {
  withServeFlags(commands.command('demo'))
    .option('--provider-port <number>', 'port of its identity provider, on this machine only (default: the next port)')
    .description('provision the demonstration, serve it with an identity provider, and print what to try')
    .action(async ({ providerPort, ...flags }: DemoFlags) => {
      await checkPackages();
      const settings = demoSettings(flags, process.env);
      const port = providerPortOf(providerPort, process.env, settings.port);
      // The default, which may be in use.
      const orAnotherPort = providerPort === undefined && !process.env.RFS_PROVIDER_PORT;
      const { lockDemoFolder } = await import('../demo/demo-folder.ts');
      const unlock = await lockDemoFolder(settings.data);
      try {
        await demonstrate(settings, { port, orAnotherPort });
      } finally {
        unlock();
      }
    });
}

const demonstrator = { name: 'demonstration', role: 'admin' } as const;

type ProviderPort = Pick<DemoProviderOptions, 'port' | 'orAnotherPort'>;

async function demonstrate(settings: Settings, providerPort: ProviderPort): Promise<void> {
  let isWelcomed = false;
  const log = quietUntil(() => isWelcomed, stderrLogger(settings.logLevel));
  const signalled = waitForSignal();
  let address = '';
  const serviceAddress = (): string => address;
  const [
    { runService },
    { loadEntities },
    { provision },
    { secretSourceBeside },
    { demoExamples, demoText },
    { pages },
    { createOperatorLink },
    provider,
  ] = await Promise.all([
    import('../server/run-service.ts'),
    import('../operator/provisioning/load-entities.ts'),
    import('../operator/provisioning/provision.ts'),
    import('../operator/provisioning/secret-values.ts'),
    import('../demo/demo-calls.ts'),
    import('@soapwright/generated/remote-file-service/pages'),
    import('../operator/operator-sessions.ts'),
    startProvider({ data: settings.data, ...providerPort, serviceAddress }, log),
  ]);
  let running: Running | undefined;
  try {
    const secrets = secretSourceBeside(demoFile, { ...process.env, ...provider.variables });
    const loaded = loadEntities(readText(demoFile, 'the demonstration'), demoFile, secrets);
    const examples = demoExamples(loaded.entities, Date.now());
    // Its own port for the operator's page, beside those of a service that is tried out.
    const own = settings.adminPort === undefined ? { adminPort: 0 } : {};
    const onBothPorts = settings.adminPort === undefined;
    const options = { pages: pages.withExamples(examples), onBothPorts };
    running = await runService({ ...settings, ...own }, log, process.env, options);
    address = running.url;
    await provision(running.service.state, loaded);
    const command = `node ${word(relative(process.cwd(), program))}`;
    const operatorLink = hasOperatorLinks({ ...settings, ...own })
      ? operatorLinkOf(settings, running.adminPort, await createOperatorLink(running.service.state, demonstrator))
      : undefined;
    const { entities } = loaded;
    await print(demoText({ address, provider: provider.url, command, entities, operatorLink }));
    isWelcomed = true;
    await signalled;
  } finally {
    await Promise.all([running?.stop(), provider.stop()]);
  }
}

/** Drops lines below `warn` until a condition holds: what starts is in the welcome. */
function quietUntil(condition: () => boolean, log: Logger): Logger {
  return {
    debug: (...line) => void (condition() && log.debug(...line)),
    info: (...line) => void (condition() && log.info(...line)),
    infoSoon: (...line) => void (condition() && log.infoSoon(...line)),
    warn: (...line) => log.warn(...line),
    error: (...line) => log.error(...line),
  };
}

/** Starts the identity provider. Its modules are loaded here, since loading them takes a while. */
async function startProvider(options: Omit<DemoProviderOptions, 'onError'>, log: Logger): Promise<DemoProvider> {
  const { startDemoProvider } = await import('../demo/demo-provider.ts');
  const onError = (error: Error): void => log.error('identity provider of the demonstration', errorFields(error));
  const provider = await startDemoProvider({ ...options, onError });
  log.info('identity provider of the demonstration listening', { url: provider.url });
  return provider;
}

/** @throws {SettingsError} if the packages of the identity provider are not installed. */
async function checkPackages(): Promise<void> {
  const { missingDemoPackages } = await import('../demo/demo-packages.ts');
  const missing = missingDemoPackages();
  if (missing !== undefined) throw new SettingsError(missing);
}

/** PORT, which hosting platforms set, is used if no other setting names a port. */
function demoSettings(flags: Flags, environment: NodeJS.ProcessEnv): Settings {
  const named = (flags.port ?? '') !== '' || (environment.RFS_PORT ?? '') !== '';
  if (named || !environment.PORT) return settingsOf(flags, environment, { rateLimit: false });
  const port = portOf(environment.PORT, 'The environment variable PORT');
  return settingsOf(flags, { ...environment, RFS_PORT: String(port) }, { rateLimit: false });
}

/** The port of the identity provider; default: the port after the service's. */
function providerPortOf(flag: string | undefined, environment: NodeJS.ProcessEnv, servicePort: number): number {
  if (flag !== undefined) return portOf(flag, 'The flag --provider-port');
  const variable = environment.RFS_PROVIDER_PORT;
  if (variable) return portOf(variable, 'The environment variable RFS_PROVIDER_PORT');
  if (servicePort === 0) return 0;
  return servicePort < 65_535 ? servicePort + 1 : servicePort - 1;
}

/** @throws {SettingsError} */
function portOf(text: string, source: string): number {
  const port = known.port.read(text);
  if (port === undefined) throw new SettingsError(`${source} must be ${known.port.wanted}.`);
  return port;
}

interface ProviderFlags extends Flags {
  readonly url?: string;
  readonly json?: boolean;
}

export function addDemoProvider(commands: Command): void {
  withDataFlags(commands.command('demo-provider'))
    .option('-p, --port <number>', 'port to listen on, on this machine only (default: 8081)')
    .option('--url <url>', 'address of the service, for the commands on its pages')
    .option('--json', 'print the variables as one JSON object')
    .description(
      'run only the identity provider of the demonstration, and print the variables that demo.yaml refers to',
    )
    .action(async ({ url, json, port, ...flags }: ProviderFlags) => {
      await checkPackages();
      const settings = settingsOf(flags, process.env);
      const signalled = waitForSignal();
      const serviceAddress = (): string => url ?? usualServiceAddress(process.env);
      const options = { data: settings.data, port: providerPortOf(port, process.env, settings.port), serviceAddress };
      const provider = await startProvider(options, stderrLogger(settings.logLevel));
      const variables = Object.entries(provider.variables);
      const lines = variables.map(([name, value]) => `export ${name}=${quoted(value)}\n`).join('');
      await print(json ? `${JSON.stringify(provider.variables)}\n` : lines);
      await signalled;
      await provider.stop();
    });
}

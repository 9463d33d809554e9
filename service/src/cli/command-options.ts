import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { stderrLogger } from '../common/logger.ts';
import { asStorageError, StorageError } from '../common/storage-error.ts';
import { SettingsError, type TracedSettings, traceSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { readUtf8 } from '../config/yaml-document.ts';
import { OperatorError } from '../operator/operator-context.ts';
import type { Service, ServiceOptions } from '../server/open-service.ts';

type TextFlags = { readonly [name in Exclude<keyof Settings, 'trustProxy' | 'rateLimit'>]?: string };

/** Flags as parsed by commander: texts, which are parsed like those of the environment and the file. */
export interface Flags extends TextFlags {
  readonly config?: string;
  readonly trustProxy?: boolean;
  /** False by `--no-rate-limit`. */
  readonly rateLimit?: boolean;
}

/** Flags of every command that opens the data folder. */
export function withDataFlags(command: Command): Command {
  return command
    .option('-c, --config <file>', 'configuration file (YAML)')
    .option('-d, --data <folder>', 'data folder (default: ./data)')
    .option('--service-key-file <file>', 'file with the service key (default: service.key in the data folder)')
    .option('--log-level <level>', 'debug, info, warn, error or silent (default: info)');
}

/** Flags of the commands that serve. */
export function withServeFlags(command: Command): Command {
  return withDataFlags(command)
    .option('-p, --port <number>', 'port to listen on (default: 8080)')
    .option('--host <host>', 'address to listen on (default: 127.0.0.1)')
    .option('--public-url <url>', 'base of the URLs that callers use')
    .option('--tls-cert <file>', 'certificate (PEM); with --tls-key')
    .option('--tls-key <file>', 'private key (PEM)')
    .option('--admin-port <number>', "separate port for /healthz, /readyz, /metrics and the operator's page")
    .option('--admin-host <host>', 'address of that port (default: 127.0.0.1)')
    .option('--trust-proxy', 'trust the X-Forwarded headers of a proxy in front')
    .option('--no-rate-limit', 'do not limit the rate of wrong secrets');
}

/** The settings of a command; `defaults` override the loaded settings. */
export function settingsOf(flags: Flags, environment: NodeJS.ProcessEnv, defaults: Partial<Settings> = {}): Settings {
  return { ...tracedSettingsOf(flags, environment).settings, ...defaults };
}

/** The same, with the source of each setting. */
export function tracedSettingsOf(flags: Flags, environment: NodeJS.ProcessEnv): TracedSettings {
  const { config, trustProxy, rateLimit, ...texts } = flags;
  const name = config ?? environment.RFS_CONFIG;
  return traceSettings({
    file: name === undefined || name === '' ? undefined : { name, text: readConfiguration(name) },
    environment,
    flags: {
      ...texts,
      trustProxy: trustProxy === undefined ? undefined : String(trustProxy),
      // Without --no-rate-limit commander sets true.
      rateLimit: rateLimit === false ? 'false' : undefined,
    },
  });
}

/** A file that cannot be read is an invalid setting, since no restart helps: systemd does not restart the service then. */
function readConfiguration(path: string): string {
  try {
    return readText(path, 'the configuration file');
  } catch (error) {
    throw error instanceof StorageError ? new SettingsError(error.message) : error;
  }
}

/**
 * @param path of a file; `-` is stdin, which `/dev/stdin` is not for a command that runs as another user than its caller.
 * @throws {StorageError} when the file cannot be read, {@link FileProblems} when it is not UTF-8.
 */
export function readText(path: string, what: string): string {
  return path === '-'
    ? readUtf8(readBytes(0, `${what} from`, 'stdin'), 'stdin')
    : readUtf8(readBytes(path, what), path);
}

function readBytes(file: string | number, what: string, path: string = String(file)): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot read ${what} ${path}: ${message}`, error);
  }
}

/**
 * Opens an existing data folder for some work, and closes it.
 *
 * @param writesFiles whether the work writes files of its own, which must not use the space reserved for the database.
 * @param withHooks whether the work publishes files, for which hooks get events.
 */
export async function withData<T>(
  flags: Flags,
  work: (service: Service) => Promise<T>,
  { writesFiles = false, withHooks = false }: { readonly writesFiles?: boolean; readonly withHooks?: boolean } = {},
): Promise<T> {
  const settings = settingsOf(flags, process.env);
  const [{ existingFolder }, { openWith }] = await Promise.all([
    import('../storage/content/data-folder.ts'),
    import('../server/open-with-settings.ts'),
  ]);
  if (settings.databaseUrl === undefined) await existingFolder(settings.data);
  const receivers = withHooks ? await receiversOf(settings) : {};
  const options = { followKeys: false, ...receivers };
  const service = await openWith(settings, stderrLogger(settings.logLevel, { late: true }), process.env, options);
  try {
    return await (writesFiles ? work(service) : service.withRoom(() => work(service)));
  } catch (error) {
    const isMissing = error instanceof OperatorError && error.code === 'no-such-file';
    throw isMissing ? new OperatorError(error.code, `${error.message} ${lookedIn(flags, settings)}`) : error;
  } finally {
    await service.close();
  }
}

async function receiversOf({ hooksFile }: Settings): Promise<Pick<ServiceOptions, 'hooks' | 'mailInterval'>> {
  const { loadHooks } = await import('../hooks/hooks-file.ts');
  const { published, mail } = await loadHooks(hooksFile);
  return { hooks: published.map(({ name }) => name), mailInterval: mail?.interval };
}

/**
 * The settings of a command that works with a data folder only.
 *
 * @param instead a sentence for those whose database is on a server.
 * @throws {OperatorError} `invalid-argument` for them.
 */
export function folderSettingsOf(flags: Flags, environment: NodeJS.ProcessEnv, instead: string): Settings {
  const settings = settingsOf(flags, environment);
  if (settings.databaseUrl === undefined) return settings;
  throw new OperatorError('invalid-argument', `This works with a data folder, and database.url is set. ${instead}`);
}

function lookedIn(flags: Flags, { data }: Settings): string {
  return `The data folder is ${resolve(data)}${flags.data === undefined ? '; --data names another one' : ''}.`;
}

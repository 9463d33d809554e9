import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { loadSettings } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { jsonLogger, type Logger } from '../log/logger.ts';
import { asStorageError, StorageError } from '../storage/storage-error.ts';
import { readUtf8 } from '../yaml/read-utf8.ts';

/** What commander makes of the flags: texts, since each is read the same way as in the environment and in the file. */
export interface Flags {
  readonly config?: string;
  readonly data?: string;
  readonly host?: string;
  readonly port?: string;
  readonly publicUrl?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly serviceKeyFile?: string;
  readonly trustProxy?: boolean;
  /** False by `--no-rate-limit`. */
  readonly rateLimit?: boolean;
  readonly logLevel?: string;
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
    .option('--public-url <url>', 'base of the addresses that callers see')
    .option('--tls-cert <file>', 'certificate (PEM); with --tls-key')
    .option('--tls-key <file>', 'private key (PEM)')
    .option('--trust-proxy', 'believe the X-Forwarded headers of a proxy in front')
    .addOption(new Option('--no-rate-limit', 'do not slow the guessing of secrets').default(undefined));
}

/** The settings of a command; `defaults` stand where nothing else was said. */
export function settingsOf(flags: Flags, environment: NodeJS.ProcessEnv, defaults: Partial<Settings> = {}): Settings {
  const { config, trustProxy, rateLimit, ...texts } = flags;
  const name = config ?? environment.RFS_CONFIG;
  const settings = loadSettings({
    file: name === undefined || name === '' ? undefined : { name, text: readText(name, 'the configuration file') },
    environment,
    flags: {
      ...texts,
      trustProxy: trustProxy === undefined ? undefined : String(trustProxy),
      rateLimit: rateLimit === undefined ? undefined : String(rateLimit),
    },
  });
  return { ...settings, ...defaults };
}

/** @throws {StorageError} saying what could not be read, {@link FileProblems} when it is not UTF-8. */
export function readText(path: string, what: string): string {
  return readUtf8(readBytes(path, what), path);
}

function readBytes(path: string, what: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot read ${what} ${path}: ${message}`, error);
  }
}

/** Logs go to stderr: stdout is for results. */
export function loggerOf(settings: Settings): Logger {
  return jsonLogger((line) => process.stderr.write(line), settings.logLevel);
}

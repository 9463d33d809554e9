import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { listen } from '@soapwright/runtime/server/node';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import type { GuessLimits } from '../guessing/guard.ts';
import { errorFields, type Logger } from '../log/logger.ts';
import { parseServiceKey, type ServiceKey } from '../secrets/service-key.ts';
import { asStorageError, StorageError } from '../storage/storage-error.ts';
import { addressBelow, createServer } from './create-server.ts';
import { openService, type Service } from './open-service.ts';

/** A service that listens. */
export interface Running {
  readonly service: Service;
  /** The address that callers are to use. */
  readonly url: string;
  /** Finishes what is running, then closes the data folder. */
  stop(): Promise<void>;
}

/**
 * Opens the data folder that the settings name, for the server or for a command.
 *
 * @throws {StorageError}
 */
export async function openWith(
  settings: Settings,
  log: Logger,
  environment: NodeJS.ProcessEnv,
  apiUrl: () => string = () => '',
): Promise<Service> {
  return await openService({
    data: settings.data,
    serviceKey: await givenKey(settings, environment),
    guessLimits: settings.rateLimit ? guessLimits(settings) : undefined,
    trustProxy: settings.trustProxy,
    apiUrl,
    log,
  });
}

/**
 * Serves as the settings say, until it is stopped.
 *
 * @throws {SettingsError} when a certificate or the service key is none.
 * @throws {StorageError} when the data folder or the address cannot be used, or a file cannot be read.
 */
export async function runService(settings: Settings, log: Logger, environment: NodeJS.ProcessEnv): Promise<Running> {
  const { host, port, publicUrl, trustProxy } = settings;
  const tls = await readTls(settings);
  let url = publicUrl === undefined ? '' : addressBelow(publicUrl);
  const service = await openWith(settings, log, environment, () => url);
  try {
    if (tls === undefined && !trustProxy && !isLoopback(host)) {
      log.warn(
        'passwords and keys travel unencrypted: set tls.cert and tls.key, or trustProxy with a TLS proxy in front',
      );
    }
    const server = createServer(service, { publicUrl, trustProxy });
    const listening = await listen(server, { host, port, tls }).catch((error: unknown) => {
      throw cannotListen(error, host, port);
    });
    if (url === '') url = listening.url;
    const sweeper = sweepEvery(settings.sweepMinutes * 60_000, service, log);
    log.info('listening', { host, port: listening.port, url });
    return {
      service,
      url,
      async stop() {
        clearInterval(sweeper);
        await listening.close();
        await service.close();
        log.info('stopped');
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

function guessLimits(settings: Settings): GuessLimits {
  const within = settings.rateLimitSeconds;
  return {
    key: { failures: settings.rateLimitKey, within },
    account: { failures: settings.rateLimitAccount, within },
    address: { failures: settings.rateLimitAddress, within },
  };
}

/** The key of the environment variable RFS_SERVICE_KEY, or of the file that the settings name. */
async function givenKey({ serviceKeyFile }: Settings, environment: NodeJS.ProcessEnv): Promise<ServiceKey | undefined> {
  const text = environment.RFS_SERVICE_KEY;
  if (text !== undefined && text !== '') return keyOf(text, 'RFS_SERVICE_KEY');
  if (serviceKeyFile === undefined) return undefined;
  return keyOf((await readNamed(serviceKeyFile, 'the service key')).toString('utf8'), serviceKeyFile);
}

function keyOf(text: string, source: string): ServiceKey {
  try {
    return parseServiceKey(text, source);
  } catch (error) {
    throw error instanceof StorageError ? new SettingsError(error.message) : error;
  }
}

async function readTls({ tlsCert, tlsKey }: Settings): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const tls = { cert: await readNamed(tlsCert, 'the certificate'), key: await readNamed(tlsKey, 'the private key') };
  try {
    createSecureContext(tls);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    throw new SettingsError(
      `tls.cert ${tlsCert} and tls.key ${tlsKey} must be a certificate and its private key in PEM form (${reason}).`,
    );
  }
  return tls;
}

async function readNamed(path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code, message } = asStorageError(error);
    throw new StorageError(code, `Cannot read ${what} ${path}: ${message}`, error);
  }
}

function sweepEvery(milliseconds: number, service: Service, log: Logger): NodeJS.Timeout {
  const sweeper = setInterval(() => {
    service.sweep().then(
      (swept) => log.debug('swept', { ...swept }),
      (error: unknown) => log.error('sweep failed', errorFields(error)),
    );
  }, milliseconds);
  return sweeper.unref();
}

function isLoopback(host: string): boolean {
  return /^(localhost|::1|127(\.\d{1,3}){3})$/.test(host);
}

function cannotListen(error: unknown, host: string, port: number): StorageError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const other = port < 65_535 ? port + 1 : port - 1;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port: --port ${other}, or RFS_PORT=${other}.`,
    EACCES: `Port ${port} needs more rights than this user has. Choose one from 1024 on with --port.`,
    EADDRNOTAVAIL: `${host} is no address of this machine.`,
    ENOTFOUND: `${host} is no address of this machine.`,
  };
  const message = reasons[String(code)] ?? (error instanceof Error ? error.message : 'Cannot listen.');
  return new StorageError('failed', message, error);
}

import { readConfiguredFile } from '../common/file-system.ts';
import type { Logger } from '../common/logger.ts';
import { StorageError } from '../common/storage-error.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import type { GuessLimits } from '../domain/guess-guard.ts';
import { parseServiceKey, type ServiceKey } from '../secrets/service-key.ts';
import { credentialSource } from '../storage/objects/credential-sources.ts';
import { openService, type Service, type ServiceOptions } from './open-service.ts';
import type { SharedServers } from './shared-storage.ts';

/**
 * Opens the data folder that the settings name, for the server or for a command.
 *
 * @throws {StorageError}
 */
export async function openWith(
  settings: Settings,
  log: Logger,
  environment: NodeJS.ProcessEnv,
  { apiUrl = () => '', counts, hooks }: Pick<Partial<ServiceOptions>, 'apiUrl' | 'counts' | 'hooks'> = {},
): Promise<Service> {
  return await openService({
    data: settings.data,
    servers: serversOf(settings, environment),
    serviceKey: await givenKey(settings, environment),
    guessLimits: settings.rateLimit ? guessLimits(settings) : undefined,
    trustProxy: settings.trustProxy,
    signInTimes: {
      pending: settings.signInMinutes * 60_000,
      session: settings.sessionHours * 3_600_000,
      provider: settings.providerSeconds * 1_000,
    },
    uploadTimes: { idle: settings.uploadHours * 3_600_000 },
    uploadBytes: { chunk: settings.limitsChunk, spool: settings.limitsSpool },
    freeBytes: settings.limitsFree,
    quotas: {
      'folder-key': settings.quotaFolderKey,
      account: settings.quotaAccount,
      tenant: settings.quotaTenant,
    },
    auditTime: settings.auditDays === 0 ? undefined : settings.auditDays * 24 * 3_600_000,
    apiUrl,
    counts,
    hooks,
    log,
  });
}

/** Milliseconds until a statement fails. */
const statementDeadline = 10_000;

/** PostgreSQL and the S3 store in the settings; undefined: everything is in the data folder. */
export function serversOf(settings: Settings, environment: NodeJS.ProcessEnv): SharedServers | undefined {
  const { databaseUrl: url, objectsEndpoint: endpoint, objectsBucket: bucket, objectsRegion: region } = settings;
  if (url === undefined || endpoint === undefined || bucket === undefined) return undefined;
  return {
    database: { url, connections: settings.databaseConnections, deadline: statementDeadline },
    bucket: { endpoint, bucket, region },
    credentials: credentialSource(environment, settings.objectsCredentialsFile),
    keep: settings.objectsKeepHours * 3_600_000,
  };
}

/** The limits of guesses in the settings. */
export function guessLimits(settings: Settings): GuessLimits {
  const within = settings.rateLimitSeconds;
  return {
    key: { failures: settings.rateLimitKey, within },
    account: { failures: settings.rateLimitAccount, within },
    address: { failures: settings.rateLimitAddress, within },
  };
}

/** The key from the environment variable RFS_SERVICE_KEY, or from the file in the settings; undefined: neither. */
export async function givenKey(
  { serviceKeyFile }: Settings,
  environment: NodeJS.ProcessEnv,
): Promise<ServiceKey | undefined> {
  const text = environment.RFS_SERVICE_KEY;
  if (text !== undefined && text !== '') return keyOf(text, 'RFS_SERVICE_KEY');
  if (serviceKeyFile === undefined) return undefined;
  return keyOf((await readConfiguredFile(serviceKeyFile, 'the service key')).toString('utf8'), serviceKeyFile);
}

function keyOf(text: string, source: string): ServiceKey {
  try {
    return parseServiceKey(text, source);
  } catch (error) {
    throw error instanceof StorageError ? new SettingsError(error.message) : error;
  }
}

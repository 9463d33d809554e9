import type { Logger } from '../common/logger.ts';
import { StorageError } from '../common/storage-error.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import type { GuessLimits } from '../domain/guess-guard.ts';
import { kmsByCommand } from '../hooks/kms-command.ts';
import { configuredKeys, givenKeys, type KeySource } from '../secrets/key-source.ts';
import { parseServiceKeys } from '../secrets/service-key.ts';
import { credentialSource } from '../storage/objects/credential-sources.ts';
import type { SharedServers } from '../storage/shared-servers.ts';
import { openService, type Service, type ServiceOptions } from './open-service.ts';

/**
 * Opens the data folder that the settings name, for the server or for a command.
 *
 * @throws {StorageError}
 */
export async function openWith(
  settings: Settings,
  log: Logger,
  environment: NodeJS.ProcessEnv,
  {
    apiUrl = () => '',
    ...options
  }: Pick<
    Partial<ServiceOptions>,
    'apiUrl' | 'checks' | 'counts' | 'hooks' | 'mailInterval' | 'followKeys' | 'startAnew'
  > = {},
): Promise<Service> {
  return await openService({
    data: settings.data,
    servers: serversOf(settings, environment),
    serviceKeys: await keySource(settings, environment),
    guessLimits: settings.rateLimit ? guessLimits(settings) : undefined,
    trustProxy: settings.trustProxy,
    signInTimes: {
      pending: settings.signInMinutes * 60_000,
      session: settings.sessionHours * 3_600_000,
      provider: settings.providerSeconds * 1_000,
    },
    uploadTimes: { idle: settings.uploadHours * 3_600_000, quarantine: settings.quarantineDays * 86_400_000 },
    encryption: settings.encryption,
    kms: settings.encryptionKms === undefined ? undefined : kmsByCommand(settings.encryptionKms),
    quarantine: BigInt(settings.limitsQuarantine),
    uploadBytes: { chunk: settings.limitsChunk, spool: settings.limitsSpool },
    freeBytes: settings.limitsFree,
    quotas: {
      'folder-key': settings.quotaFolderKey,
      account: settings.quotaAccount,
      tenant: settings.quotaTenant,
    },
    auditTime: settings.auditDays === 0 ? undefined : settings.auditDays * 24 * 3_600_000,
    clockTime: settings.clockDays * 24 * 3_600_000,
    apiUrl,
    log,
    ...options,
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

/**
 * The keys from the environment variable RFS_SERVICE_KEY, or from the file in the settings; undefined: neither.
 *
 * @throws {SettingsError} when they are invalid, or the file cannot be read: no restart helps, as with other settings.
 */
export async function keySource(
  { serviceKeyFile }: Settings,
  environment: NodeJS.ProcessEnv,
): Promise<KeySource | undefined> {
  const text = environment.RFS_SERVICE_KEY;
  try {
    if (text !== undefined && text !== '') {
      return givenKeys(parseServiceKeys(text, 'RFS_SERVICE_KEY'), 'RFS_SERVICE_KEY');
    }
    if (serviceKeyFile === undefined) return undefined;
    const source = configuredKeys(serviceKeyFile);
    await source.load();
    return source;
  } catch (error) {
    throw error instanceof StorageError ? new SettingsError(error.message) : error;
  }
}

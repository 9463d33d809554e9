import { Kysely } from 'kysely';
import { exists } from '../../common/file-system.ts';
import type { Settings } from '../../config/settings.ts';
import type { DataKeys } from '../../domain/data-keys.ts';
import type { KeyRing } from '../../secrets/key-ring.ts';
import type { KeySource } from '../../secrets/key-source.ts';
import { Seals } from '../../secrets/seal.ts';
import { KeyedHash } from '../../secrets/secret-tokens.ts';
import { existingFolder } from '../../storage/content/data-folder.ts';
import { openToRead } from '../../storage/database.ts';
import { listProviders } from '../../storage/identity-providers.ts';
import { sqliteDialect } from '../../storage/sqlite-dialect.ts';
import type { Db, Tables } from '../../storage/tables.ts';
import { dataKeysToRead } from '../data-keys-to-read.ts';
import { checkBackup } from './check-backup.ts';
import { checkProviderCertificates, checkTls } from './check-certificates.ts';
import { checkContent, checkStrays } from './check-content.ts';
import { checkClock, checkDatabase, checkErasure, checkExpiry } from './check-database.ts';
import { checkFolder } from './check-folder.ts';
import { checkHooks } from './check-hooks.ts';
import { checkOnline } from './check-online.ts';
import { checkHolders, checkKeys } from './check-service-keys.ts';
import { checkDemonstration, checkProviderAddresses, checkSettings } from './check-settings.ts';
import type { Finding, KeyedDoctorContext } from './doctor-finding.ts';

export interface DoctorOptions {
  readonly settings: Settings;
  /** The keys from the settings; undefined: those of the data folder. */
  readonly serviceKeys: KeySource | undefined;
  /** Reads all content. */
  readonly deep: boolean;
  /** Calls identity providers. */
  readonly online: boolean;
  /** Milliseconds since 1970. */
  readonly now?: number | undefined;
  /** Timeout of a call to an identity provider in milliseconds. */
  readonly timeout?: number | undefined;
}

export interface Report {
  readonly findings: readonly Finding[];
  /** The checked content; undefined when the database is damaged. */
  readonly content: { readonly files: number; readonly bytes: bigint } | undefined;
}

/**
 * Checks the data folder, the settings and the providers, and changes nothing. A service may run during the check.
 *
 * @throws {StorageError} when the data folder cannot be read.
 */
export async function examine(options: DoctorOptions): Promise<Report> {
  const { settings, serviceKeys, deep } = options;
  const now = options.now ?? Date.now();
  const folder = await existingFolder(settings.data);
  const findings: Finding[] = [
    ...(await checkFolder(folder, settings.limitsFree)),
    ...checkSettings(settings),
    ...(await checkTls(settings, now)),
    ...(deep ? await checkBackup(folder) : []),
  ];
  // It may not be readable, and its findings would be false.
  if (findings.some(({ code }) => code === 'backup-changed')) return { findings, content: undefined };
  const db = new Kysely<Tables>({ dialect: sqliteDialect(await openToRead(folder.database)) });
  try {
    const ofDatabase = await checkDatabase(db);
    findings.push(...ofDatabase);
    // A damaged database would only cause false findings.
    if (ofDatabase.some(({ severity }) => severity === 'error')) return { findings, content: undefined };
    const context = { folder, settings, db, now };
    findings.push(...(await checkClock(context)), ...(await checkErasure(db)));
    // A backup is as old as it is; the sweep of a service that is started on it asks.
    if (!(await exists(folder.sums))) findings.push(...(await checkExpiry(db, () => now, settings)));
    const isOlder = ofDatabase.some(({ code }) => code === 'schema-older');
    if (!isOlder) {
      findings.push(...(await checkHooks(db, settings)), ...(await checkHolders(db)));
    }
    const checked = await checkKeys(folder, db, serviceKeys, now, { isOlder });
    const dataKeys = dataKeysOf(db, checked.ring, settings);
    const content = await checkContent({ ...context, dataKeys }, { deep });
    findings.push(...content.findings, ...(await checkStrays(context)), ...checked.findings);
    if (checked.ring !== undefined) {
      const keyed = { ...context, hashes: new KeyedHash(checked.ring), seals: new Seals(checked.ring) };
      findings.push(...(await checkSecrets(keyed, options)));
    }
    return { findings, content };
  } finally {
    await db.destroy();
  }
}

/** The data keys of a database that is only read; undefined without the service key. */
export function dataKeysOf(db: Db, ring: KeyRing | undefined, settings: Settings): DataKeys | undefined {
  const keys = ring && dataKeysToRead(ring, settings);
  keys?.use(db);
  return keys;
}

/** The checks that need the service key. */
export async function checkSecrets(
  context: KeyedDoctorContext,
  { online, timeout }: Pick<DoctorOptions, 'online' | 'timeout'>,
): Promise<readonly Finding[]> {
  const providers = await listProviders(context.db, context.seals);
  return [
    ...(await checkDemonstration(context)),
    ...checkProviderCertificates(providers, context.now),
    ...checkProviderAddresses(providers),
    ...(online ? await checkOnline(providers, timeout) : []),
  ];
}

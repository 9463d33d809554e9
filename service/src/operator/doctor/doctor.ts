import { Kysely } from 'kysely';
import type { Settings } from '../../config/settings.ts';
import { Seals } from '../../secrets/seal.ts';
import type { ServiceKey } from '../../secrets/service-key.ts';
import { KeyedHash } from '../../secrets/tokens.ts';
import { existingFolder } from '../../storage/content/data-folder.ts';
import { openToRead } from '../../storage/database.ts';
import { listProviders } from '../../storage/identity-providers.ts';
import { sqliteDialect } from '../../storage/sqlite-dialect.ts';
import type { Tables } from '../../storage/tables.ts';
import { checkProviderCertificates, checkTls } from './check-certificates.ts';
import { checkContent, checkStrays } from './check-content.ts';
import { checkClock, checkDatabase } from './check-database.ts';
import { checkFolder, checkKey } from './check-folder.ts';
import { checkOnline } from './check-online.ts';
import { checkDemonstration, checkProviderAddresses, checkSettings } from './check-settings.ts';
import type { Finding, KeyedDoctorContext } from './finding.ts';

export interface DoctorOptions {
  readonly settings: Settings;
  /** The key of the settings; undefined: the one of the data folder. */
  readonly serviceKey: ServiceKey | undefined;
  /** Reads all content. */
  readonly deep: boolean;
  /** Asks identity providers whether they are there. */
  readonly online: boolean;
  /** Milliseconds since 1970. */
  readonly now?: number | undefined;
  /** Milliseconds that an identity provider may take. */
  readonly patience?: number | undefined;
}

export interface Report {
  readonly findings: readonly Finding[];
  /** What was looked at; undefined when the database is not sound enough for that. */
  readonly content: { readonly files: number; readonly bytes: bigint } | undefined;
}

/**
 * Looks for everything that an operator can get wrong, and changes nothing. It may run beside a service.
 *
 * @throws {StorageError} when the data folder cannot be looked at.
 */
export async function examine(options: DoctorOptions): Promise<Report> {
  const { settings, serviceKey, deep } = options;
  const now = options.now ?? Date.now();
  const folder = await existingFolder(settings.data);
  const findings: Finding[] = [
    ...(await checkFolder(folder, settings.limitsFree)),
    ...checkSettings(settings),
    ...(await checkTls(settings, now)),
  ];
  const db = new Kysely<Tables>({ dialect: sqliteDialect(await openToRead(folder.database)) });
  try {
    const ofDatabase = await checkDatabase(db);
    findings.push(...ofDatabase);
    // What cannot be read rightly would only give findings that are none.
    if (ofDatabase.some(({ severity }) => severity === 'error')) return { findings, content: undefined };
    const context = { folder, settings, db, now };
    findings.push(...(await checkClock(context)));
    const content = await checkContent(context, { deep });
    findings.push(...content.findings, ...(await checkStrays(context)));
    const checked = await checkKey(folder, db, serviceKey);
    findings.push(...checked.findings);
    if (checked.key !== undefined) {
      const keyed = { ...context, hashes: new KeyedHash(checked.key), seals: new Seals(checked.key) };
      findings.push(...(await checkSecrets(keyed, options)));
    }
    return { findings, content };
  } finally {
    await db.destroy();
  }
}

/** What can be seen with the service key alone. */
async function checkSecrets(
  context: KeyedDoctorContext,
  { online, patience }: Pick<DoctorOptions, 'online' | 'patience'>,
): Promise<readonly Finding[]> {
  const providers = await listProviders(context.db, context.seals);
  return [
    ...(await checkDemonstration(context)),
    ...checkProviderCertificates(providers, context.now),
    ...checkProviderAddresses(providers),
    ...(online ? await checkOnline(providers, patience) : []),
  ];
}

import { StorageError } from '../../common/storage-error.ts';
import type { KeyRing } from '../../secrets/key-ring.ts';
import { Seals } from '../../secrets/seal.ts';
import { KeyedHash } from '../../secrets/secret-tokens.ts';
import { dataFolderAt } from '../../storage/content/data-folder.ts';
import { CachedCredentials } from '../../storage/objects/credential-sources.ts';
import { S3Store } from '../../storage/objects/s3-store.ts';
import { SealedObjects } from '../../storage/objects/sealed-objects.ts';
import { DatabaseClock } from '../../storage/postgres/database-clock.ts';
import { connectPostgres } from '../../storage/postgres/open-postgres.ts';
import { postgresMigrations } from '../../storage/postgres/postgres-steps.ts';
import type { SharedServers } from '../../storage/shared-servers.ts';
import type { Db } from '../../storage/tables.ts';
import { checkTls } from './check-certificates.ts';
import { checkErasure, checkExpiry, checkVersion } from './check-database.ts';
import { checkObjects } from './check-objects.ts';
import { checkClocks, checkDurability } from './check-servers.ts';
import { checkHolders, checkKeys } from './check-service-keys.ts';
import { checkSettings } from './check-settings.ts';
import { checkSecrets, type DoctorOptions, dataKeysOf, type Report } from './doctor.ts';
import { type Finding, finding } from './doctor-finding.ts';

/** Checks PostgreSQL, the S3 store, the settings and the providers, and changes nothing. Services may keep running. */
export async function examineServers(options: DoctorOptions, servers: SharedServers): Promise<Report> {
  const { settings } = options;
  const now = options.now ?? Date.now();
  const findings: Finding[] = [...checkSettings(settings), ...(await checkTls(settings, now))];
  let db: Db;
  try {
    db = await connectPostgres(servers.database);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { findings: [...findings, finding('database-unreachable', error.message)], content: undefined };
  }
  const clock = new DatabaseClock(db);
  const objects = new S3Store(servers.bucket, new CachedCredentials(servers.credentials, () => clock.now()), {
    now: () => clock.now(),
  });
  try {
    const ofVersion = await checkVersion(db, postgresMigrations);
    findings.push(...(await checkDurability(db)), ...ofVersion, ...(await checkClocks(clock, objects)));
    if (ofVersion.length > 0 || findings.some(({ code }) => code === 'store-unreachable')) {
      return { findings, content: undefined };
    }
    findings.push(...(await checkExpiry(db, () => clock.now(), settings)), ...(await checkErasure(db)));
    const { ring, findings: ofKeys } = await checkKeysOf(db, options, now);
    const dataKeys = dataKeysOf(db, ring, settings);
    const opened = dataKeys === undefined ? objects : new SealedObjects(objects, dataKeys);
    const content = await checkObjects({ db, objects: opened, dataKeys, site: await siteOf(db) }, options);
    findings.push(...content.findings, ...ofKeys, ...(await checkHolders(db)));
    return { findings, content };
  } finally {
    objects.close();
    await db.destroy();
  }
}

async function siteOf(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'site').executeTakeFirst();
  return row?.value;
}

async function checkKeysOf(
  db: Db,
  options: DoctorOptions,
  now: number,
): Promise<{ readonly ring: KeyRing | undefined; readonly findings: readonly Finding[] }> {
  const { settings, serviceKeys } = options;
  if (serviceKeys === undefined) {
    const remedy = 'Set RFS_SERVICE_KEY or serviceKeyFile, the same for all processes.';
    return { ring: undefined, findings: [finding('key-not-usable', 'The service key is not given.', remedy)] };
  }
  const { ring, findings } = await checkKeys(dataFolderAt(settings.data), db, serviceKeys, now);
  if (ring === undefined) return { ring, findings };
  const keyed = { settings, db, now, hashes: new KeyedHash(ring), seals: new Seals(ring) };
  return { ring, findings: [...findings, ...(await checkSecrets(keyed, options))] };
}

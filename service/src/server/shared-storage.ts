import { join } from 'node:path';
import { sweepSpool } from '@soapwright/runtime/server/node';
import { ensureFolder, freeBytes } from '../common/file-system.ts';
import { SingleCommits } from '../storage/commits.ts';
import { memoryOfObjects } from '../storage/content/chunk-spool.ts';
import { probeFolder } from '../storage/content/data-folder.ts';
import { ExpiryClock } from '../storage/expiry-clock.ts';
import { uncachedLookups } from '../storage/lookups.ts';
import { checkSchema } from '../storage/migrations.ts';
import { CachedCredentials } from '../storage/objects/credential-sources.ts';
import { ObjectContent } from '../storage/objects/object-content.ts';
import { S3Store } from '../storage/objects/s3-store.ts';
import { SealedObjects } from '../storage/objects/sealed-objects.ts';
import { siteOf } from '../storage/objects/site.ts';
import { DatabaseClock } from '../storage/postgres/database-clock.ts';
import { openPostgres, rewritePostgres } from '../storage/postgres/open-postgres.ts';
import { postgresMigrations } from '../storage/postgres/postgres-steps.ts';
import type { SharedServers } from '../storage/shared-servers.ts';
import { Admission, unlimited } from '../uploads/admission.ts';
import { createObjectUploads } from '../uploads/objects/create-object-uploads.ts';
import { checkFree, type ServiceStorage, type StorageOptions } from './service-storage.ts';

/**
 * Connects to PostgreSQL and an S3 store. Any number of processes, on any machines, may do so at once; each needs a folder
 * of its own for chunks while they arrive.
 *
 * @param data folder; created if it does not exist. Nothing in it is kept.
 * @throws {StorageError}
 */
export async function openShared(
  servers: SharedServers,
  data: string,
  options: StorageOptions,
): Promise<ServiceStorage> {
  const { hashes, counts, dataKeys, checks, quarantine, outbox, uploadTimes: times } = options;
  const spool = join(data, 'spool');
  await ensureFolder(spool);
  // Of processes that were killed; others may use the folder now.
  await sweepSpool(spool, 24 * 3_600_000);
  const db = await openPostgres(servers.database, { counts });
  const clock = new DatabaseClock(db);
  let site: string;
  try {
    site = await siteOf(db);
    await clock.read();
    await options.beginKeys(db, clock.now());
  } catch (error) {
    await db.destroy();
    throw error;
  }
  clock.follow();
  const now = options.now ?? (() => clock.now());
  const plain = new S3Store(
    servers.bucket,
    new CachedCredentials(servers.credentials, () => clock.now()),
    {
      now: () => clock.now(),
    },
    counts,
  );
  const objects = new SealedObjects(plain, dataKeys);
  const free = (): Promise<number> => freeBytes(spool);
  const { keep } = servers;
  const admission = new Admission({
    db,
    defaults: options.quotas ?? unlimited.defaults,
    keptFree: options.freeBytes,
    free,
  });
  const store = new ObjectContent({ db, objects }, () => now() + keep);
  const ofUploads = { times, admission, dataKeys, checks, quarantine, outbox };
  const uploads = createObjectUploads({ db, objects, site, hashes, now, keep, counts, ...ofUploads });
  return {
    db,
    commits: new SingleCommits(db),
    lookups: uncachedLookups(db),
    store,
    uploads,
    spool,
    spoolMemory: memoryOfObjects,
    now,
    clock: new ExpiryClock(db, now, options.clockTime),
    free,
    rewrite: () => rewritePostgres(servers.database),
    // The rows are on a server.
    withRoom: (work) => work(),
    // Not the store: when it is down, every process would leave the load balancer.
    async ready() {
      await checkSchema(db, postgresMigrations);
      await checkFree(spool, options.freeBytes);
      await probeFolder(spool);
      await clock.read();
    },
    async close() {
      clock.close();
      await uploads.close();
      objects.close();
      await db.destroy();
    },
  };
}

import { openAsBlob } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunkRequest } from '../support/service/chunk-request.ts';
import { type HeldStore, startHeldStore } from '../support/service/held-store.ts';
import { type PostgresWire, type RoundTrip, startPostgresWire } from '../support/service/postgres-wire.ts';
import { type SiteOnServers, type SiteProcess, startSite } from '../support/service/site-on-servers.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** `RFS_LARGEST_CHUNK=1` adds the largest chunk that the service accepts by default, which takes a minute. */
const largest = process.env.RFS_LARGEST_CHUNK === '1' ? [1024 * MiB] : [];

/** Most round trips to the database for a chunk that begins, continues and finishes an upload, if it arrives within 10 s. */
const mostTrips = [6, 6, 14];

/** Growth of the process while chunks of all sizes arrive, in MiB. */
const mostGrowth = 80;

describe('a chunk of any size', () => {
  let site: SiteOnServers;
  let wire: PostgresWire;
  let store: HeldStore;
  let server: SiteProcess;
  let before: number;
  beforeAll(async () => {
    site = await startSite();
    const { database, bucket } = site.own.servers;
    wire = await startPostgresWire(Number(new URL(database.url).port));
    store = await startHeldStore(bucket.endpoint);
    server = await site.start({
      RFS_DATABASE_URL: wire.urlOf(database.url),
      RFS_OBJECTS_ENDPOINT: store.endpoint,
      RFS_DATABASE_CONNECTIONS: '1',
    });
    await server.client.AppendChunkWithFolderAccessKey(chunkRequest('first', Buffer.alloc(MiB), { last: true }));
    before = await peakOf(server);
  });
  afterAll(async () => {
    await site.close();
    await wire.close();
    await store.close();
  });

  /** A chunk of zeros in a file: nobody has its bytes in memory. */
  const chunkOf = async (size: number): Promise<Blob> => {
    const path = join(site.folder, 'chunk');
    const file = await open(path, 'w');
    await file.truncate(size);
    await file.close();
    return await openAsBlob(path);
  };

  it.each([1, 128 * KiB - 1, 128 * KiB, 128 * KiB + 1, MiB, 47 * MiB, ...largest])(
    '%d bytes: one object at most, one commit, no connection held while it is stored, flat memory',
    async (size) => {
      const ChunkData = await chunkOf(size);
      let token: string | undefined;
      for (const [index, most] of mostTrips.entries()) {
        // The uses of keys are committed 100 ms after the first.
        await sleep(150);
        wire.clear();
        store.clear();
        const held: number[] = [];
        let own: readonly RoundTrip[] = [];
        store.afterStored = async () => {
          held.push(wire.held());
          own = [...wire.trips];
          // The only connection is free for others.
          const found = server.client.GetClientID({ APIKey: 'key-for-all', Parameters: { CompanyCode: 'OTHER' } });
          expect((await found).ClientID).toBe(2147483647);
          wire.clear();
        };
        const rest = { offset: index * size, token, last: index === mostTrips.length - 1 };
        const { BytesRead: _, ...request } = chunkRequest(`of ${size}`, Buffer.of(), rest);
        const start = performance.now();
        const done = await server.client.AppendChunkWithFolderAccessKey({ ...request, ChunkData, BytesRead: size });
        // Keys, quotas and sums are read again when a chunk takes so long to arrive.
        const again = performance.now() - start > 10_000 ? 4 : 0;
        expect(done).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
        token = done.UploadToken;
        const isObject = size > 128 * KiB || rest.last;
        expect(store.requests.map(({ method, status }) => `${method} ${status}`)).toEqual(isObject ? ['PUT 200'] : []);
        expect(held).toEqual(isObject ? [0] : []);
        const trips = tripsOfChunk([...own, ...wire.trips]);
        expect(trips.filter(commits)).toHaveLength(1);
        expect(trips.slice(most + again).map(({ text }) => text)).toEqual([]);
      }
      expect((await peakOf(server)) - before).toBeLessThan(mostGrowth);
    },
    largest.length === 0 ? undefined : 600_000,
  );
});

/** The round trips that a process makes for a chunk: without those for the service key, uses of keys, digests of files. */
function tripsOfChunk(trips: readonly RoundTrip[]): readonly RoundTrip[] {
  const units: RoundTrip[][] = [];
  for (const trip of trips) {
    if (trip.inTransaction) units.at(-1)?.push(trip);
    else units.push([trip]);
  }
  return units.filter((unit) => !unit.some(({ text }) => ofOthers.test(text))).flat();
}

const ofOthers = /service_keys|key_holders|clock_timestamp|"settings"|"used_at"|"claimedUntil"|^update "uploads"/;

/** Whether a round trip ends with a commit: of a transaction, or of a single statement that writes. */
function commits({ text, inTransaction }: RoundTrip): boolean {
  return text === 'COMMIT' || (!inTransaction && /\b(insert|update|delete)\b/i.test(text));
}

/** Most memory that a process has had, in MiB. */
async function peakOf({ process: { pid } }: SiteProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1]) / KiB;
}

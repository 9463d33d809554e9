import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedTables } from '../../service/src/operator/migrate/copy-rows.ts';
import { excludeOthers } from '../../service/src/operator/migrate/exclude-others.ts';
import { migrateService } from '../../service/src/operator/migrate/migrate.ts';
import { folderSide, type MigrationSide, serversSide } from '../../service/src/operator/migrate/migration-side.ts';
import { openDataFolder } from '../../service/src/storage/content/data-folder.ts';
import { type ChunkRest, chunkRequest } from '../support/service/chunk-request.ts';
import { fileOf, type Harness, startHarness } from '../support/service/harness.ts';
import { type OwnServers, serversOf, testServers } from '../support/service/servers.ts';

const MiB = 1024 * 1024;

describe('migrate', () => {
  let folder: string;
  let own: OwnServers;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-migrate-'));
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    own = await serversOf(join(folder, 'servers'), test);
  });
  afterAll(async () => {
    await own.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const inFolder = (name: string): Promise<Harness> => startHarness({ data: join(folder, name), servers: undefined });
  const onServers = (): Promise<Harness> => startHarness({ data: join(folder, 'servers') });
  const side = async (name: string): Promise<MigrationSide> =>
    await folderSide(await openDataFolder(join(folder, name)));
  const send = async (
    { client }: Harness,
    name: string,
    bytes: Buffer,
    rest: ChunkRest = {},
  ): Promise<ChunkUploadResult> =>
    await client.AppendChunkWithFolderAccessKey(chunkRequest(name, bytes, { last: true, ...rest }));
  const expectFiles = async (harness: Harness, files: ReadonlyMap<string, Buffer>): Promise<void> => {
    for (const [name, bytes] of files) {
      expect([name, (await fileOf(harness, 'folder-anna-in', name))?.bytes.equals(bytes)]).toEqual([name, true]);
    }
  };
  const rowsOf = async ({ db }: MigrationSide): Promise<object> => ({
    entries: await db
      .selectFrom('entries')
      .select(['id', 'parent_id', 'name', 'size', 'digest', 'written_ticks'])
      .orderBy('id')
      .execute(),
    keys: await db.selectFrom('folder_keys').select(['id', 'name', 'hash', 'folder_id']).orderBy('id').execute(),
    uploads: await db.selectFrom('uploads').select(['id', 'held', 'token_hash', 'touched_at']).orderBy('id').execute(),
    audit: await db.selectFrom('audit_log').select(['id', 'at', 'action', 'details']).orderBy('id').execute(),
  });

  it('a service moves to servers and back, byte for byte; uploads go on, and an interrupted migration is resumed', async () => {
    const files = new Map([
      ['empty', Buffer.of()],
      ['small', Buffer.from('abc')],
      ['large', randomBytes(20 * MiB)],
    ]);
    const bytes = randomBytes(900_000);
    const first = await inFolder('first');
    for (const [name, content] of files) await send(first, name, content);
    const { UploadToken: token = '' } = await send(first, 'unfinished', bytes.subarray(0, 300_000), { last: false });
    await first.service.close();

    const from = await side('first');
    const to = await serversSide(own.servers);
    const write = to.write;
    let writes = 0;
    to.write = async (...args) => {
      writes += 1;
      if (writes === 2) throw new Error('interrupted');
      await write(...args);
    };
    await expect(migrateService(from, to)).rejects.toThrow('interrupted');
    to.write = write;
    // The empty file has no objects that could tell that it was copied.
    expect(await migrateService(from, to)).toMatchObject({ files: 3, uploads: 1, bytes: BigInt(20 * MiB + 3) });
    expect(await rowsOf(to)).toEqual(await rowsOf(from));
    await expect(migrateService(from, to)).rejects.toMatchObject({ code: 'already-there' });
    await Promise.all([from.close(), to.close()]);

    const second = await onServers();
    await expectFiles(second, files);
    expect(
      await send(second, 'unfinished', bytes.subarray(300_000, 600_000), { offset: 300_000, token, last: false }),
    ).toMatchObject({
      ErrorMessage: '',
      ChunkAppended: true,
    });
    await send(second, 'small', Buffer.from('replaced'));
    files.set('small', Buffer.from('replaced'));
    await second.service.close();

    const back = await serversSide(own.servers);
    const third = await side('third');
    expect(await migrateService(back, third)).toMatchObject({ files: 3, uploads: 1 });
    expect(await rowsOf(third)).toEqual(await rowsOf(back));
    await Promise.all([back.close(), third.close()]);
    const last = await inFolder('third');
    await expectFiles(last, files);
    expect(await send(last, 'unfinished', bytes.subarray(600_000), { offset: 600_000, token })).toMatchObject({
      ErrorMessage: '',
    });
    await expectFiles(last, new Map([['unfinished', bytes]]));
    await last.close();
  });

  it('copies every table of PostgreSQL, or names it as left out', async () => {
    const to = await serversSide(own.servers);
    const { rows } = await sql<{ readonly name: string }>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`.execute(to.db);
    await to.close();
    // The record of an object store is its table of extents.
    const inDataFolders = ['removed_parts'];
    const names = [...migratedTables.copied, ...migratedTables.leftOut].filter((name) => !inDataFolders.includes(name));
    expect(names.sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('is refused while a process serves from the servers; none can start during a migration', async () => {
    const running = await onServers();
    const [from, to] = [await serversSide(own.servers), await side('fourth')];
    await expect(migrateService(from, to)).rejects.toMatchObject({ code: 'in-use' });
    await running.service.close();
    const exclusion = await excludeOthers(from.db, { side: 'source', onMachines: 'many' });
    await expect(onServers()).rejects.toMatchObject({ code: 'busy' });
    await exclusion.end();
    await Promise.all([from.close(), to.close()]);
    await (await onServers()).service.close();
  });
});

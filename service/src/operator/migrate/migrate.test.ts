import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHarness } from '../../../../test/support/service/harness.ts';
import { openService } from '../../server/open-service.ts';
import { openDataFolder } from '../../storage/content/data-folder.ts';
import { migrationLock } from '../../storage/migration-lock.ts';
import { migratedTables } from './copy-rows.ts';
import { excludeOthers } from './exclude-others.ts';
import { migrateService } from './migrate.ts';
import { folderSide, type MigrationSide } from './migration-side.ts';

describe('migrate', () => {
  let folder: string;
  let from: MigrationSide;
  let to: MigrationSide;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-migrate-'));
    const harness = await startHarness({ data: join(folder, 'from') });
    await harness.service.close();
    from = await folderSide(await openDataFolder(join(folder, 'from')));
    to = await folderSide(await openDataFolder(join(folder, 'to')));
  });
  afterEach(async () => {
    await Promise.all([from.close(), to.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const open = (name: 'from' | 'to') => openService({ data: join(folder, name), apiUrl: () => '' });
  const exclude = () => excludeOthers(from.db, { side: 'source', onMachines: 'one' });
  const locks = async () =>
    await from.db.selectFrom('settings').select('value').where('name', '=', migrationLock).execute();

  it.each(['from', 'to'] as const)(
    'is refused while a process has the folder `%s` open, and copies nothing',
    async (name) => {
      const service = await open(name);
      const side = name === 'from' ? 'source' : 'target';
      await expect(migrateService(from, to)).rejects.toMatchObject({
        code: 'in-use',
        message: expect.stringMatching(new RegExp(`^The ${side} is in use by the process \\S+\\. Stop it first\\.$`)),
      });
      expect(await to.db.selectFrom('accounts').selectAll().execute()).toEqual([]);
      await service.close();
      expect(await migrateService(from, to)).toMatchObject({ files: 0, uploads: 0 });
      expect(await to.db.selectFrom('accounts').select('id').execute()).toHaveLength(3);
    },
  );

  it('keeps a service from starting, and a command from changing anything, until it has ended', async () => {
    const exclusion = await exclude();
    for (const followKeys of [true, false]) {
      const opening = openService({ data: join(folder, 'from'), apiUrl: () => '', followKeys });
      await expect(opening).rejects.toMatchObject({
        code: 'busy',
        message: expect.stringContaining('The service is being migrated'),
      });
    }
    await exclusion.end();
    await (await open('from')).close();
  });

  it('one that was killed keeps others out for a minute, and no longer', async () => {
    const time = (milliseconds: number) => `${Date.now() + milliseconds} other-machine/7/1/x`;
    await from.db
      .insertInto('settings')
      .values({ name: migrationLock, value: time(60_000) })
      .execute();
    await expect(open('from')).rejects.toMatchObject({ code: 'busy' });
    await expect(migrateService(from, to)).rejects.toMatchObject({ code: 'in-use' });
    await from.db
      .updateTable('settings')
      .set({ value: time(-1) })
      .where('name', '=', migrationLock)
      .execute();
    await (await open('from')).close();
    expect(await migrateService(from, to)).toMatchObject({ files: 0 });
    expect(await locks()).toEqual([]);
  });

  it('fails at its end when others were not kept out all the time', async () => {
    const exclusion = await exclude();
    await from.db.updateTable('settings').set({ value: '1 other' }).where('name', '=', migrationLock).execute();
    const confirming = from.db.transaction().execute((transaction) => exclusion.confirm(transaction));
    await expect(confirming).rejects.toMatchObject({ code: 'failed' });
    await exclusion.end();
  });

  it('copies every table of the schema, or names it as left out', async () => {
    const { rows } = await sql<{ readonly name: string }>`
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`.execute(from.db);
    const inObjects = ['extents', 'tail', 'deletions'];
    const { copied, leftOut } = migratedTables;
    expect([...copied, ...leftOut].filter((name) => !inObjects.includes(name)).sort()).toEqual(
      rows.map(({ name }) => name).sort(),
    );
  });
});

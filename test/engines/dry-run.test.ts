import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPostgres } from '../../service/src/storage/postgres/open-postgres.ts';
import { provisioning } from '../support/service/sample-provisioning.ts';
import { environmentOf, type OwnServers, serversOf, testServers } from '../support/service/servers.ts';
import { runCommand } from '../support/service/service-process.ts';

describe('commands on servers', () => {
  let folder: string;
  let file: string;
  let own: OwnServers;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-dry-run-'));
    file = join(folder, 'site.yaml');
    const test = testServers();
    if (test === undefined) throw new Error('There are no servers: use npm run test:engines.');
    own = await serversOf(folder, test);
  });
  afterAll(async () => {
    await own.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (...args: readonly string[]) => {
    const child = runCommand([...args, '--data', folder], environmentOf(own));
    return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
  };
  /** Each table with its rows. */
  const rows = async (): Promise<object> => {
    const db = await connectPostgres(own.servers.database);
    try {
      const { rows } = await sql<{ readonly name: string }>`
        SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY 1`.execute(
        db,
      );
      const names = rows.map(({ name }) => name);
      const counts = names.map(async (name) => {
        const counted = await sql<{ readonly text: string }>`
          SELECT coalesce(string_agg(t::text, '|' ORDER BY t::text), '') AS text FROM ${sql.table(name)} AS t`.execute(
          db,
        );
        return [name, counted.rows[0]?.text];
      });
      return Object.fromEntries(await Promise.all(counts));
    } finally {
      await db.destroy();
    }
  };

  it('provision --dry-run: shows everything as new on an empty database, and creates no table', async () => {
    await writeFile(file, provisioning);
    const { code, stdout, stderr } = await run('provision', '--dry-run', file);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^would create tenant 1001$/m);
    expect(await rows()).toEqual({});
  });

  it('provision --dry-run: shows what would change, field by field, and changes no row', async () => {
    expect(await run('provision', file)).toMatchObject({ code: 0, stderr: '' });
    const before = await rows();
    expect(await run('provision', '--dry-run', file)).toEqual({ code: 0, stdout: 'Nothing to change.\n', stderr: '' });
    await writeFile(file, provisioning.replace('places: 1000', 'places: 2000'));
    const { code, stdout } = await run('provision', '--dry-run', file);
    expect([code, stdout]).toEqual([1, 'would change promotion open\n  places: 1000 -> 2000\n']);
    expect(await rows()).toEqual(before);
  });

  it('provision --dry-run: a file that conflicts with the database is refused as without --dry-run', async () => {
    await writeFile(file, 'apiKeys:\n  - { name: new, key: key-of-nobody, tenant: 77 }\n');
    const dry = await run('provision', '--dry-run', file);
    expect(dry.stderr).toMatch(/No tenant has the clientId 77\./);
    expect(dry).toEqual(await run('provision', file));
  });

  it('backup: says what to use instead', async () => {
    const { code, stderr } = await run('backup', join(folder, 'backup'));
    expect(code).toBe(2);
    expect(stderr).toBe(
      'This works with a data folder, and database.url is set. Archive the log of PostgreSQL, and keep objects for objects.keepHours.\n',
    );
  });
});

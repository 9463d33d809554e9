import { cp, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { provisionFolder } from '../../../test/support/service/harness.ts';
import { runCommand, startServer } from '../../../test/support/service/service-process.ts';

describe('a data folder whose database is', () => {
  let folder: string;
  let data: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-lost-'));
    data = join(folder, 'data');
    await provisionFolder(data);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = async (...args: readonly string[]) => {
    const child = runCommand([...args, '--data', data]);
    return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
  };
  const publish = async () => {
    const server = await startServer(data);
    const chunk = { FileName: 'a', ChunkData: new Blob(['abc']), BytesRead: 3, Offset: 0n, isLastChunk: true };
    const keys = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in' };
    const client = new RemoteFileServiceClient({ address: server.url });
    expect((await client.AppendChunkWithFolderAccessKey({ ...keys, ...chunk })).ErrorMessage).toBe('');
    server.process.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  };
  const published = async () =>
    (await readdir(join(data, 'files'), { recursive: true })).filter((name) => name.endsWith('.1'));

  it('lost: is refused with a remedy; begun anew, its files are kept until a command deletes them', async () => {
    await publish();
    const [file = ''] = await published();
    await utimes(join(data, 'files', file), 1, 1);
    await rm(join(data, 'database.sqlite'));
    for (const args of [['serve', '--port', '0'], ['sweep'], ['files', 'list']]) {
      const { code, stderr } = await run(...args);
      expect([code, stderr]).toEqual([3, expect.stringMatching(/^The data folder .* has files .*--start-anew/)]);
    }
    expect(await readdir(data)).not.toContain('database.sqlite');
    const server = await startServer(data, ['--start-anew']);
    server.process.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    const swept = await run('sweep');
    expect([swept.code, swept.stderr]).toEqual([0, expect.stringContaining('that were kept: 1.')]);
    expect(await published()).toEqual([file]);
    const examined = await run('doctor');
    expect([examined.code, examined.stdout]).toEqual([1, expect.stringContaining('warning content-unknown: ')]);
    expect((await run('sweep', '--unknown-files')).stdout).toContain('stray files: 1\n');
    expect(await published()).toEqual([]);
  });

  it('lost, with a service key alone: is refused', async () => {
    await rm(join(data, 'database.sqlite'));
    expect(await run('serve', '--port', '0')).toMatchObject({ code: 3, stderr: expect.stringContaining('has a key') });
  });

  it('that of another folder: is refused with a remedy, until the id of the folder is removed', async () => {
    const other = join(folder, 'other');
    await provisionFolder(other);
    await cp(join(other, 'database.sqlite'), join(data, 'database.sqlite'));
    await cp(join(other, 'service.key'), join(data, 'service.key'));
    const { code, stderr } = await run('serve', '--port', '0');
    expect([code, stderr]).toEqual([3, expect.stringMatching(/is that of another data folder: .*remove .*folder\.id/)]);
    await rm(join(data, 'folder.id'));
    expect((await run('files', 'list')).code).toBe(0);
  });

  it('of a newer format: is refused by its number', async () => {
    const database = new DatabaseSync(join(data, 'database.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const { code, stderr } = await run('serve', '--port', '0');
    expect([code, stderr]).toEqual([3, expect.stringContaining('The data has format 99, and this version')]);
    expect((await run('doctor')).stdout).toContain('error schema-newer: The data has format 99');
  });
});

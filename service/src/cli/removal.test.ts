import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, startServer } from '../../../test/support/service/service-process.ts';

const provisioning = `
tenants: [{ clientId: 1001, orgId: 1, companyCode: DEMO }]
accounts: [{ userName: Anna, email: anna@demo.example, tenant: 1001, folders: [/in] }]
apiKeys: [{ name: all, key: key-for-all }]
folderKeys: [{ name: anna-in, key: folder-anna-in, folder: /anna/in }]
`;

describe('commands that limit and remove, beside a running server', () => {
  let folder: string;
  let data: string;
  let server: Awaited<ReturnType<typeof startServer>>;
  let client: RemoteFileServiceClient;

  const run = async (...args: readonly string[]) => {
    const child = runCommand([...args, '--data', data]);
    return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
  };
  const send = (FileName: string, isLastChunk = true) =>
    client.AppendChunkWithFolderAccessKey({
      APIKey: 'key-for-all',
      FolderAccessKey: 'folder-anna-in',
      FileName,
      ChunkData: new Blob(['content']),
      BytesRead: 7,
      Offset: 0n,
      isLastChunk,
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-removal-'));
    data = join(folder, 'data');
    await writeFile(join(folder, 'all.yaml'), provisioning);
    server = await startServer(data);
    client = new RemoteFileServiceClient({ address: server.url });
    expect((await run('provision', join(folder, 'all.yaml'))).code).toBe(0);
  });
  afterAll(async () => {
    server.process.kill('SIGTERM');
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  });

  it('quota: is set, listed with its use, applies at once, and is cleared', async () => {
    expect((await run('quota', 'set', 'folder-key:anna-in', '10 B')).stdout).toBe('quota of folder-key:anna-in: 10\n');
    expect((await send('a.txt')).ErrorMessage).toBe('');
    expect((await send('b.txt')).ErrorMessage).toMatch(/^The quota of the folder access key is 10 bytes/);
    expect((await run('quota', 'list')).stdout).toBe(
      'SUBJECT             QUOTA  USED\nfolder-key:anna-in     10     7\n',
    );
    expect((await run('quota', 'clear', 'folder-key:anna-in')).stdout).toBe('quota of folder-key:anna-in: cleared\n');
    const invalid = await run('quota', 'set', 'folder:/anna/in', '10 B');
    expect([invalid.code, invalid.stderr]).toEqual([
      2,
      'folder:/anna/in is not the subject of a quota. It may be: folder-key:NAME, account:USERNAME, tenant:CLIENTID.\n',
    ]);
  });

  it('retention: is set, listed and cleared', async () => {
    expect((await run('retention', 'set', 'tenant:1001', '90d')).stdout).toBe('retention of tenant:1001: 90d\n');
    expect((await run('retention', 'set', 'folder:/anna/in', 'forever')).code).toBe(0);
    expect((await run('retention', 'list', '--json')).stdout).toBe(
      '{"subject":"folder:/Anna/in","retention":"forever"}\n{"subject":"tenant:1001","retention":"90d"}\n',
    );
    expect((await run('retention', 'set', 'tenant:1001', 'soon')).stderr).toBe(
      '"soon" is not a duration, such as 90m, 24h or 7d.\n',
    );
  });

  it('uploads: are listed and cancelled', async () => {
    await send('half.txt', false);
    const listed = (await run('uploads', 'list')).stdout;
    expect(listed).toMatch(/^UPLOAD +BYTES +FOLDER-KEY +API-KEY +STARTED +LAST CHUNK +PATH\n/);
    const [id = ''] = /^[0-9a-f]{32}/m.exec(listed) ?? [];
    expect(listed).toContain('/Anna/in/half.txt\n');
    expect((await run('uploads', 'cancel')).code).toBe(2);
    expect((await run('uploads', 'cancel', id)).stdout).toBe('cancelled uploads: 1\nbytes: 7\n');
    expect((await run('uploads', 'cancel', id)).stderr).toBe(
      `There is no unfinished upload ${id}. See uploads list.\n`,
    );
  });

  it('files remove and account remove: print their plan, and carry it out with --yes', async () => {
    const dry = await run('files', 'remove', '/anna/in/a.txt');
    expect(dry.stdout).toBe(
      'would remove file /Anna/in/a.txt\n  bytes: 7\nNothing was removed. Add --yes to remove it.\n',
    );
    const done = await run('files', 'remove', '/anna/in/a.txt', '--yes', '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({ removed: true, kind: 'file', name: '/Anna/in/a.txt', bytes: 7 });
    expect((await run('files', 'remove', '/anna/in/a.txt', '--yes')).code).toBe(2);
    await send('b.txt');
    const owned =
      '  folders: 2\n  files: 1\n  bytes: 7\n  folder access keys: anna-in\n  unfinished uploads: 0\n  sessions: 0\n';
    expect((await run('account', 'remove', 'anna')).stdout).toBe(
      `would remove account Anna\n${owned}Nothing was removed. Add --yes to remove it.\n`,
    );
    expect((await run('account', 'remove', 'anna', '--yes')).stdout).toBe(`removed account Anna\n${owned}`);
    expect((await send('c.txt')).ErrorMessage).toBe('The folder access key is not valid.');
    expect((await run('audit')).stdout).toContain('account.removed  account:');
  });
});

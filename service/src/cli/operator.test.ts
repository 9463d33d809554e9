import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { DateTime } from '@soapwright/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietFor } from '../../../test/support/quiet-for.ts';
import { runCommand, startServer } from '../../../test/support/service/service-process.ts';

/** Without passwords, which take their time to hash. */
const provisioning = `
tenants: [{ clientId: 1001, orgId: 1, companyCode: DEMO }]
accounts: [{ userName: Anna, email: anna@demo.example, tenant: 1001, folders: [/in] }]
apiKeys: [{ name: all, key: key-for-all }, { name: of-1001, key: key-of-1001, tenant: 1001 }]
folderKeys: [{ name: anna-in, key: folder-anna-in, folder: /anna/in }]
`;

describe('commands for operators', () => {
  let folder: string;
  let data: string;
  let file: string;
  let server: Awaited<ReturnType<typeof startServer>>;

  const run = async (args: readonly string[], env?: Record<string, string>) => {
    const child = runCommand(args, env);
    return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
  };
  const onData = (...args: readonly string[]) => run([...args, '--data', data]);
  const upload = async (APIKey: string, FolderAccessKey: string, FileName: string): Promise<string | undefined> => {
    const client = new RemoteFileServiceClient({ address: server.url, soap: '1.2' });
    const LastWriteTimeUtc = DateTime.parse('2001-02-03T04:05:06Z');
    const chunk = { ChunkData: new Blob(['content']), Offset: 0n, BytesRead: 7, isLastChunk: true, LastWriteTimeUtc };
    const call = { APIKey, FolderAccessKey, FileName, ...chunk };
    return (await client.AppendChunkWithFolderAccessKey(call)).ErrorMessage;
  };
  const lines = (text: string): readonly Record<string, unknown>[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('files names the data folder that it looked in, and how to name another, when a file is not there', async () => {
    const missing = await onData('files', 'get', '/anna/in/none.txt');
    expect(missing.stderr).toBe(`There is no file /anna/in/none.txt. The data folder is ${data}.\n`);
    const byEnvironment = await run(['files', 'get', '/anna/in/none.txt'], { RFS_DATA: data });
    expect(byEnvironment.stderr).toContain(`The data folder is ${data}; --data names another one.`);
    expect([missing.code, byEnvironment.code]).toEqual([2, 2]);
  });

  it('files link prints a link below the address of the operator, and names the missing setting', async () => {
    const at = ['--admin-url', 'https://files-admin.example/base/'];
    const link = await onData('files', 'link', '/anna/in', '--for', '2h', ...at);
    expect(link.stdout).toMatch(/^https:\/\/files-admin\.example\/base\/files\/Anna\/in\/\?link=[\w.-]{90,}\n$/);
    const [json] = lines((await onData('files', 'link', '/anna', '--json', ...at)).stdout);
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      path: '/Anna',
      kind: 'folder',
      url: expect.stringContaining('/files/Anna/?link='),
      expires: expect.stringMatching(/Z$/),
    });
    const failed = [
      await onData('files', 'link', '/anna/in'),
      await onData('files', 'link', '/anna/none', ...at),
      await onData('files', 'link', '/anna', '--for', '31d', ...at),
    ];
    expect(failed.map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(failed[0]?.stderr).toContain('admin.url or admin.port');
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rfs-operator-'));
    data = join(folder, 'data');
    file = join(folder, 'all.yaml');
    await writeFile(file, provisioning);
    server = await startServer(data);
    expect((await onData('provision', file)).code).toBe(0);
  });
  afterAll(async () => {
    server.process.kill('SIGTERM');
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  });

  it('provision --dry-run: exits with 1 and prints the difference, then with 0; creates no data folder', async () => {
    const none = join(folder, 'none');
    const first = await run(['provision', file, '--dry-run', '--data', none]);
    expect([first.code, first.stderr]).toEqual([1, '']);
    expect(first.stdout).toContain('would create API key all\n  key: given\n  revoked: false\n');
    expect(first.stdout).not.toMatch(/key-for-all|folder-anna-in/);
    expect(existsSync(none)).toBe(false);
    const second = await onData('provision', file, '--dry-run');
    expect([second.code, second.stdout]).toEqual([0, 'Nothing to change.\n']);
    await writeFile(join(folder, 'changed.yaml'), 'apiKeys: [{ name: of-1001, key: key-of-1001 }]');
    const third = await onData('provision', join(folder, 'changed.yaml'), '--dry-run');
    expect([third.code, third.stdout]).toEqual([1, 'would change API key of-1001\n  tenant: 1001 -> none\n']);
  });

  it('api-key and folder-key: print only the key on stdout, which works until it is revoked', async () => {
    const [apiKey, folderKey] = await Promise.all([
      onData('api-key', 'create', 'build', '--tenant', '1001'),
      onData('folder-key', 'create', 'scanner', '--folder', '/Anna/in'),
    ]);
    for (const made of [apiKey, folderKey]) {
      expect(made.code).toBe(0);
      expect(made.stdout).toMatch(/^[A-Za-z0-9_-]{43}\n$/);
      expect(made.stderr).toContain('cannot be shown again');
      expect(made.stderr).not.toContain(made.stdout.trim());
    }
    const keys = [apiKey.stdout.trim(), folderKey.stdout.trim()] as const;
    expect(await upload(...keys, 'made.txt')).toBe('');
    expect((await onData('folder-key', 'revoke', 'scanner')).stdout).toBe('folder access key scanner: revoked\n');
    expect(await upload(...keys, 'made.txt')).toBe('The folder access key is not valid.');
    const client = new RemoteFileServiceClient({ address: server.url, soap: '1.2' });
    const ask = async () => await client.GetClientID({ APIKey: keys[0], Parameters: { CompanyCode: 'DEMO' } });
    for (let call = 0; call < 3; call++) expect(await ask()).toEqual({ ErrorMessage: '', ClientID: 1001 });
    expect((await onData('api-key', 'revoke', 'build')).stdout).toBe('API key build: revoked\n');
    expect(await ask()).toEqual({ ErrorMessage: 'The API key is not valid.', ClientID: 0 });
    expect(await upload(...keys, 'made.txt')).toBe('The API key is not valid.');
    const again = await onData('api-key', 'revoke', 'build');
    expect([again.code, again.stdout]).toEqual([0, 'API key build: already revoked\n']);
    const [table, json, folders] = await Promise.all([
      onData('api-key', 'list'),
      onData('api-key', 'list', '--json'),
      onData('folder-key', 'list', '--json'),
    ]);
    expect(table.stdout).toMatch(/^NAME +TENANT +CREATED +REVOKED +LAST USE +FROM\nall +all +\d{4}-/);
    const { created, revoked, used, usedFrom, ...rest } = lines(json.stdout).find(({ name }) => name === 'build') ?? {};
    expect(rest).toEqual({ name: 'build', tenant: 1001 });
    expect(usedFrom).toBe('127.0.0.1');
    expect([created, revoked, used].every((time) => !Number.isNaN(Date.parse(String(time))))).toBe(true);
    expect(lines(folders.stdout).find(({ name }) => name === 'scanner')).toMatchObject({ folder: '/Anna/in' });
  });

  it('files: list, get and export', async () => {
    expect(await upload('key-for-all', 'folder-anna-in', 'a.txt')).toBe('');
    const listed = await onData('files', 'list', '/', '--recursive', '--json');
    expect(lines(listed.stdout)).toContainEqual(
      expect.objectContaining({ path: '/Anna/in/a.txt', kind: 'file', size: 7, written: '2001-02-03T04:05:06Z' }),
    );
    const out = join(folder, 'a.txt');
    const [got, toFile] = await Promise.all([
      onData('files', 'get', '/anna/in/a.txt'),
      onData('files', 'get', '/anna/in/a.txt', '-o', out),
    ]);
    expect([got.code, got.stdout, toFile.code]).toEqual([0, 'content', 0]);
    expect((await stat(out)).mtime.toISOString()).toBe('2001-02-03T04:05:06.000Z');
    const target = join(folder, 'export');
    const exported = await onData('files', 'export', '/anna', target);
    expect([exported.code, exported.stdout]).toEqual([0, expect.stringMatching(/^files: \d+\nbytes: \d+\n$/)]);
    expect(await readFile(join(target, 'in', 'a.txt'), 'utf8')).toBe('content');
    const again = await onData('files', 'export', '/anna', target);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--force')]);
    expect((await onData('files', 'export', '/anna', target, '--force', '--json')).code).toBe(0);
  });

  it('backup during operation, and doctor on the result', async () => {
    const target = join(folder, 'backup');
    const made = await onData('backup', target);
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('contains the service key')]);
    expect(made.stdout).toContain(`backup: ${target}\nfiles: `);
    expect((await onData('backup', target)).code).toBe(2);
    const examined = await run(['doctor', '--data', target, '--deep', '--json']);
    const found = examined.stdout === '' ? [] : lines(examined.stdout).map(({ code }) => code);
    expect(found.filter((code) => code !== 'little-space')).toEqual([]);
    const wrong = await run(['doctor', '--data', target, '--host', '0.0.0.0']);
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining('warning no-tls: ')]);
    const restored = await startServer(target);
    restored.process.kill('SIGTERM');
    expect(await restored.exited).toBe(0);
  });

  it('audit, account list and session revoke', async () => {
    const log = await onData('audit', '--since', '1h', '--json');
    expect(lines(log.stdout)[0]).toMatchObject({ actor: 'operator', action: 'provisioned', subject: 'tenant 1001' });
    expect((await onData('audit', '--since', '2999-01-01')).stdout).toBe('');
    expect((await onData('audit')).stdout).toMatch(
      /^\d{4}-\S+ {2}operator {2}provisioned {2}tenant 1001 {2}kind=created/,
    );
    const accounts = await onData('account', 'list', '--json');
    expect(lines(accounts.stdout)[0]).toMatchObject({ userName: 'Anna', email: 'anna@demo.example', tenant: 1001 });
    const ended = await onData('session', 'revoke', 'anna');
    expect([ended.code, ended.stdout]).toEqual([0, 'revoked sessions of anna: 0\n']);
  });

  it('wrong arguments exit with 2, a missing data folder with 3 and is not created', async () => {
    const none = join(folder, 'not-there');
    const wrong = await Promise.all([
      onData('api-key'),
      onData('api-key', 'create', 'x', '--tenant', 'y'),
      onData('folder-key', 'create', 'x'),
      onData('folder-key', 'create', 'x', '--folder', '/anna/none'),
      onData('files', 'list', 'anna'),
      onData('audit', '--since', 'yesterday'),
    ]);
    expect(wrong.map(({ code }) => code)).toEqual(wrong.map(() => 2));
    expect(wrong.map(({ stdout }) => stdout).join('')).toBe('');
    const missing = await Promise.all(
      [['sweep'], ['doctor'], ['backup', join(folder, 'b')]].map((args) => run([...args, '--data', none])),
    );
    expect(missing.map(({ code }) => code)).toEqual(missing.map(() => 3));
    const texts = [...wrong, ...missing].map(({ stderr }) => stderr);
    expect(texts.every((text) => text.length > 10 && !/\.js:\d+/.test(text))).toBe(true);
    expect((await readdir(folder)).filter((name) => ['not-there', 'b'].includes(name))).toEqual([]);
  });

  it('a reader that closes the pipe, like head, ends a listing silently', async () => {
    const child = runCommand(['files', 'list', '/', '--recursive', '--data', data]);
    child.process.stdout?.destroy();
    expect([await child.exited, child.stderr()]).toEqual([3, '']);
  });

  it('a reader that closes the pipe also causes no stack trace in help and settings, nor the exit code of findings', async () => {
    const children = [['--help'], ['config'], ['config', '--json']].map((args) => runCommand(args));
    for (const child of children) child.process.stdout?.destroy();
    const ends = await Promise.all(children.map(async (child) => ({ code: await child.exited, said: child.stderr() })));
    expect(ends.map(({ said }) => said)).toEqual(['', '', '']);
    expect(ends.map(({ code }) => code)).not.toContain(1);
  });

  it('serve: after SIGTERM, SIGINT ends it at once', async () => {
    const stopping = await startServer(join(folder, 'signals'));
    const socket = connect(Number(new URL(stopping.url).port), '127.0.0.1').on('error', () => undefined);
    socket.write(
      'POST /v2/fileservice.asmx HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: 9999\r\nExpect: 100-continue\r\n\r\n',
    );
    const [reply] = await once(socket, 'data');
    expect(String(reply)).toMatch(/^HTTP\/1\.1 100 /);
    socket.write('<');
    stopping.process.kill('SIGTERM');
    await expect.poll(() => stopping.stderr()).toContain('"message":"stopping"');
    await quietFor(200);
    // The request that is not complete holds it up.
    expect(stopping.process.exitCode).toBeNull();
    stopping.process.kill('SIGINT');
    expect(await stopping.exited).toBeNull();
    expect(stopping.process.signalCode).toBe('SIGINT');
    socket.destroy();
  });
});

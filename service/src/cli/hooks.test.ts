import { createHmac } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { provisionFolder } from '../../../test/support/service/harness.ts';
import { type HookReceiver, startReceiver } from '../../../test/support/service/hook-receiver.ts';
import { runCommand, startServer } from '../../../test/support/service/service-process.ts';

const secret = Buffer.alloc(32, 3);

describe('hooks of a running service', () => {
  let folder: string;
  let receiver: HookReceiver;
  let server: Awaited<ReturnType<typeof startServer>>;
  const data = () => join(folder, 'data');
  const env = () => ({ RFS_HOOKS_FILE: join(folder, 'hooks.yaml') });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rfs-hooks-'));
    receiver = await startReceiver();
    await provisionFolder(data());
    writeFileSync(join(folder, 'index.secret'), `whsec_${secret.toString('base64')}`);
    const program = join(folder, 'note');
    writeFileSync(program, `#!/bin/sh\ncat >> '${join(folder, 'noted')}'\necho >> '${join(folder, 'noted')}'\n`);
    chmodSync(program, 0o755);
    writeFileSync(
      join(folder, 'hooks.yaml'),
      `published:
  - { name: index, webhook: { url: "${receiver.url}", secretFile: index.secret } }
  - { name: note, command: [${program}] }
`,
    );
  });
  afterEach(async () => {
    server.process.kill('SIGKILL');
    await server.exited;
    await receiver.close();
    rmSync(folder, { recursive: true });
  });

  const put = async (FileName: string): Promise<void> => {
    const client = new RemoteFileServiceClient({ address: server.url });
    const chunk = { ChunkData: new Blob(['abc']), Offset: 0n, BytesRead: 3, isLastChunk: true };
    const call = { APIKey: 'key-for-all', FolderAccessKey: 'folder-anna-in', FileName, ...chunk };
    expect((await client.AppendChunkWithFolderAccessKey(call)).ErrorMessage).toBe('');
  };
  const run = async (...args: readonly string[]) => {
    const child = runCommand([...args, '--data', data()], env());
    return { code: await child.exited, stdout: child.stdout(), stderr: child.stderr() };
  };
  const listed = async () =>
    (await run('hooks', 'list', '--json')).stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await sleep(10);
  };
  const noted = (): string[] => {
    try {
      return readFileSync(join(folder, 'noted'), 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  };

  /** The delivery to `note` is stored after its program has ended. */
  const untilNoted = async (): Promise<void> => {
    while ((await listed()).length !== 1) await sleep(10);
  };

  it.skipIf(process.platform === 'win32')(
    'get an event again after a kill, with the same id, and each once it is delivered',
    async () => {
      receiver.respond = () => undefined;
      server = await startServer(data(), [], env());
      await put('a.txt');
      await until(() => receiver.received.length === 1);
      await untilNoted();
      server.process.kill('SIGKILL');
      await server.exited;
      expect(await listed()).toMatchObject([{ hook: 'index', state: 'pending', path: '/Anna/in/a.txt', attempts: 0 }]);
      receiver.respond = (response) => response.writeHead(204).end();
      server = await startServer(data(), [], env());
      await until(() => receiver.received.length === 2);
      const [first, second] = receiver.received;
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(second?.body).toBe(first?.body);
      const signed = `${second?.headers['webhook-id']}.${second?.headers['webhook-timestamp']}.${second?.body}`;
      const expected = createHmac('sha256', secret).update(signed).digest('base64');
      expect(second?.headers['webhook-signature']).toBe(`v1,${expected}`);
      expect(JSON.parse(noted()[0] ?? '{}')).toMatchObject({
        type: 'file.published',
        data: { name: 'a.txt', size: 3 },
      });
      while ((await listed()).length > 0) await sleep(10);
      expect([receiver.received.length, noted().length]).toEqual([2, 1]);
      expect(server.stderr()).not.toContain(secret.toString('base64'));
    },
  );

  it('are tested, listed and dropped by commands, while the receiver fails', async () => {
    receiver.respond = (response) => response.writeHead(500).end();
    server = await startServer(data(), [], env());
    expect(await run('hooks', 'test', 'index')).toMatchObject({ code: 1, stdout: 'index: HTTP 500\n' });
    expect(await run('hooks', 'test', 'none')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There are: index, note.'),
    });
    await put('a.txt');
    await until(() => receiver.received.length === 2);
    await untilNoted();
    const table = await run('hooks', 'list');
    expect(table.stdout).toMatch(
      /^EVENT +HOOK +STATE +FAILED +CREATED +NEXT +LAST ERROR +PATH\nmsg_[0-9a-f]{32} +index +pending /,
    );
    const [{ id }] = await listed();
    expect(await run('hooks', 'drop')).toMatchObject({ code: 2, stderr: expect.stringContaining('--failed') });
    expect((await run('hooks', 'drop', id)).stdout).toBe('dropped events: 1\n');
    expect(await listed()).toEqual([]);
    receiver.respond = (response) => response.writeHead(200).end('thanks');
    expect(await run('hooks', 'test', 'index')).toMatchObject({ code: 0, stdout: 'index: delivered\n' });
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '{}')).toMatchObject({ type: 'test' });
  });
});

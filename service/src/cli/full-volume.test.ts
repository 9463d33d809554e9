import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canMountExt4 } from '../../../test/support/service/ext4-disk.ts';
import { provisionFolder } from '../../../test/support/service/harness.ts';
import { type Child, runCommand, startServer } from '../../../test/support/service/service-process.ts';
import { canMount } from '../../../test/support/service/small-disk.ts';
import { mountVolume, type Volume } from '../../../test/support/service/volumes.ts';

const mountable = { tmpfs: canMount(), ext4: canMountExt4() };

describe.each(['tmpfs', 'ext4'] as const)('a volume of %s that a foreign program has filled', (kind) => {
  let volume: Volume;
  let data: string;
  let server: (Child & { readonly url: string }) | undefined;
  let client: RemoteFileServiceClient;

  const start = async () => {
    server = await startServer(data, [], { RFS_LIMITS_FREE: '1' });
    client = new RemoteFileServiceClient({ address: server.url });
  };
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    server?.process.kill(signal);
    const code = await server?.exited;
    server = undefined;
    return code;
  };
  const send = async (FileName: string, isLastChunk = true, FolderAccessKey = 'folder-anna-in') => {
    const ChunkData = new Blob([new Uint8Array(100_000)]);
    const chunk = { FileName, ChunkData, BytesRead: 100_000, Offset: 0n, isLastChunk, FolderAccessKey };
    return (await client.AppendChunkWithFolderAccessKey({ APIKey: 'key-for-all', ...chunk })).ErrorMessage;
  };
  const isPublished = async (name: string) => (await succeeds('files', 'list', '/anna/in')).includes(`/${name}`);
  /** Runs a command on a full volume. */
  const onFull = async (...args: readonly string[]) => {
    volume.fill();
    return await succeeds(...args);
  };
  const succeeds = async (...args: readonly string[]) => {
    const child = runCommand([...args, '--data', data]);
    expect([await child.exited, child.stderr()]).toEqual([0, expect.not.stringContaining('full')]);
    return child.stdout() + child.stderr();
  };
  const reserved = async () => (await stat(join(data, 'spool', '.reserve'))).size;

  beforeEach(async (context) => {
    if (!mountable[kind]) context.skip('it cannot be mounted here');
    volume = mountVolume(kind);
    data = join(volume.path, 'data');
    await provisionFolder(data);
    await start();
    for (const name of ['a', 'b', 'c', 'e']) await send(name);
    for (const name of ['half-1', 'half-2']) await send(name, false);
    await send('of-bob', true, 'folder-bob-in');
    // The log is empty and gone.
    expect(await stop('SIGTERM')).toBe(0);
  });
  afterEach(async () => {
    await stop('SIGKILL');
    volume.unmount();
  });

  it('hardening: is emptied by commands, one after the other, though it is filled again before each', async () => {
    expect(await onFull('files', 'remove', '/anna/in/a', '--yes')).toMatch(/^removed file/);
    expect(await onFull('folder-key', 'create', 'new', '--folder', '/anna/in')).toContain('Folder access key new');
    const ids = (await onFull('uploads', 'list')).match(/^[0-9a-f]{32}/gm) ?? [];
    expect(ids).toHaveLength(2);
    await onFull('uploads', 'cancel', ...ids);
    await onFull('sweep');
    expect(await onFull('account', 'remove', 'bob', '--yes')).toMatch(/^removed account bob/);
    for (const name of ['b', 'c']) await onFull('files', 'remove', `/anna/in/${name}`, '--yes');
    expect(await isPublished('a')).toBe(false);
    expect(await isPublished('e')).toBe(true);
    volume.empty();
    await succeeds('sweep');
    expect(await reserved()).toBe(1024 * 1024);
  });

  it('hardening: is served, after a kill too; once there is room, the first request of each kind succeeds', async () => {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      volume.fill();
      await start();
      await onFull('files', 'remove', signal === 'SIGKILL' ? '/anna/in/a' : '/anna/in/b', '--yes');
      volume.fill();
      await stop(signal);
    }
    volume.fill();
    await start();
    const refused = { code: 'Receiver', detailCode: 'StorageFull' };
    const createFolder = (FolderName: string) =>
      client.AdminCreateFolder({
        AdminAuthParameters: {
          APIKey: 'key-for-all',
          OrgID: 9007199254740993n,
          AdminUserID: 'Admin',
          AdminPassword: 'admin-password',
        },
        Parameters: { Path: '/anna', FolderName },
      });
    for (let round = 0; round < 2; round += 1) {
      await expect(send('later')).rejects.toMatchObject(refused);
      await expect(createFolder('beside')).rejects.toMatchObject(refused);
    }
    volume.empty();
    expect(await send('later')).toBe('');
    expect(await createFolder('beside')).toEqual({ FolderName: 'beside' });
    expect(await isPublished('later')).toBe(true);
    expect(await stop('SIGTERM')).toBe(0);
    expect(await reserved()).toBe(1024 * 1024);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf, type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type Child, startServer } from '../../../test/support/service/service-process.ts';

describe('several processes on one data folder', () => {
  let harness: Harness;
  let data: string;
  const servers: (Child & { readonly url: string })[] = [];
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'rfs-two-'));
    harness = await startHarness({ data });
    servers.push(...(await Promise.all([startServer(data), startServer(data)])));
  });
  afterAll(async () => {
    for (const server of servers) server.process.kill('SIGTERM');
    await Promise.all(servers.map(({ exited }) => exited));
    for (const server of servers) expect(server.stderr()).not.toContain('"level":"error"');
    await harness.close();
    await rm(data, { recursive: true, force: true });
  });

  it('AppendChunk: callers on one token through two processes never interleave', async () => {
    const clients = servers.map(({ url }) => new RemoteFileServiceClient({ address: url }));
    const send = (
      client: RemoteFileServiceClient | undefined,
      text: string,
      offset: number,
      token: string | undefined,
      isLastChunk: boolean,
    ) =>
      client?.AppendChunkWithFolderAccessKey({
        APIKey: 'key-for-all',
        FolderAccessKey: 'folder-anna-in',
        FileName: 'shared',
        ChunkData: new Blob([text]),
        Offset: BigInt(offset),
        BytesRead: text.length,
        isLastChunk,
        UploadToken: token,
      });
    const first = await send(clients[0], '', 0, undefined, false);
    let expected = '';
    for (let round = 0; round < 5; round += 1) {
      const texts = Array.from({ length: 6 }, (_, i) => String.fromCharCode(97 + i).repeat(30_000));
      const responses = await Promise.all(
        texts.map((text, i) => send(clients[i % 2], text, expected.length, first?.UploadToken, false)),
      );
      const winners = texts.filter((_, i) => responses[i]?.ChunkAppended);
      expect(winners).toHaveLength(1);
      for (const response of responses) {
        if (!response?.ChunkAppended)
          expect(response?.ErrorMessage).toContain(`expected offset is ${expected.length + 30_000}.`);
      }
      expected += winners[0];
    }
    expect(await send(clients[1], '', expected.length, first?.UploadToken, true)).toMatchObject({
      ChunkAppended: true,
    });
    expect((await fileOf(harness, 'folder-anna-in', 'shared'))?.bytes.toString()).toBe(expected);
  });

  it('AccountCreate: two processes take the last place only once', async () => {
    const clients = servers.map(({ url }) => new RemoteFileServiceClient({ address: url }));
    const responses = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        clients[i % 2]?.AccountCreateFreeFromPromotion({
          API_KEY: 'key-for-all',
          PromoCode: 'PROMO-LAST',
          EmailAddress: `two${i}@free.example`,
          UserName: `two${i}`,
          Password: 'long enough',
        }),
      ),
    );
    expect(responses.filter((response) => response?.Result)).toHaveLength(1);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { SoapFault } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startServer } from '../testing/child.ts';
import { fileOf, type Harness, startHarness } from '../testing/harness.ts';

/** RFS_KILLS=500 makes the long loop of it. */
const kills = Number(process.env.RFS_KILLS ?? 4);
const chunkSize = 20_000;
const chunksOfFile = 4;

/** One file being uploaded, by a client that knows only what was acknowledged. */
interface Job {
  readonly name: string;
  readonly content: Buffer;
  token: string | undefined;
  acknowledged: number;
  done: boolean;
}

describe('uploads under kill -9 of the server', () => {
  let data: string;
  let harness: Harness;
  let server: (Child & { readonly url: string }) | undefined;
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'rfs-kill-'));
    // Provisions the folder, and looks into it from outside while servers come and go.
    harness = await startHarness({ data });
  });
  afterAll(async () => {
    server?.process.kill('SIGKILL');
    await server?.exited;
    await harness.close();
  });

  let made = 0;
  const newJob = (): Job => {
    made += 1;
    const content = Buffer.alloc(chunkSize * chunksOfFile, `${made}:`);
    return { name: `file-${made % 5}`, content, token: undefined, acknowledged: 0, done: false };
  };

  /** Sends the next chunk; false when the server did not answer. */
  const step = async (client: RemoteFileServiceClient, job: Job): Promise<boolean> => {
    const end = job.acknowledged + chunkSize;
    const answer = await client
      .AppendChunkWithFolderAccessKey({
        APIKey: 'key-for-all',
        FolderAccessKey: 'folder-anna-in',
        FileName: job.name,
        ChunkData: new Blob([new Uint8Array(job.content.subarray(job.acknowledged, end))]),
        Offset: BigInt(job.acknowledged),
        BytesRead: chunkSize,
        isLastChunk: end === job.content.length,
        UploadToken: job.token,
      })
      .catch((error: unknown) => {
        if (error instanceof SoapFault) throw error;
      });
    if (!answer) return false;
    // What was acknowledged before must be there, or this chunk would not fit.
    expect(answer).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
    job.token = answer.UploadToken;
    job.acknowledged = end;
    job.done = end === job.content.length;
    return true;
  };

  it(
    `AppendChunk: after each of ${kills} kills every acknowledged byte is there, no half file is visible, and uploads go on`,
    async () => {
      /** What may be seen under each name: the last file that was acknowledged, or one whose last chunk was on its way. */
      const visible = new Map<string, { contents: readonly Buffer[]; acknowledged: boolean }>();
      let job = newJob();
      for (let kill = 0; kill <= kills; kill += 1) {
        const started = await startServer(data);
        server = started;
        const client = new RemoteFileServiceClient({ address: started.url, timeout: 20_000 });
        const killer =
          kill === kills ? undefined : sleep(Math.random() * 150).then(() => started.process.kill('SIGKILL'));
        for (let steps = 0; killer !== undefined || steps < 2 * chunksOfFile || !job.done; steps += 1) {
          if (job.done) job = newJob();
          if (job.acknowledged + chunkSize === job.content.length) {
            const { contents = [], acknowledged = false } = visible.get(job.name) ?? {};
            visible.set(job.name, { contents: [...contents, job.content], acknowledged });
          }
          if (!(await step(client, job))) break;
          if (job.done) visible.set(job.name, { contents: [job.content], acknowledged: true });
        }
        await killer;
        if (kill < kills) await started.exited;
        for (const [name, { contents, acknowledged }] of visible) {
          const file = await fileOf(harness, 'folder-anna-in', name);
          if (file === undefined) expect([name, acknowledged]).toEqual([name, false]);
          else expect(contents.some((content) => file.bytes.equals(content))).toBe(true);
        }
      }
      server?.process.kill('SIGTERM');
      expect(await server?.exited).toBe(0);
      expect(made).toBeGreaterThan(1);
    },
    60_000 + kills * 2000,
  );
});

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
      const answers = await Promise.all(
        texts.map((text, i) => send(clients[i % 2], text, expected.length, first?.UploadToken, false)),
      );
      const winners = texts.filter((_, i) => answers[i]?.ChunkAppended);
      expect(winners).toHaveLength(1);
      for (const answer of answers) {
        if (!answer?.ChunkAppended)
          expect(answer?.ErrorMessage).toContain(`expected offset is ${expected.length + 30_000}.`);
      }
      expected += winners[0];
    }
    expect(await send(clients[1], '', expected.length, first?.UploadToken, true)).toMatchObject({
      ChunkAppended: true,
    });
    expect((await fileOf(harness, 'folder-anna-in', 'shared'))?.bytes.toString()).toBe(expected);
  });

  it('AccountCreate: the last place is taken once through two processes', async () => {
    const clients = servers.map(({ url }) => new RemoteFileServiceClient({ address: url }));
    const answers = await Promise.all(
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
    expect(answers.filter((answer) => answer?.Result)).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/support/service/harness.ts';
import { type ServedShares, serveShares } from '../../../test/support/service/served-shares.ts';
import { removePath } from '../operator/remove-entries.ts';

/** More than the buffers of a connection hold. */
const large = Buffer.alloc(16 * 1024 * 1024, 'the bytes of a large file. ');

describe('downloads of a share that do not reach their end', () => {
  let harness: Harness;
  let served: ServedShares;
  beforeAll(async () => {
    harness = await startHarness();
    served = await serveShares(harness);
    await served.put('large.bin', large);
    await served.put('later.txt', 'later');
  });
  afterAll(async () => {
    await served.close();
    await harness.close();
  });

  it('count once when they are resumed', async () => {
    const { id, url } = await served.share({ maxDownloads: 1 });
    const cut = await fetch(`${url}large.bin`);
    const reader = cut.body?.getReader();
    const first = (await reader?.read())?.value?.length ?? 0;
    await reader?.cancel();
    const credit = harness.service.state.db.selectFrom('share_credits').select('bytes').where('share_id', '=', id);
    await expect.poll(async () => (await credit.executeTakeFirst())?.bytes).toBeGreaterThan(0n);
    const end = harness.log.map((line) => JSON.parse(line)).find(({ outcome, share }) => outcome && share === id);
    expect(end).toMatchObject({ outcome: 'cut' });
    expect(Number(end.bytes)).toBeGreaterThanOrEqual(first);
    expect(await credit.executeTakeFirst()).toEqual({ bytes: BigInt(large.length) - BigInt(end.bytes) });
    const rest = await fetch(`${url}large.bin`, { headers: { Range: `bytes=${first}-` } });
    expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, large.length - first]);
    const again = await fetch(`${url}large.bin`);
    expect([again.status, await again.text()]).toEqual([410, 'This link is no longer valid.\n']);
  });

  it('fail at the client when a file of a ZIP was removed before it was sent', async () => {
    const { state, store } = harness.service;
    const { url } = await served.share();
    const response = await fetch(`${url}?zip`);
    const removal = { recursive: false, dryRun: false };
    await removePath({ db: state.db, store, now: harness.now }, '/anna/in/later.txt', removal);
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
    await expect.poll(() => harness.log.join('')).toContain('"outcome":"removed"');
  });
});

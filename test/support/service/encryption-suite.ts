import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArrivedFile } from '../../../service/src/checks/file-check.ts';
import {
  destroyDataKeys,
  listDataKeysOf,
  otherTenantsOf,
  rotateDataKey,
} from '../../../service/src/operator/manage-data-keys.ts';
import { setLock } from '../../../service/src/operator/manage-locks.ts';
import { rotateServiceKey } from '../../../service/src/operator/rotate-service-key.ts';
import { isPostgres } from '../../../service/src/storage/engine.ts';
import { type ChunkRest, chunkRequest } from './chunk-request.ts';
import { type Harness, startHarness } from './harness.ts';

/** Tests that the bytes of files are sealed, and that nobody else notices. */
export function testEncryption(title: string): void {
  describe(title, () => {
    let harness: Harness;
    const checked: string[] = [];
    beforeAll(async () => {
      const check = async (file: ArrivedFile) => {
        const hash = createHash('sha256');
        for await (const piece of file.bytes()) hash.update(piece);
        checked.push(hash.digest('hex'));
        return { accepted: true } as const;
      };
      const scan = { name: 'scan', target: 'a test', timeout: 60_000, withoutVerdict: 'reject', check } as const;
      harness = await startHarness({ encryption: true, checks: [scan] });
    });
    afterAll(() => harness.close());

    const state = () => harness.service.state;
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const send = async (name: string, bytes: Uint8Array, rest: ChunkRest = {}) => {
      const response = await harness.client.AppendChunkWithFolderAccessKey(chunkRequest(name, bytes, rest));
      expect(response.ErrorMessage).toBe('');
      return response.UploadToken;
    };
    /** Sends a file in chunks, each of them twice. */
    const upload = async (name: string, sizes: readonly number[]): Promise<Buffer> => {
      const chunks = sizes.map((size) => randomBytes(size));
      let [offset, token] = [0, undefined as string | undefined];
      for (const [index, chunk] of chunks.entries()) {
        const rest = { offset, last: index === chunks.length - 1 };
        token = await send(name, chunk, { ...rest, token });
        if (offset > 0) await send(name, chunk, { ...rest, token });
        offset += chunk.length;
      }
      return Buffer.concat(chunks);
    };
    /** By its name alone: hashes of keys change with the service key. */
    const bytesOf = async (name: string): Promise<Buffer> => {
      const query = state().db.selectFrom('entries').select('content').where('name', '=', name);
      const pieces: Uint8Array[] = [];
      for await (const piece of harness.service.store.read((await query.executeTakeFirstOrThrow()).content ?? '')) {
        pieces.push(piece);
      }
      return Buffer.concat(pieces);
    };
    const keys = () => listDataKeysOf(state());

    it('files of any chunks have their bytes and digests, and ranges; checks see them plain', async () => {
      for (const sizes of [
        [10],
        [0],
        [200_000],
        [5, 70_000, 3],
        [300_000, 140_000, 65_536],
        [40_000, 40_000, 40_000, 0],
      ]) {
        const name = `${sizes.join('-')}.bin`;
        const bytes = await upload(name, sizes);
        expect((await bytesOf(name)).equals(bytes), name).toBe(true);
        const row = await state()
          .db.selectFrom('entries')
          .select(['content', 'digest'])
          .where('name', '=', name)
          .executeTakeFirstOrThrow();
        expect(row.digest).toBe(sha256(bytes));
        if (bytes.length > 0) expect(checked.at(-1)).toBe(row.digest);
        expect(row.content).toMatch(/^[0-9a-f]{19}k[0-9a-f]{12}\.1$/);
        const part = await harness.service.store.open(row.content ?? '');
        const [from, to] = [Math.floor(bytes.length / 3), Math.ceil(bytes.length / 2)];
        const pieces: Uint8Array[] = [];
        for await (const piece of part.read(BigInt(from), BigInt(to))) pieces.push(piece);
        await part.close();
        expect(Buffer.concat(pieces).equals(bytes.subarray(from, to))).toBe(true);
      }
    });

    it('what waits in the database is sealed as well', async () => {
      const text = 'nobody reads this in a row of the tail';
      const token = await send('tail.txt', Buffer.from(text));
      if (isPostgres(state().db)) {
        const rows = await state().db.selectFrom('tail').select('bytes').execute();
        expect(rows.length).toBeGreaterThan(0);
        for (const { bytes } of rows) expect(bytes.includes('nobody')).toBe(false);
      }
      await send('tail.txt', Buffer.from(' again'), { offset: text.length, token, last: true });
      expect((await bytesOf('tail.txt')).toString()).toBe(`${text} again`);
    });

    it('a new service key seals the data keys anew, and no file is written again', async () => {
      const before = await state().db.selectFrom('data_keys').selectAll().execute();
      expect(before).toMatchObject([{ client_id: 1001, sealed_by: 'service-key' }]);
      if (isPostgres(state().db)) return;
      const { id, isCurrent } = await rotateServiceKey(state(), { patience: 0, forgotten: [] });
      expect(isCurrent).toBe(true);
      const after = await state().db.selectFrom('data_keys').selectAll().execute();
      expect(after).toMatchObject([{ id: before[0]?.id, key_id: id }]);
      expect(after[0]?.sealed).not.toBe(before[0]?.sealed);
      expect((await bytesOf('10.bin')).length).toBe(10);
    });

    it('a new data key seals new files, and older ones stay readable', async () => {
      await send('older.txt', Buffer.from('older'), { last: true });
      const first = (await keys()).at(-1)?.id;
      const second = await rotateDataKey(state(), 1001);
      await expect(rotateDataKey(state(), 7)).rejects.toMatchObject({ code: 'unknown-tenant' });
      expect(await keys()).toMatchObject([{ id: first }, { id: second, tenant: 1001, files: 0 }]);
      await send('newer.txt', Buffer.from('newer'), { last: true });
      expect(await keys()).toMatchObject([{ id: first }, { id: second, files: 1, bytes: 5n }]);
      expect((await bytesOf('older.txt')).toString()).toBe('older');
    });

    it('destroyed data keys open nothing any more, unless a lock needs them', async () => {
      const context = { ...state(), rewrite: harness.service.rewrite };
      await setLock(state(), '/anna', { until: harness.now() + 1000 });
      await expect(destroyDataKeys(context, 1001)).rejects.toMatchObject({ code: 'FileLocked' });
      // Not either when its account is in another tenant by now.
      const accounts = state().db.updateTable('accounts').where('user_name_folded', '=', 'anna');
      await accounts.set({ client_id: 2_147_483_647 }).execute();
      await expect(destroyDataKeys(context, 1001)).rejects.toMatchObject({ code: 'FileLocked' });
      expect(await otherTenantsOf(state().db, 1001)).toEqual([2_147_483_647]);
      await accounts.set({ client_id: 1001 }).execute();
      expect(await otherTenantsOf(state().db, 1001)).toEqual([]);
      harness.pass(2000);
      await harness.service.sweep();
      const token = await send('begun.txt', Buffer.from('begun'));
      expect(await destroyDataKeys(context, 1001)).toBe(2);
      expect(await keys()).toEqual([]);
      // This process still has the destroyed keys in memory.
      const append = (name: string, rest: ChunkRest) =>
        harness.client.AppendChunkWithFolderAccessKey(chunkRequest(name, Buffer.from('after'), rest));
      await expect(append('after.txt', { last: true })).rejects.toThrow();
      await expect(append('begun.txt', { offset: 5, token, last: true })).rejects.toThrow();
      // It is over: its sender begins again.
      expect(await append('begun.txt', { offset: 5, token, last: true })).toMatchObject({ ChunkAppended: false });
      expect(await keys()).toEqual([]);
      await send('after.txt', Buffer.from('after'), { last: true });
      expect((await bytesOf('after.txt')).toString()).toBe('after');
      expect(await keys()).toMatchObject([{ files: 1 }]);
    });
  });
}

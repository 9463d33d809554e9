import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ArrivedFile, type FileCheck, NoVerdict, type Verdict } from '../../../service/src/checks/file-check.ts';
import {
  exportRefused,
  listRefused,
  releaseRefused,
  removeRefused,
} from '../../../service/src/operator/manage-quarantine.ts';
import { cancelUploads, listUploads } from '../../../service/src/operator/manage-uploads.ts';
import { readAudit } from '../../../service/src/storage/audit-log.ts';
import { type ChunkRest, chunkRequest } from './chunk-request.ts';
import { fileOf, type Harness, startHarness } from './harness.ts';

type Judge = (text: string, file: ArrivedFile) => Verdict | Promise<Verdict>;

const day = 86_400_000;
const infected: Verdict = { accepted: false, reason: 'Eicar-Test-Signature' };

/** A check that is a function of the text of a file. */
function checkOf(judge: Judge, rest: Partial<FileCheck> = {}): FileCheck {
  return {
    name: 'scan',
    target: 'a test',
    timeout: 60_000,
    withoutVerdict: 'reject',
    async check(file) {
      const pieces: Uint8Array[] = [];
      for await (const piece of file.bytes()) pieces.push(piece);
      return await judge(Buffer.concat(pieces).toString(), file);
    },
    ...rest,
  };
}

const scan: Judge = (text) => (text.includes('virus') ? infected : { accepted: true });

/** Tests what a service does with files that the checks of its operator accept, refuse, or do not judge. */
export function testFileChecks(title: string): void {
  describe(title, () => {
    let harness: Harness;
    const start = async (...checks: FileCheck[]): Promise<void> => {
      harness = await startHarness({ checks, hooks: ['index'] });
    };
    afterEach(() => harness.close());

    const send = async (text: string, rest: ChunkRest = {}, name = 'a.txt') =>
      await harness.client.AppendChunkWithFolderAccessKey(chunkRequest(name, Buffer.from(text), rest));
    const contentOf = async (name = 'a.txt'): Promise<string | undefined> =>
      (await fileOf(harness, 'folder-anna-in', name))?.bytes.toString();
    const refused = () => listRefused(harness.service.state.db);
    const uploads = () => harness.service.state.uploads;
    const events = async (): Promise<number> =>
      (await harness.service.state.db.selectFrom('hook_deliveries').select('id').execute()).length;
    const actions = async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for await (const { action } of readAudit(harness.service.state.db, 0)) found.push(action);
      return found;
    };
    const message = 'The file was refused by the check scan: Eicar-Test-Signature.';
    const rejected = { ErrorMessage: message, ChunkAppended: false };

    describe('with one that finds something', () => {
      const seen: ArrivedFile[] = [];
      beforeEach(async () => {
        seen.length = 0;
        await start(
          checkOf((text, file) => {
            seen.push(file);
            return scan(text, file);
          }),
        );
      });

      it('a file is published after it was checked, whatever its chunks are', async () => {
        expect(await send('clean', { last: true })).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
        expect(await contentOf()).toBe('clean');
        const { UploadToken: token } = await send('vi', {}, 'b.txt');
        await send('ru', { offset: 2, token }, 'b.txt');
        expect(await contentOf('b.txt')).toBeUndefined();
        expect(await send('', { offset: 4, token, last: true }, 'b.txt')).toMatchObject({ ErrorMessage: '' });
        expect(await send('', { last: true }, 'empty')).toMatchObject({ ErrorMessage: '' });
        expect(await contentOf('b.txt')).toBe('viru');
        expect(await contentOf('empty')).toBe('');
        expect(seen).toMatchObject([
          { path: '/Anna/in/a.txt', size: 5n, sha256: createHash('sha256').update('clean').digest('hex') },
          { path: '/Anna/in/b.txt', size: 4n },
          { path: '/Anna/in/empty', size: 0n },
        ]);
        expect(await events()).toBe(3);
      });

      it('a resend of the last chunk of a published file is acknowledged without a check', async () => {
        const { UploadToken: token } = await send('cle');
        for (let count = 0; count < 2; count += 1) {
          expect(await send('an', { offset: 3, token, last: true })).toMatchObject({ ChunkAppended: true });
        }
        expect(seen).toHaveLength(1);
      });

      it('a refused file is in quarantine, and its sender gets the reason each time', async () => {
        await send('before', { last: true });
        const { UploadToken: token } = await send('vir');
        for (let count = 0; count < 2; count += 1) {
          expect(await send('us', { offset: 3, token, last: true })).toMatchObject(rejected);
        }
        expect(await send('more', { offset: 5, token })).toMatchObject(rejected);
        expect(await contentOf()).toBe('before');
        expect(await events()).toBe(1);
        expect(seen).toHaveLength(2);
        expect(await refused()).toMatchObject([
          { path: '/Anna/in/a.txt', bytes: 5n, check: 'scan', reason: 'Eicar-Test-Signature', folderKey: 'anna-in' },
        ]);
        // It is not listed as an unfinished upload, and does not expire as one.
        expect(await listUploads(harness.service.state)).toEqual([]);
        const removal = { ...harness.service, db: harness.service.state.db, now: harness.now };
        expect(await cancelUploads(removal, { idleSince: harness.now() + day })).toEqual([]);
        harness.pass(29 * day);
        await harness.service.clock.advance();
        await harness.service.sweep();
        expect(await refused()).toHaveLength(1);
        harness.pass(2 * day);
        await harness.service.sweep();
        expect(await refused()).toEqual([]);
        expect(await actions()).toEqual(expect.arrayContaining(['file.published', 'file.refused', 'upload.expired']));
      });

      it('a file of one chunk is refused as well', async () => {
        expect(await send('virus', { last: true })).toMatchObject(rejected);
        expect(await contentOf()).toBeUndefined();
        expect(await refused()).toHaveLength(1);
      });

      it('the operator exports, releases and removes refused files', async () => {
        await send('virus 1', { last: true }, 'one');
        await send('virus 2', { last: true }, 'two');
        const [one, two] = await refused();
        const output = `${harness.folder}-exported`;
        await exportRefused(uploads().parts, one?.id ?? '', { output, force: true });
        expect(await readFile(output, 'utf8')).toBe('virus 1');
        await rm(output);
        expect(await releaseRefused(uploads().parts, one?.id ?? '')).toBe('/Anna/in/one');
        expect(await contentOf('one')).toBe('virus 1');
        const entries = (await actions()).filter((action) => action.startsWith('file.'));
        expect(entries).toEqual(['file.refused', 'file.refused', 'file.released', 'file.published']);
        expect(await events()).toBe(1);
        const { store, state } = harness.service;
        const removal = { db: state.db, store, now: harness.now };
        await expect(removeRefused(removal, [two?.id ?? '', one?.id ?? ''])).rejects.toThrow('There is no file');
        expect(await removeRefused(removal, [two?.id ?? ''])).toHaveLength(1);
        expect(await refused()).toEqual([]);
        await expect(releaseRefused(uploads().parts, two?.id ?? '')).rejects.toThrow('There is no file');
      });

      it('a file whose digest differs is not checked', async () => {
        const client = harness.clientFrom('192.0.2.1', '1.2', { 'X-File-SHA256': '0'.repeat(64) });
        const response = await client.AppendChunkWithFolderAccessKey(
          chunkRequest('a.txt', Buffer.from('virus'), { last: true }),
        );
        expect(response.ErrorMessage).toContain('Nothing was published.');
        expect(seen).toEqual([]);
        expect(await listUploads(harness.service.state)).toEqual([]);
      });
    });

    describe('with one that gives no verdict', () => {
      let isDown = true;
      const shaky = checkOf((text, file) => {
        if (isDown) throw new NoVerdict('clamd: ECONNREFUSED');
        return scan(text, file);
      });

      it('a file waits for it: its last chunk is rejected until there is one', async () => {
        isDown = true;
        await start(shaky);
        const { UploadToken: token } = await send('cle');
        const last = { offset: 3, token, last: true } as const;
        expect(await send('an', last)).toMatchObject({
          ErrorMessage: 'The file has arrived, and could not be checked. Send the last chunk again later.',
          ChunkAppended: false,
        });
        expect(await contentOf()).toBeUndefined();
        expect(harness.log.join('\n')).toContain('clamd: ECONNREFUSED');
        isDown = false;
        expect(await send('an', last)).toMatchObject({ ErrorMessage: '', ChunkAppended: true });
        expect(await contentOf()).toBe('clean');
      });

      it('nothing is kept of a file of one chunk, whose sender has no token', async () => {
        isDown = true;
        await start(shaky);
        for (let count = 0; count < 3; count += 1) {
          expect((await send('clean', { last: true })).ChunkAppended).toBe(false);
        }
        expect(await listUploads(harness.service.state)).toEqual([]);
      });

      it('a file is published if the operator says so, and the others judge it', async () => {
        isDown = true;
        await start({ ...shaky, name: 'first', withoutVerdict: 'accept' }, checkOf(scan));
        expect(await send('clean', { last: true })).toMatchObject({ ErrorMessage: '' });
        expect(await send('virus', { last: true }, 'b.txt')).toMatchObject(rejected);
      });
    });

    it('where too much is in quarantine, a refused file is not kept', async () => {
      harness = await startHarness({ checks: [checkOf(scan)], quarantine: 6n });
      await send('virus', { last: true }, 'one');
      await send('virus', { last: true }, 'two');
      expect(await refused()).toMatchObject([{ path: '/Anna/in/one' }]);
      await harness.service.sweep();
      const rows = await harness.service.state.db.selectFrom('uploads').select('file_name').execute();
      expect(rows).toEqual([{ file_name: 'one' }]);
    });

    it('a failure of the check itself is a fault, after which nothing of a file of one chunk is kept', async () => {
      await start(
        checkOf(() => {
          throw new TypeError('broken');
        }),
      );
      await expect(send('clean', { last: true })).rejects.toThrow();
      expect(await contentOf()).toBeUndefined();
      expect(await listUploads(harness.service.state)).toEqual([]);
    });
  });
}

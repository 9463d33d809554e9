import { createHash, randomBytes } from 'node:crypto';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../../../service/src/common/storage-error.ts';
import type { ServiceOptions } from '../../../service/src/server/open-service.ts';
import type { ChunkStore, StagedChunk } from '../../../service/src/uploads/chunk-store.ts';
import { type ChunkRest, chunkRequest } from './chunk-request.ts';
import { fileOf, type Harness, startHarness } from './harness.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** A step of a store that fails once. */
interface FailingStep {
  readonly name: string;
  /** Makes the next call of the step fail. */
  fail(chunks: ChunkStore): void;
}

const failure = (): StorageError => new StorageError('busy', 'This step fails once.');

/** Fails a step of what the store stages next, before or after it is done. */
function stagedStep(step: 'publish' | 'commit' | 'committed', when: 'before' | 'after'): FailingStep {
  const broken = (staged: StagedChunk): StagedChunk => {
    const real: ((...args: never[]) => Promise<void>) | undefined = staged[step];
    if (real === undefined) return staged;
    const work = async (...args: never[]): Promise<void> => {
      if (when === 'after') await real(...args);
      throw step === 'commit' && when === 'after' ? new StorageError('uncertain', 'The outcome is lost.') : failure();
    };
    return { ...staged, [step]: work };
  };
  return {
    name: `${when} ${step}`,
    fail(chunks) {
      const { begin, stage } = chunks;
      vi.spyOn(chunks, 'begin').mockImplementationOnce(async (...args) => broken(await begin.apply(chunks, args)));
      vi.spyOn(chunks, 'stage').mockImplementationOnce(async (...args) => broken(await stage.apply(chunks, args)));
    },
  };
}

const steps: readonly FailingStep[] = [
  {
    name: 'staging',
    fail(chunks) {
      vi.spyOn(chunks, 'begin').mockRejectedValueOnce(failure());
      vi.spyOn(chunks, 'stage').mockRejectedValueOnce(failure());
    },
  },
  stagedStep('publish', 'before'),
  stagedStep('publish', 'after'),
  stagedStep('commit', 'before'),
  stagedStep('commit', 'after'),
  stagedStep('committed', 'before'),
  { name: 'release', fail: (chunks) => vi.spyOn(chunks, 'release').mockRejectedValueOnce(failure()) },
  { name: 'remove', fail: (chunks) => vi.spyOn(chunks, 'remove').mockRejectedValueOnce(failure()) },
];

/**
 * Tests what every store of uploads has to keep, through the whole service.
 *
 * @param options that choose the store.
 */
export function testUploadStore(title: string, options: Partial<ServiceOptions> = {}): void {
  describe(title, () => {
    let harness: Harness;
    let chunks: ChunkStore;
    /** Of the file of a test. */
    let name = '';
    let tests = 0;
    beforeAll(async () => {
      harness = await startHarness(options);
      chunks = harness.service.state.uploads.parts.chunks;
    });
    beforeEach(() => {
      tests += 1;
      name = `file ${tests}`;
    });
    afterEach(() => vi.restoreAllMocks());
    afterAll(() => harness.close());

    const send = async (bytes: Uint8Array, rest: ChunkRest = {}, to = name): Promise<ChunkUploadResult> =>
      await harness.client.AppendChunkWithFolderAccessKey(chunkRequest(to, bytes, rest));
    const appended = { ErrorMessage: '', ChunkAppended: true };
    const contentOf = async (of = name): Promise<Buffer | undefined> =>
      (await fileOf(harness, 'folder-anna-in', of))?.bytes;
    const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    const rowOf = async () =>
      await harness.service.state.db
        .selectFrom('entries')
        .select(['content', 'digest'])
        .where('name', '=', name)
        .executeTakeFirst();

    it.each([
      ['no bytes', [0]],
      ['1 byte', [1]],
      ['no bytes first and last', [0, 3, 0]],
      ['whole pages', [4 * KiB, MiB, 64 * KiB]],
      ['small and large ones', [10, 128 * KiB, 128 * KiB + 1, 20, MiB + 1, 30]],
      ['one that does not stay in memory', [10, 10 * MiB, 5]],
    ])('AppendChunk: chunks of %s, each sent twice, become one file with its SHA-256', async (_, sizes) => {
      const bytes = randomBytes(sizes.reduce((sum, size) => sum + size, 0));
      let token: string | undefined;
      let offset = 0;
      for (const [index, size] of sizes.entries()) {
        const rest = { offset, last: index === sizes.length - 1 };
        const piece = bytes.subarray(offset, offset + size);
        const done = await send(piece, { ...rest, token });
        expect(done).toMatchObject(appended);
        token = done.UploadToken;
        expect(await send(piece, { ...rest, token })).toMatchObject(appended);
        offset += size;
      }
      expect((await contentOf())?.equals(bytes)).toBe(true);
      expect((await rowOf())?.digest).toBe(sha256(bytes));
    });

    it('AppendChunk: a resend is judged by its bytes, wherever it begins, and may become the last chunk', async () => {
      const bytes = randomBytes(500 * KiB);
      const { UploadToken: token } = await send(bytes.subarray(0, 200 * KiB));
      await send(bytes.subarray(200 * KiB, 300 * KiB), { token, offset: 200 * KiB });
      await send(bytes.subarray(300 * KiB), { token, offset: 300 * KiB });
      for (const offset of [0, 100 * KiB, 250 * KiB, 499 * KiB]) {
        const other = Buffer.from(bytes.subarray(offset));
        other[other.length - 1] = (other[other.length - 1] ?? 0) ^ 1;
        expect((await send(other, { token, offset })).ErrorMessage).toMatch(/^Other bytes are held/);
        expect(await send(bytes.subarray(offset), { token, offset })).toMatchObject(appended);
      }
      expect(await contentOf()).toBeUndefined();
      const offset = 100 * KiB;
      expect(await send(bytes.subarray(offset), { token, offset, last: true })).toMatchObject(appended);
      expect((await contentOf())?.equals(bytes)).toBe(true);
      expect((await rowOf())?.digest).toBe(sha256(bytes));
    });

    it('AppendChunk: of callers at one offset one wins, and the others learn the offset', async () => {
      const { UploadToken: token } = await send(Buffer.of());
      const given = Array.from({ length: 8 }, () => randomBytes(150 * KiB));
      const done = await Promise.all(given.map((bytes) => send(bytes, { token })));
      const winners = given.filter((_, index) => done[index]?.ChunkAppended);
      expect(winners).toHaveLength(1);
      for (const { ChunkAppended, ErrorMessage } of done) {
        if (!ChunkAppended) expect(ErrorMessage).toContain(`The expected offset is ${150 * KiB}.`);
      }
      await send(Buffer.of(), { token, offset: 150 * KiB, last: true });
      expect((await contentOf())?.equals(winners[0] ?? Buffer.of())).toBe(true);
    });

    /** Sends a file in chunks; one chunk fails once and is sent again. */
    const sendWithFailure = async (bytes: Buffer, sizes: readonly number[], failing: number, step: FailingStep) => {
      let token: string | undefined;
      let offset = 0;
      for (const [index, size] of sizes.entries()) {
        const piece = bytes.subarray(offset, offset + size);
        const rest = { offset, last: index === sizes.length - 1 };
        if (index === failing) {
          step.fail(chunks);
          token = (await send(piece, { ...rest, token }).catch(() => undefined))?.UploadToken ?? token;
          vi.restoreAllMocks();
          const seen = await contentOf();
          expect(seen?.equals(Buffer.from('older')) || seen?.equals(bytes)).toBe(true);
        }
        const done = await send(piece, { ...rest, token });
        expect(done).toMatchObject(appended);
        token = done.UploadToken;
        offset += size;
      }
    };

    it.each(steps.map((step) => [step.name, step] as const))(
      'AppendChunk: a chunk for which %s fails is sent again, and the file is whole',
      async (_, step) => {
        const size = 150 * KiB;
        for (const [sizes, failing] of [
          [[size], 0],
          ...[0, 1, 2].map((index) => [[size, size, size], index] as const),
        ] as const) {
          await send(Buffer.from('older'), { last: true });
          const bytes = randomBytes(sizes.length * size);
          await sendWithFailure(bytes, sizes, failing, step);
          expect((await contentOf())?.equals(bytes)).toBe(true);
          expect((await rowOf())?.digest).toBe(sha256(bytes));
        }
      },
    );

    it('sweep: the bytes of replaced files and expired uploads are gone; those of files and running uploads stay', async () => {
      await send(Buffer.from('older'), { last: true });
      const older = (await rowOf())?.content ?? '';
      const kept = randomBytes(MiB);
      await send(kept, { last: true });
      await send(Buffer.from('expires'), {}, 'expires');
      const { db, uploads } = harness.service.state;
      const expired = await db
        .selectFrom('uploads')
        .select(['id', 'spool_generation', 'held'])
        .where('file_name', '=', 'expires')
        .executeTakeFirstOrThrow();
      harness.pass(25 * 3_600_000);
      const { UploadToken: token } = await send(Buffer.from('runs '), {}, 'runs');
      expect((await uploads.sweep()).expiredUploads).toBeGreaterThanOrEqual(1);
      await expect(harness.service.store.open(older)).rejects.toMatchObject({ code: 'lost' });
      const readAll = async (): Promise<void> => {
        for await (const _ of chunks.read(expired, 0n, expired.held));
      };
      await expect(readAll()).rejects.toMatchObject({ code: 'lost' });
      await send(Buffer.from('on'), { token, offset: 5, last: true }, 'runs');
      expect(await contentOf('runs')).toEqual(Buffer.from('runs on'));
      expect((await contentOf())?.equals(kept)).toBe(true);
    });
  });
}

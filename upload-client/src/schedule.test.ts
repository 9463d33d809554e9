import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RequestFailure, transportTo, unreliable, uploaderFor } from '../../test/support/service/fake-service.ts';
import { fileOf, type Harness, startHarness } from '../../test/support/service/harness.ts';
import { UploadError, type UploadJournal, type UploadState } from './index.ts';

/** RFS_SCHEDULES=2000 makes the long run of it. */
const runs = Number(process.env.RFS_SCHEDULES ?? 60);

/** What happens to one request after the other; `expire`: the service forgets the upload before it. */
const step = fc.constantFrom<RequestFailure | 'expire' | 'crash'>(
  'none',
  'none',
  'none',
  'lost-request',
  'lost-response',
  'duplicated',
  'bad-gateway',
  'fault',
  'expire',
  'crash',
);

describe('uploads with random failures', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());

  let created = 0;

  it(
    'AppendChunk: the file on the service is identical, or there is a typed error and no file',
    async () => {
      let [uploaded, failed, crashes] = [0, 0, 0];
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ maxLength: 60 }),
          fc.array(step, { maxLength: 25 }),
          fc.constantFrom('bytes', 'stream', 'journalled'),
          fc.integer({ min: 1, max: 20 }),
          async (content, schedule, kind, chunkSize) => {
            created += 1;
            const name = `file ${created}`;
            const journal = memoryThreshold();
            let requests = 0;
            let crashed = false;
            const transport = unreliable(transportTo(harness), () => {
              const next = crashed ? 'lost-request' : (schedule[requests] ?? 'none');
              requests += 1;
              if (next === 'expire') harness.pass(25 * 3600_000);
              if (next === 'crash') crashed = true;
              return next === 'expire' ? 'none' : next === 'crash' ? 'lost-response' : next;
            });
            const upload = async (): Promise<unknown> => {
              const { uploader } = uploaderFor(transport, {
                chunkSize,
                journal,
                retry: { attempts: 4, firstDelay: 0 },
              });
              const input = { bytes: content, stream: inPieces(content), journalled: journalled(content) }[kind];
              return await uploader.upload(input, { name }).catch((error: unknown) => error);
            };
            let end = await upload();
            // A process that ended is restarted, and resumes from the journal.
            for (let restarts = 0; crashed && restarts < 30; restarts += 1) {
              crashed = false;
              crashes += 1;
              end = await upload();
            }
            const file = await fileOf(harness, 'folder-anna-in', name);
            if (end instanceof UploadError) {
              failed += 1;
              expect(['unreachable', 'server-failed', 'lost']).toContain(end.code);
              // Its last chunk may have been done all the same.
              if (file !== undefined) expect(file.bytes.equals(content)).toBe(true);
            } else {
              uploaded += 1;
              expect(end).toMatchObject({ bytes: content.length });
              expect(file?.bytes.equals(content)).toBe(true);
            }
          },
        ),
        { numRuns: runs },
      );
      // The schedules are not so hard that nothing is shown.
      expect([uploaded > runs / 4, failed + crashes > 0]).toEqual([true, true]);
    },
    60_000 + runs * 200,
  );
});

function* inPieces(content: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < content.length; at += 7) yield content.subarray(at, at + 7);
}

/** A source that another process can read again. */
function journalled(content: Uint8Array) {
  return {
    open: async () => ({
      size: content.length,
      times: {},
      earliest: 0,
      identity: { place: 'here', version: '1' },
      async read(offset: number, length: number) {
        const bytes = content.slice(offset, offset + length);
        return { bytes, isLast: offset + bytes.length === content.length };
      },
      close: async () => undefined,
    }),
  };
}

function memoryThreshold(): UploadJournal {
  const states = new Map<string, UploadState>();
  return {
    load: async (key) => states.get(key),
    save: async (key, state) => void states.set(key, state),
    remove: async (key) => void states.delete(key),
  };
}

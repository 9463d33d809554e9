import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  offsetOf,
  rejectedWith,
  transportTo,
  unreliable,
  uploaderFor,
} from '../../test/support/service/fake-service.ts';
import { fileOf, type Harness, startHarness } from '../../test/support/service/harness.ts';
import type { UploadJournal, UploadState } from './index.ts';
import { FileJournal, fileSource } from './node.ts';

const folder = 'folder-anna-in';

describe('resuming an upload in another process', () => {
  let harness: Harness;
  let disk: string;
  beforeAll(async () => {
    harness = await startHarness();
    disk = await mkdtemp(join(tmpdir(), 'rfs-resume-'));
  });
  afterAll(async () => {
    await harness.close();
    await rm(disk, { recursive: true, force: true });
  });

  const bytesOf = async (name: string): Promise<Buffer | undefined> => (await fileOf(harness, folder, name))?.bytes;

  /** Uploads a file until its process "ends" after a number of requests; `lost`: the last one is processed without a response. */
  const uploadInPart = async (path: string, journal: UploadJournal, requests: number, { lost = false } = {}) => {
    let sent = 0;
    const transport = unreliable(transportTo(harness), () => {
      sent += 1;
      if (sent < requests) return 'none';
      return sent === requests ? (lost ? 'lost-response' : 'none') : 'lost-request';
    });
    const { uploader } = uploaderFor(transport, { journal, retry: { attempts: 1 } });
    await expect(uploader.upload(fileSource(path))).rejects.toMatchObject({ code: 'unreachable' });
  };

  /** Another process: nothing is left of the first but the journal. Answers the offsets that it sends. */
  const goOn = async (path: string, journal: UploadJournal, chunkSize?: number) => {
    const offsets: number[] = [];
    const transport = unreliable(transportTo(harness), (request) => {
      offsets.push(offsetOf(request));
      return 'none';
    });
    const { uploader, events, listening } = uploaderFor(transport, { journal, chunkSize });
    const result = await uploader.upload(fileSource(path), listening);
    return { offsets, result, events: events.map(({ type }) => type) };
  };

  const fileWith = async (name: string, content: Uint8Array): Promise<string> => {
    const path = join(disk, name);
    await writeFile(path, content);
    return path;
  };

  it('AppendChunk: continues after the acknowledged bytes, including stored unacknowledged ones', async () => {
    for (const lost of [false, true]) {
      for (let requests = 1; requests <= 3; requests += 1) {
        const content = randomBytes(35);
        const name = `part ${requests} ${lost}`;
        const path = await fileWith(name, content);
        const journal = new FileJournal(join(disk, 'journal'));
        await uploadInPart(path, journal, requests, { lost });
        const at = (requests - (lost ? 1 : 0)) * 10;
        const { offsets, result, events } = await goOn(path, new FileJournal(join(disk, 'journal')));
        expect(await bytesOf(name)).toEqual(content);
        expect([offsets[0], result.resumedAt, events]).toEqual([at, at, at === 0 ? [] : ['resumed']]);
        expect(await readdir(join(disk, 'journal'))).toEqual([]);
      }
    }
  });

  it('AppendChunk: a processed last chunk without a response is acknowledged again', async () => {
    const content = randomBytes(35);
    const path = await fileWith('finished', content);
    const journal = new FileJournal(join(disk, 'journal'));
    await uploadInPart(path, journal, 4, { lost: true });
    expect(await bytesOf('finished')).toEqual(content);
    expect(await goOn(path, journal)).toMatchObject({ offsets: [30], events: ['resumed'] });
    await uploadInPart(path, journal, 4, { lost: true });
    // With other chunks it cannot be recognised, so that a new upload begins.
    expect(await goOn(path, journal, 2)).toMatchObject({ events: ['resumed', 'restarted'] });
    expect(await bytesOf('finished')).toEqual(content);
  });

  it('AppendChunk: bytes that the service stored beyond the journal are compared, and count', async () => {
    const content = randomBytes(57);
    const path = await fileWith('behind', content);
    const states: UploadState[] = [];
    const journal = memoryThreshold(states);
    await uploadInPart(path, journal, 4);
    // The journal of two chunks ago, as after a loss of power.
    journal.put(states[1]);
    const { offsets, events } = await goOn(path, journal);
    expect([offsets, events]).toEqual([[20, 30, 40, 50], ['resumed']]);
    expect(await bytesOf('behind')).toEqual(content);
  });

  it('AppendChunk: other bytes on the service, or a forgotten upload, restart it', async () => {
    const content = randomBytes(57);
    const path = await fileWith('other bytes', content);
    const { mtime, atime } = await stat(path);
    const states: UploadState[] = [];
    const journal = memoryThreshold(states);
    await uploadInPart(path, journal, 3);
    // The same size and time, so that only the service can tell.
    const changed = randomBytes(57);
    await writeFile(path, changed);
    await utimes(path, atime, mtime);
    const version = await stat(path, { bigint: true });
    const before = states[1];
    if (before === undefined) throw new Error('Nothing was kept.');
    const [, , written, created] = before.source.split(' ');
    const source = [57, version.mtimeNs, version.mtimeNs / 100n, created].join(' ');
    expect(written).toMatch(/^\d+$/);
    journal.put({ ...before, source, offset: 10 });
    expect(await goOn(path, journal)).toMatchObject({ result: { bytes: 57, resumedAt: 0 } });
    expect(await bytesOf('other bytes')).toEqual(changed);
    await uploadInPart(path, journal, 3);
    harness.pass(25 * 3600_000);
    expect(await goOn(path, journal)).toMatchObject({ events: ['resumed', 'restarted'], result: { resumedAt: 0 } });
    expect(await bytesOf('other bytes')).toEqual(changed);
  });

  it('bytes that the service lost are a fault of the server once, and then restart the upload', async () => {
    const content = randomBytes(57);
    const path = await fileWith('lost spool', content);
    const journal = memoryThreshold([]);
    await uploadInPart(path, journal, 3);
    const spool = join(harness.folder, 'spool');
    for (const name of await readdir(spool)) await rm(join(spool, name));
    expect(await goOn(path, journal)).toMatchObject({
      events: ['resumed', 'retrying', 'restarted'],
      result: { bytes: 57, resumedAt: 0 },
    });
    expect(await bytesOf('lost spool')).toEqual(content);
    const { db, uploads } = harness.service.state;
    await uploads.sweep();
    const left = await db.selectFrom('uploads').select('finished_at').where('file_name', '=', 'lost spool').execute();
    expect(left).toEqual([{ finished_at: expect.any(Number) }]);
  });

  it('a changed file restarts the upload, detected by its size and by its time', async () => {
    const path = await fileWith('changed', randomBytes(35));
    const journal = new FileJournal(join(disk, 'journal'));
    await uploadInPart(path, journal, 2);
    const longer = randomBytes(36);
    await writeFile(path, longer);
    expect(await goOn(path, journal)).toMatchObject({ events: ['restarted'], result: { resumedAt: 0 } });
    expect(await bytesOf('changed')).toEqual(longer);
    await uploadInPart(path, journal, 2);
    await utimes(path, new Date(), new Date(1_000));
    expect(await goOn(path, journal)).toMatchObject({ events: ['restarted'] });
    expect(await readdir(join(disk, 'journal'))).toEqual([]);
  });

  it('the journal contains neither path nor keys, is readable by its owner only, and is replaced atomically', async () => {
    const path = await fileWith('secret name', randomBytes(35));
    const own = join(disk, 'own');
    await uploadInPart(path, new FileJournal(own), 2);
    const [file, ...others] = await readdir(own);
    expect([file, others]).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/), []]);
    const text = await readFile(join(own, file ?? ''), 'utf8');
    expect(text).not.toMatch(/secret name|key-for-all|folder-anna-in/);
    const modes = await Promise.all([own, join(own, file ?? '')].map(async (each) => (await stat(each)).mode & 0o777));
    expect(modes).toEqual([0o700, 0o600]);
    for (const damaged of [
      '',
      '{"token":',
      '{"token":5}',
      '[]',
      '{"token":"x","offset":-1,"chunkSize":10,"source":""}',
    ]) {
      await writeFile(join(own, file ?? ''), damaged);
      expect(await goOn(path, new FileJournal(own))).toMatchObject({ events: [], result: { resumedAt: 0 } });
      await uploadInPart(path, new FileJournal(own), 2);
    }
  });

  it('a failing journal is reported once, and the upload continues', async () => {
    const path = await fileWith('no journal', randomBytes(35));
    const { events, result } = await goOn(path, new FileJournal(join(path, 'below a file')), 10);
    expect(result.bytes).toBe(35);
    expect(events).toEqual(['journal-failed']);
  });

  it('AppendChunk: two processes with one journal both complete, however often one overtakes the other', async () => {
    const content = randomBytes(570);
    const path = await fileWith('raced', content);
    const journal = memoryThreshold([]);
    await uploadInPart(path, journal, 2);
    const inner = transportTo(harness);
    // Each request of the one lets two of the other go first.
    let turns = 0;
    const ahead = uploaderFor(
      {
        async send(request) {
          while (turns === 0) await new Promise((resolve) => setImmediate(resolve));
          turns -= 1;
          return await inner.send(request);
        },
      },
      { journal },
    ).uploader.upload(fileSource(path));
    let done = false;
    const finished = ahead.finally(() => {
      done = true;
    });
    const behind = uploaderFor(
      {
        async send(request) {
          turns = 2;
          while (turns > 0 && !done) await new Promise((resolve) => setImmediate(resolve));
          return await inner.send(request);
        },
      },
      { journal },
    ).uploader.upload(fileSource(path));
    expect(await Promise.all([finished, behind])).toMatchObject([{ bytes: 570 }, { bytes: 570 }]);
    expect(await bytesOf('raced')).toEqual(content);
  });

  it('a service that reports impossible or ever-changing offsets is rejected', async () => {
    const path = await fileWith('hostile', randomBytes(57));
    const states: UploadState[] = [];
    const journal = memoryThreshold(states);
    await uploadInPart(path, journal, 2);
    const against = async (response: (sent: number) => string) => {
      let sent = 0;
      journal.put(states.at(-1));
      const { uploader } = uploaderFor(
        {
          async send() {
            sent += 1;
            if (sent > 100) throw new Error('It goes on for ever.');
            return rejectedWith(response(sent));
          },
        },
        { journal },
      );
      return await uploader.upload(fileSource(path)).catch((error: unknown) => error);
    };
    expect(await against(() => 'The expected offset is 58.')).toMatchObject({ code: 'bad-answer' });
    expect(await against((sent) => `The expected offset is ${sent % 2}.`)).toMatchObject({ code: 'bad-answer' });
    expect(await against(() => 'Other bytes are held. The expected offset is 9.')).toMatchObject({ code: 'conflict' });
    expect(await against(() => 'The UploadToken is not valid.')).toMatchObject({ code: 'lost' });
    expect(await against(() => '')).toMatchObject({ code: 'bad-answer' });
  });
});

/** A journal that remembers all that it ever held. */
function memoryThreshold(states: UploadState[]): UploadJournal & { put(state: UploadState | undefined): void } {
  let held: UploadState | undefined;
  return {
    put(state) {
      held = state;
    },
    load: async () => held,
    async save(_key, state) {
      held = state;
      states.push(state);
    },
    async remove() {
      held = undefined;
    },
  };
}

import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { DateTime } from '@soapwright/runtime';
import { SoapFault } from '@soapwright/runtime/client';
import { fileOf, type Harness } from './harness.ts';

/** The stage of an upload that a kill may hit. */
export type Stage = 'first' | 'middle' | 'last' | 'only' | 'again';

/** A server that may be killed at any moment. */
export interface Target {
  readonly client: RemoteFileServiceClient;
  /** Requests in progress. */
  readonly sending: Map<Stage, number>;
}

/** Counts that all uploaders share. */
export interface Tally {
  acknowledgedBytes: number;
  acknowledgedChunks: number;
  files: number;
  unanswered: number;
  resumed: number;
  acknowledgedAgain: number;
  busy: number;
}

/** One file, as its caller knows it: by acknowledged chunks only. */
interface Job {
  readonly name: string;
  readonly content: Buffer;
  readonly chunk: number;
  readonly written: DateTime;
  readonly created: DateTime;
  token: string | undefined;
  acknowledged: number;
  done: boolean;
}

/**
 * Uploads one file after the other under a few names of its own, and checks every response:
 * acknowledged files exist, no partial file is visible, times are preserved, and each file is the old one or the new one.
 */
export class CheckingUploader {
  readonly #name: string;
  readonly #harness: Harness;
  readonly #targets: () => readonly Target[];
  readonly #tally: Tally;
  readonly #callers: number;
  /** Possible contents of a name: the acknowledged file, or those whose last chunk got no response. */
  readonly #visible = new Map<string, { readonly jobs: readonly Job[]; readonly acknowledged: boolean }>();
  #made = 0;
  #finished: Job | undefined;

  /** @param callers that send each chunk, at the same time and to different servers where there are some. */
  constructor(name: string, harness: Harness, targets: () => readonly Target[], tally: Tally, callers = 1) {
    this.#name = name;
    this.#harness = harness;
    this.#targets = targets;
    this.#tally = tally;
    this.#callers = callers;
  }

  /** Uploads one file; `stop` ends it between two chunks. */
  async upload(stop: () => boolean): Promise<void> {
    const job = this.#newJob();
    while (!job.done && !stop()) {
      if (job.acknowledged + job.chunk >= job.content.length) this.#mayBeSeen(job);
      const before = job.acknowledged;
      const token = job.token;
      const outcome = await this.#step(job);
      if (outcome === 'nobody there') continue;
      if (outcome === 'unanswered') {
        this.#tally.unanswered += 1;
        await this.check();
        // Whoever has no token yet begins again.
        if (token !== undefined) this.#tally.resumed += 1;
        continue;
      }
      this.#tally.acknowledgedChunks += 1;
      this.#tally.acknowledgedBytes += job.acknowledged - before;
    }
    if (!job.done) return;
    this.#tally.files += 1;
    this.#visible.set(job.name, { jobs: [job], acknowledged: true });
    await this.check();
    if (this.#finished !== undefined) await this.#acknowledgeAgain(this.#finished);
    this.#finished = job;
  }

  /** Looks at every name that this one uploads to. */
  async check(): Promise<void> {
    for (const [name, { jobs, acknowledged }] of this.#visible) {
      const file = await fileOf(this.#harness, 'folder-anna-in', name);
      if (file === undefined) {
        if (acknowledged) throw new Error(`${name} was acknowledged, and is not there.`);
        continue;
      }
      const job = jobs.find(({ content }) => content.equals(file.bytes));
      if (job === undefined) throw new Error(`${name} holds ${file.bytes.length} bytes that are no file of its own.`);
      if (file.writtenTicks * 100n !== job.written.epochNanoseconds) throw new Error(`${name} has another time.`);
      if (file.creationTicks * 100n !== job.created.epochNanoseconds) throw new Error(`${name} has another birth.`);
    }
  }

  #newJob(): Job {
    this.#made += 1;
    const chunks = randomInt(1, 5);
    const chunk = randomInt(1, 60_000);
    return {
      name: `${this.#name}-${this.#made % 4}`,
      content: randomBytes(chunks * chunk - randomInt(0, chunk)),
      chunk,
      // Beyond milliseconds, so that nothing that rounds goes unseen.
      written: DateTime.fromEpochNanoseconds(BigInt(randomInt(1, 2 ** 40)) * 700n),
      created: DateTime.fromEpochNanoseconds(BigInt(randomInt(1, 2 ** 40)) * -300n),
      token: undefined,
      acknowledged: 0,
      done: false,
    };
  }

  #mayBeSeen(job: Job): void {
    const { jobs = [], acknowledged = false } = this.#visible.get(job.name) ?? {};
    if (!jobs.includes(job)) this.#visible.set(job.name, { jobs: [...jobs, job], acknowledged });
  }

  /** Sends the next chunk by all callers. */
  async #step(job: Job): Promise<'acknowledged' | 'unanswered' | 'nobody there'> {
    const end = Math.min(job.acknowledged + job.chunk, job.content.length);
    const isLast = end === job.content.length;
    const stage = job.acknowledged === 0 ? (isLast ? 'only' : 'first') : isLast ? 'last' : 'middle';
    const targets = this.#targets();
    if (targets.length === 0) {
      await sleep(5);
      return 'nobody there';
    }
    // A first chunk that two callers send begins two uploads: that is another thing.
    const callers = job.token === undefined ? 1 : this.#callers;
    const from = randomInt(0, targets.length);
    const responses = await Promise.all(
      Array.from({ length: callers }, (_, i) => this.#send(targets[(from + i) % targets.length], job, stage, end)),
    );
    const good = responses.find((answer) => answer?.ChunkAppended);
    for (const answer of responses) {
      if (answer === undefined || answer.ChunkAppended) continue;
      if (/Another caller is sending/.test(answer.ErrorMessage ?? '')) this.#tally.busy += 1;
      // The other caller may have gone on to its end.
      else throw new Error(`${job.name} at ${job.acknowledged}: ${answer.ErrorMessage}`);
    }
    if (good === undefined) return 'unanswered';
    this.#checkTimes(job, good);
    if (job.token !== undefined && good.UploadToken !== job.token) throw new Error('The token has changed.');
    job.token = good.UploadToken;
    job.acknowledged = end;
    job.done = isLast;
    return 'acknowledged';
  }

  /** A finished token acknowledges its last chunk again, after any number of restarts; and that changes nothing. */
  async #acknowledgeAgain(job: Job): Promise<void> {
    const start = Math.floor((job.content.length - 1) / job.chunk) * job.chunk;
    const finished = { ...job, acknowledged: start };
    const targets = this.#targets();
    if (targets.length === 0) return;
    const answer = await this.#send(targets[randomInt(0, targets.length)], finished, 'again', job.content.length);
    if (answer === undefined) return;
    if (!answer.ChunkAppended) throw new Error(`${job.name} is not acknowledged again: ${answer.ErrorMessage}`);
    this.#checkTimes(job, answer);
    this.#tally.acknowledgedAgain += 1;
    await this.check();
  }

  #checkTimes(job: Job, answer: ChunkUploadResult): void {
    if (!answer.LastWriteTimeUtc?.equals(job.written) || !answer.CreationTimeUtc?.equals(job.created)) {
      throw new Error(`${job.name} is answered with other times.`);
    }
  }

  async #send(target: Target | undefined, job: Job, stage: Stage, end: number): Promise<ChunkUploadResult | undefined> {
    if (target === undefined) return undefined;
    target.sending.set(stage, (target.sending.get(stage) ?? 0) + 1);
    try {
      return await target.client.AppendChunkWithFolderAccessKey({
        APIKey: 'key-for-all',
        FolderAccessKey: 'folder-anna-in',
        FileName: job.name,
        ChunkData: new Blob([new Uint8Array(job.content.subarray(job.acknowledged, end))]),
        Offset: BigInt(job.acknowledged),
        BytesRead: end - job.acknowledged,
        isLastChunk: end === job.content.length,
        UploadToken: job.token,
        // Only the first chunk that carries them counts.
        LastWriteTimeUtc: job.token === undefined || stage === 'again' ? job.written : undefined,
        CreationTimeUtc: job.token === undefined || stage === 'again' ? job.created : undefined,
      });
    } catch (error) {
      if (error instanceof SoapFault) throw error;
      return undefined;
    } finally {
      target.sending.set(stage, (target.sending.get(stage) ?? 1) - 1);
    }
  }
}

import { createCipheriv, createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';
import { Random } from '../../fuzz/random.ts';
import { type ChunkRest, chunkRequest } from '../service/chunk-request.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** Callers that upload one file after another through a load balancer, and send each chunk until it is acknowledged. */
export class Uploaders {
  readonly #client: RemoteFileServiceClient;
  readonly #seed: number;
  readonly #running: Promise<void>[];
  #isStopping = false;
  /** Time from which on nothing is sent again. */
  #end = Number.POSITIVE_INFINITY;
  /** SHA-256 of the files that were acknowledged, by their names. */
  readonly files: Map<string, string> = new Map();
  /** Responses that a correct service does not give. */
  readonly violations: string[] = [];
  acknowledgedChunks = 0;
  acknowledgedBytes = 0;
  resends = 0;
  /** Requests that wait for their responses. */
  inFlight = 0;

  constructor(url: string, { seed, count }: { readonly seed: number; readonly count: number }) {
    this.#client = new RemoteFileServiceClient({ address: url, timeout: 15_000 });
    this.#seed = seed;
    this.#running = Array.from({ length: count }, (_, index) => this.#run(index));
  }

  /** Ends when every caller has finished its file, within three minutes. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#end = performance.now() + 180_000;
    await Promise.all(this.#running);
  }

  async #run(uploader: number): Promise<void> {
    const random = new Random(this.#seed + 1_000 * (uploader + 1));
    for (let number = 0; !this.#isStopping; number += 1) {
      await this.#upload(`${uploader}-${number}`, random);
    }
  }

  async #upload(name: string, random: Random): Promise<void> {
    const sizes = chunkSizes(random);
    const bytes = bytesOf(
      `${this.#seed} ${name}`,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    let token: string | undefined;
    let offset = 0;
    for (const [index, size] of sizes.entries()) {
      const chunk = bytes.subarray(offset, offset + size);
      const last = index === sizes.length - 1;
      const done = await this.#sendUntilAcknowledged(name, chunk, { offset, token, last });
      if (done === undefined) return;
      token = done.UploadToken;
      offset += size;
      await sleep(random.below(150));
    }
    this.files.set(name, createHash('sha256').update(bytes).digest('hex'));
  }

  /** Undefined after a violation. */
  async #sendUntilAcknowledged(name: string, chunk: Buffer, rest: ChunkRest): Promise<ChunkUploadResult | undefined> {
    let problem: unknown;
    for (const end = performance.now() + 180_000; performance.now() < Math.min(end, this.#end); ) {
      const done = await this.#send(name, chunk, rest).catch((error: unknown) => {
        problem = error;
      });
      if (done?.ChunkAppended) {
        this.acknowledgedChunks += 1;
        this.acknowledgedBytes += chunk.length;
        return done;
      }
      if (done !== undefined) return this.#violated(name, rest, done.ErrorMessage ?? '');
      this.resends += 1;
      await sleep(200);
    }
    return this.#violated(name, rest, `It was not acknowledged in time: ${problem}`);
  }

  /** @throws when it is not known whether it was appended. */
  async #send(name: string, chunk: Buffer, rest: ChunkRest): Promise<ChunkUploadResult> {
    this.inFlight += 1;
    try {
      return await this.#client.AppendChunkWithFolderAccessKey(chunkRequest(name, chunk, rest));
    } finally {
      this.inFlight -= 1;
    }
  }

  #violated(name: string, { offset, last }: ChunkRest, message: string): undefined {
    this.violations.push(`${name} at ${offset}${last ? ', last' : ''}: ${message}`);
  }
}

/** Chunks of a file: mostly small ones, which wait in the database, some around the limit of these, some large. */
function chunkSizes(random: Random): readonly number[] {
  const count = random.once(20) ? 20 + random.below(20) : random.length(8);
  return Array.from({ length: count }, () => {
    const kind = random.below(10);
    if (kind < 2) return 1 + random.below(100);
    if (kind < 5) return 1 + random.below(128 * KiB);
    if (kind === 5) return 128 * KiB - 1 + random.below(3);
    return kind < 9 ? random.length(MiB) : random.length(3 * MiB);
  });
}

/** Bytes that look random, the same for the same text. */
function bytesOf(text: string, length: number): Buffer {
  const key = createHash('sha256').update(text).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length));
}

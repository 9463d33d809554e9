import type { Hash } from 'node:crypto';
import { StorageError } from '../common/storage-error.ts';
import { digestSoFar, newHash } from '../storage/content/content-store.ts';
import type { Upload } from '../storage/upload-rows.ts';
import type { ChunkStore, StoredBytes } from './chunk-store.ts';

/** Number of uploads whose hash is kept in memory; the bytes of others are read again at their next chunk. */
const maxStates = 10_000;

/**
 * SHA-256 of the acknowledged bytes of unfinished uploads, continued chunk by chunk. The state of a hash cannot be stored,
 * so a process reads again what it did not hash itself: bytes that another process appended, or all after its restart.
 * Bytes that are read again are compared with the digest in the upload's row.
 */
export class RunningDigests {
  readonly #chunks: Pick<ChunkStore, 'read'>;
  readonly #states = new Map<string, { readonly held: bigint; readonly hash: Hash }>();

  constructor(chunks: Pick<ChunkStore, 'read'>) {
    this.#chunks = chunks;
  }

  /**
   * The hash of all held bytes; the caller may change it.
   *
   * @throws {StorageError} `lost` when the store does not have the acknowledged bytes.
   */
  async of(upload: StoredBytes & Pick<Upload, 'held' | 'digest' | 'digest_held'>): Promise<Hash> {
    const { id, held, digest, digest_held } = upload;
    const known = this.#states.get(id);
    const usable = known !== undefined && known.held <= held;
    const hash = usable ? known.hash.copy() : newHash();
    const from = usable ? known.held : 0n;
    for await (const piece of this.#chunks.read(upload, from, held)) hash.update(piece);
    if (digest !== null && digest_held === held && digestSoFar(hash) !== digest) {
      throw new StorageError('lost', `The upload ${id} has changed: its SHA-256 should be ${digest}.`);
    }
    return hash;
  }

  /** Whether another process has appended bytes since this one did. */
  lag({ id, held }: Pick<Upload, 'id' | 'held'>): boolean {
    const known = this.#states.get(id);
    return known !== undefined && known.held < held;
  }

  /** The hash of all held bytes, if this process has hashed them; the caller may change it. */
  known({ id, held }: Pick<Upload, 'id' | 'held'>): Hash | undefined {
    const state = this.#states.get(id);
    return state?.held === held ? state.hash.copy() : undefined;
  }

  /** Bytes of an upload that this process has not hashed. */
  missing({ id, held }: Pick<Upload, 'id' | 'held'>): bigint {
    const hashed = this.#states.get(id)?.held ?? 0n;
    return hashed <= held ? held - hashed : held;
  }

  /** The uploads whose beginning this process has hashed. */
  get ids(): readonly string[] {
    return [...this.#states.keys()];
  }

  /** Keeps the hash of the first `held` bytes, which were read again, unless that of more is kept. */
  advance(id: string, held: bigint, hash: Hash): void {
    if ((this.#states.get(id)?.held ?? -1n) < held) this.keep(id, held, hash);
  }

  /** Keeps the hash of the first `held` bytes, once they are acknowledged. */
  keep(id: string, held: bigint, hash: Hash): void {
    this.forget(id);
    this.#states.set(id, { held, hash });
    const [oldest] = this.#states.keys();
    if (this.#states.size > maxStates && oldest !== undefined) this.forget(oldest);
  }

  forget(id: string): void {
    this.#states.delete(id);
  }
}

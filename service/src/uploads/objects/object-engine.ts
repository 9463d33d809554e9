import { noCounts, type ObjectCounts } from '../../common/counts.ts';
import { KeyedMutex } from '../../common/semaphore.ts';
import { StorageError } from '../../common/storage-error.ts';
import { SingleCommits } from '../../storage/commits.ts';
import { uploadOfPart } from '../../storage/content/content-store.ts';
import { keyPrefixes } from '../../storage/objects/object-store.ts';
import { readUpload } from '../../storage/objects/read-extents.ts';
import { Admission, unlimited } from '../admission.ts';
import type { Chunk } from '../chunk.ts';
import { DigestCatchUp } from '../digest-catch-up.ts';
import { currentProcess } from '../lease-owner.ts';
import { RunningDigests } from '../running-digests.ts';
import type { UploadSweep } from '../sweep-uploads.ts';
import { EngineOfParts, type UploadEngine } from '../upload-engine.ts';
import { defaultUploadTimes, type UploadTimes } from '../upload-times.ts';
import type { AppendResult } from '../uploads.ts';
import { appendToObjects } from './append-object.ts';
import { CommittedUploads } from './committed-uploads.ts';
import { compactFiles } from './compact-files.ts';
import type { ObjectUploads } from './object-uploads.ts';
import { sweepObjects } from './sweep-objects.ts';

/** Orphans are looked for by so many of the 256 prefixes at each sweep. */
const prefixesOfSweep = 16;

/** Uploads to an object store. */
export class ObjectUploadEngine extends EngineOfParts<ObjectUploads> implements UploadEngine {
  /** The next prefix to look at; processes begin anywhere. */
  #next = Math.floor(Math.random() * 256);

  async append(chunk: Chunk): Promise<AppendResult> {
    try {
      return await appendToObjects(this.parts, chunk);
    } catch (error) {
      // An upload whose bytes are lost expires at once, so that its caller starts over.
      if (error instanceof StorageError && error.code === 'lost') await this.#expire(chunk);
      throw error;
    }
  }

  async sweep(): Promise<UploadSweep> {
    const prefixes = keyPrefixes(this.parts.site);
    const some = Array.from(
      { length: prefixesOfSweep },
      (_, index) => prefixes[(this.#next + index) % prefixes.length] ?? '',
    );
    this.#next += prefixesOfSweep;
    const swept = await sweepObjects(this.parts, some);
    await compactFiles(
      this.parts,
      some.map((prefix) => prefix.slice(0, 2)),
    );
    return swept;
  }

  /** No disk can be full of uploads. */
  async freeUp(): Promise<boolean> {
    return false;
  }

  close(): void {
    this.parts.catchUp.close();
  }

  async #expire({ token }: Chunk): Promise<void> {
    const { db, hashes } = this.parts;
    if (token === undefined) return;
    await db
      .updateTable('uploads')
      .set({ touched_at: 0 })
      .where('token_hash', 'in', hashes.all('upload-token', token))
      .where('finished_at', 'is', null)
      .execute();
  }
}

export function createObjectUploads(
  given: Pick<ObjectUploads, 'db' | 'objects' | 'site' | 'hashes' | 'now' | 'keep' | 'outbox'> & {
    readonly times?: Partial<UploadTimes> | undefined;
    readonly admission?: Admission | undefined;
    readonly counts?: ObjectCounts | undefined;
  },
): ObjectUploadEngine {
  const { db, objects } = given;
  const process = currentProcess({ onMachines: 'many' });
  const digests = new RunningDigests({
    readSpooled: (part, from, to) => readUpload({ db, objects }, uploadOfPart(part), from, to),
  });
  return new ObjectUploadEngine({
    ...given,
    counts: given.counts ?? noCounts,
    times: { ...defaultUploadTimes, ...given.times },
    admission: given.admission ?? new Admission({ db, ...unlimited }),
    digests,
    committed: new CommittedUploads(),
    catchUp: new DigestCatchUp({ db, digests, process, now: given.now }),
    commits: new SingleCommits(db),
    process,
    mutex: new KeyedMutex(),
  });
}

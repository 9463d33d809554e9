import { noCounts } from '../../common/counts.ts';
import { SingleCommits } from '../../storage/commits.ts';
import { createUploads, type UploadOptions } from '../create-uploads.ts';
import { DigestCatchUp } from '../digest-catch-up.ts';
import { currentProcess } from '../lease-owner.ts';
import { RunningDigests } from '../running-digests.ts';
import type { UploadEngine } from '../upload-engine.ts';
import { defaultUploadTimes } from '../upload-times.ts';
import { ObjectChunks } from './object-chunks.ts';
import type { ObjectParts } from './object-parts.ts';
import { RowTurns } from './row-turns.ts';

/** Uploads to an object store, with rows in PostgreSQL. */
export function createObjectUploads(
  given: UploadOptions & Pick<ObjectParts, 'objects' | 'site' | 'keep'> & Partial<Pick<ObjectParts, 'counts'>>,
): UploadEngine {
  const { db, process = currentProcess({ onMachines: 'many' }) } = given;
  const options = {
    ...given,
    process,
    times: { ...defaultUploadTimes, ...given.times },
    commits: new SingleCommits(db),
  };
  const turns = new RowTurns(db);
  const chunks = new ObjectChunks({ ...options, counts: given.counts ?? noCounts }, turns);
  const digests = new RunningDigests(chunks);
  return createUploads({ ...options, chunks, turns, digests, catchUp: new DigestCatchUp({ ...options, digests }) });
}

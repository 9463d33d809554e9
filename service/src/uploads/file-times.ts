import type { Upload } from '../storage/uploads.ts';

/** Units of 100 ns in a millisecond. */
const ticksPerMillisecond = 10_000n;

/** The times of an upload's file: those that a chunk carried, else when the upload began. */
export function timesOf(upload: Pick<Upload, 'written_ticks' | 'creation_ticks' | 'started_at'>): {
  readonly writtenTicks: bigint;
  readonly creationTicks: bigint;
} {
  const began = BigInt(upload.started_at) * ticksPerMillisecond;
  return { writtenTicks: upload.written_ticks ?? began, creationTicks: upload.creation_ticks ?? began };
}

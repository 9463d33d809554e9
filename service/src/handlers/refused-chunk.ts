import type { ChunkUploadResult } from '@soapwright/generated/remote-file-service/server';

/** The answer to a chunk that was not appended. */
export function refusedChunk(ErrorMessage: string): ChunkUploadResult {
  return { ErrorMessage, ChunkAppended: false };
}

import type {
  AppendChunkWithFolderAccessKeyRequest,
  ChunkUploadResult,
} from '@soapwright/generated/remote-file-service/server';
import { checkFolderKey } from '../domain/check-credentials.ts';
import { entryName } from '../domain/entry-paths.ts';
import { appendChunk } from '../uploads/append-chunk.ts';
import { countedBytes, dateTimeOfTicks, ticksOfDateTime } from '../uploads/uploads.ts';
import type { Context } from './context.ts';
import { resultOf } from './run-operation.ts';

/** Appends a chunk of bytes to a file, using a folder access key. */
export async function AppendChunkWithFolderAccessKey(
  request: AppendChunkWithFolderAccessKeyRequest,
  context: Context,
): Promise<ChunkUploadResult> {
  return await resultOf(context, { apiKey: request.APIKey, rejected: rejectedChunk }, async (apiKey) => {
    const folderKey = await checkFolderKey(context, apiKey, request.FolderAccessKey);
    const bytes = countedBytes(request.ChunkData, request.BytesRead);
    await context.state.uploadLimits.check(bytes.size, { isLast: request.isLastChunk });
    const appended = await appendChunk(context.state.uploads, {
      apiKey,
      folderKey,
      fileName: entryName(request.FileName, 'FileName'),
      token: request.UploadToken,
      bytes,
      offset: request.Offset,
      isLast: request.isLastChunk,
      writtenTicks: ticksOfDateTime(request.LastWriteTimeUtc, 'LastWriteTimeUtc'),
      creationTicks: ticksOfDateTime(request.CreationTimeUtc, 'CreationTimeUtc'),
    });
    context.state.counts.chunk(bytes.size);
    return {
      ErrorMessage: '',
      ChunkAppended: true,
      UploadToken: appended.token,
      LastWriteTimeUtc: dateTimeOfTicks(appended.writtenTicks),
      CreationTimeUtc: dateTimeOfTicks(appended.creationTicks),
    };
  });
}

/** The result for a rejected chunk. */
export function rejectedChunk(ErrorMessage: string): ChunkUploadResult {
  return { ErrorMessage, ChunkAppended: false };
}

import type {
  AppendChunkWithFolderAccessKeyRequest,
  ChunkUploadResult,
} from '@soapwright/generated/remote-file-service/server';
import { entryName } from '../domain/entry-name.ts';
import { checkFolderKey } from '../domain/folder-key.ts';
import { appendChunk } from '../uploads/append-chunk.ts';
import { countedBytes } from '../uploads/counted-bytes.ts';
import { dateTimeOfTicks, ticksOfDateTime } from '../uploads/ticks.ts';
import type { Context } from './context.ts';
import { refusedChunk } from './refused-chunk.ts';
import { resultOf } from './run-operation.ts';

/** Appends a chunk of bytes to a file, using a folder access key. */
export async function AppendChunkWithFolderAccessKey(
  request: AppendChunkWithFolderAccessKeyRequest,
  context: Context,
): Promise<ChunkUploadResult> {
  return await resultOf(context, { apiKey: request.APIKey, refused: refusedChunk }, async (apiKey) => {
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

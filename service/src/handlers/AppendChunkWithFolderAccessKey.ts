import type {
  AppendChunkWithFolderAccessKeyRequest,
  ChunkUploadResult,
} from '@soapwright/generated/remote-file-service/server';
import { Rejection } from '../common/rejection.ts';
import { dateTimeOfTicks } from '../common/ticks.ts';
import { checkFolderKey } from '../domain/check-credentials.ts';
import { entryName } from '../domain/entry-paths.ts';
import { countedBytes, ticksOfDateTime } from '../uploads/chunk.ts';
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
    const appended = await context.state.uploads.append({
      requestId: context.requestId,
      apiKey,
      folderKey,
      fileName: entryName(request.FileName, 'FileName'),
      token: request.UploadToken,
      bytes,
      offset: request.Offset,
      isLast: request.isLastChunk,
      fileDigest: request.isLastChunk ? fileDigest(context.httpHeader(digestHeader)) : undefined,
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

/** The HTTP header in which a caller may send the SHA-256 of the whole file with its last chunk, in hexadecimal. */
const digestHeader = 'X-File-SHA256';

function fileDigest(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const digest = value.trim().toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digest)) return digest;
  throw new Rejection('InvalidValue', `${digestHeader} must be a SHA-256 in 64 hexadecimal digits.`);
}

/** The result for a rejected chunk. */
export function rejectedChunk(ErrorMessage: string): ChunkUploadResult {
  return { ErrorMessage, ChunkAppended: false };
}

import type {
  AppendChunkWithFolderAccessKeyRequest,
  ChunkUploadResult,
  RemoteFileServiceAuthorizers,
} from '@soapwright/generated/remote-file-service/server';
import { type Before, IN_MEMORY } from '@soapwright/runtime/server';
import { checkFolderKey } from '../domain/check-credentials.ts';
import { rejectedChunk } from './AppendChunkWithFolderAccessKey.ts';
import type { Context, State } from './context.ts';
import { resultOf } from './run-operation.ts';

/** Checks callers before the bytes of a streamed field are received. */
export const authorize: RemoteFileServiceAuthorizers<State> = { AppendChunkWithFolderAccessKey: authorizeChunk };

async function authorizeChunk(
  { APIKey, FolderAccessKey }: Before<AppendChunkWithFolderAccessKeyRequest>,
  context: Context,
): Promise<ChunkUploadResult | typeof IN_MEMORY | undefined> {
  // Missing, or after the chunk: the handler checks them.
  if (APIKey === undefined || FolderAccessKey === undefined) return IN_MEMORY;
  return await resultOf<ChunkUploadResult | undefined>(
    context,
    { apiKey: APIKey, rejected: rejectedChunk },
    async (apiKey) => {
      await checkFolderKey(context, apiKey, FolderAccessKey);
      context.state.uploadLimits.checkContentLength(Number(context.httpHeader('content-length') ?? 0));
      return undefined;
    },
  );
}

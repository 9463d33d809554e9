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
  { APIKey, FolderAccessKey, FileName }: Before<AppendChunkWithFolderAccessKeyRequest>,
  context: Context,
): Promise<ChunkUploadResult | typeof IN_MEMORY | undefined> {
  // Missing, or after the chunk: the handler checks them.
  if (APIKey === undefined || FolderAccessKey === undefined) return IN_MEMORY;
  return await resultOf<ChunkUploadResult | undefined>(
    context,
    { apiKey: APIKey, rejected: rejectedChunk },
    async (apiKey) => {
      const folderKey = await checkFolderKey(context, apiKey, FolderAccessKey);
      const length = Number(context.httpHeader('content-length') ?? 0);
      context.state.uploadLimits.checkContentLength(length);
      await context.state.uploads.parts.admission.checkEarly(
        folderKey,
        FileName?.normalize('NFC'),
        leastBytes(length, context),
      );
      return undefined;
    },
  );
}

/** Bytes of a request in addition to its base64: the envelope and the other fields. */
const besideChunk = 16 * 1024;

/** Bytes of base64 for 57 bytes, in a line of 76 characters and its end. */
const lineOfBase64 = 78 / 57;

/** Bytes that the chunk of a request has at least, unless it has much white space. */
function leastBytes(contentLength: number, context: Context): number {
  const bytesOfCharacter = /utf-16/i.test(context.httpHeader('content-type') ?? '') ? 2 : 1;
  return Math.floor((contentLength / bytesOfCharacter - besideChunk) / lineOfBase64);
}

import type { AppendChunkWithFolderAccessKeyRequest } from '@soapwright/generated/remote-file-service/client';

/** The other fields of a chunk. */
export interface ChunkRest {
  /** Default: 0. */
  readonly offset?: number | undefined;
  readonly token?: string | undefined;
  /** Default: false. */
  readonly last?: boolean | undefined;
}

/** The request for a chunk of a file in the folder `/anna/in` of the harness. */
export function chunkRequest(
  name: string,
  bytes: Uint8Array,
  { offset = 0, token, last = false }: ChunkRest = {},
): AppendChunkWithFolderAccessKeyRequest {
  return {
    APIKey: 'key-for-all',
    FolderAccessKey: 'folder-anna-in',
    FileName: name,
    ChunkData: new Blob([new Uint8Array(bytes)]),
    Offset: BigInt(offset),
    BytesRead: bytes.length,
    isLastChunk: last,
    UploadToken: token,
  };
}

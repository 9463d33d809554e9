import { generatedModule } from '../generated-code.js';
import { unusedOperations } from './unused-operations.js';

/** The generated server that is measured. @param inMemory that of the same contract without `stream: true`. */
export async function benchmarkedServer(inMemory = false) {
  const { createRemoteFileServiceServer } = await import(
    inMemory ? generatedModule('in-memory', 'server') : '@soapwright/generated/remote-file-service/server'
  );
  const sizeOf = (data) => (inMemory ? data?.length : data?.size) ?? 0;
  return createRemoteFileServiceServer(
    {
      ...unusedOperations,
      AppendChunkWithFolderAccessKey: async (input) => ({
        ErrorMessage: '',
        ChunkAppended: sizeOf(input.ChunkData) === input.BytesRead,
        UploadToken: 'token',
        LastWriteTimeUtc: undefined,
        CreationTimeUtc: undefined,
      }),
      GetClientID: (input) => ({ ErrorMessage: '', ClientID: input.Parameters?.CompanyCode === 'ACME' ? 4711 : 0 }),
    },
    { state: undefined },
  );
}

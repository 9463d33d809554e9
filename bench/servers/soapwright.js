// The generated server, with the compiled packages, as the README writes it. With the argument `memory`, the server of the
// same contract without `stream: true`.
import { listen } from '@soapwright/runtime/server/node';
import { generatedModule } from '../generated-code.js';
import { reportUsage } from './control.js';

const inMemory = process.argv[2] === 'memory';
const { createRemoteFileServiceServer } = await import(
  inMemory ? generatedModule('in-memory', 'server') : '@soapwright/generated/remote-file-service/server'
);

const unused = () => {
  throw new Error('not part of the benchmark');
};
const sizeOf = (data) => (inMemory ? data?.length : data?.size) ?? 0;

const server = createRemoteFileServiceServer(
  {
    AppendChunkWithFolderAccessKey: async (input) => ({
      ErrorMessage: '',
      ChunkAppended: sizeOf(input.ChunkData) === input.BytesRead,
      UploadToken: 'token',
      LastWriteTimeUtc: undefined,
      CreationTimeUtc: undefined,
    }),
    GetClientID: (input) => ({ ErrorMessage: '', ClientID: input.Parameters?.CompanyCode === 'ACME' ? 4711 : 0 }),
    AccountCreateFreeFromPromotion: unused,
    ExternalOAuthAccountLogin: unused,
    AdminCreateFolder: unused,
    SAMLAccountLogin: unused,
    SSOLoginWebURL: unused,
    SSOLoginURL: unused,
    GetAPIURL: unused,
  },
  { state: undefined },
);

const { port } = await listen(server);
reportUsage(port);

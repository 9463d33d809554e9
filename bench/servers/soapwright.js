// The generated server, on the compiled packages as a user would run them.
import { createServer } from 'node:http';
import { createRemoteFileServiceServer } from '@soapwright/generated/remote-file-service/server';
import { nodeListener } from '@soapwright/runtime/server/node';
import { serveBenchmark } from './control.js';

const unused = () => {
  throw new Error('not part of the benchmark');
};

const server = createRemoteFileServiceServer(
  {
    AppendChunkWithFolderAccessKey: async (input) => ({
      ErrorMessage: '',
      ChunkAppended: (input.ChunkData?.size ?? 0) === input.BytesRead,
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

serveBenchmark(createServer(nodeListener(server)));

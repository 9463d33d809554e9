// node-soap with the generated WSDL and the same handlers.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from 'soap';
import { path, wsdl } from '../messages.js';
import { serveBenchmark } from './control.js';

const port = {
  GetClientID: (input) => ({
    GetClientIDResult: { ErrorMessage: '', ClientID: input.Parameters?.CompanyCode === 'ACME' ? 4711 : 0 },
  }),
  AppendChunkWithFolderAccessKey: (input) => ({
    ChunkUploadResult: {
      ErrorMessage: '',
      ChunkAppended: Buffer.from(input.ChunkData, 'base64').length === Number(input.BytesRead),
      UploadToken: 'token',
    },
  }),
};
const server = createServer((_request, response) => response.writeHead(404).end());
listen(server, path, { RemoteFileService: { RemoteFileServiceSoap: port } }, readFileSync(wsdl, 'utf8'));
serveBenchmark(server);

// node-soap over the generated WSDL, doing the same.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from 'soap';
import { serveBenchmark } from './control.js';

const wsdl = readFileSync(
  new URL('../../generated/remote-file-service/remote-file-service.wsdl', import.meta.url),
  'utf8',
);
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
listen(server, '/v2/fileservice.asmx', { RemoteFileService: { RemoteFileServiceSoap: port } }, wsdl);
serveBenchmark(server);

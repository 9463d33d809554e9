// strong-soap with the generated WSDL and the same handlers.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { path, wsdl } from '../messages.js';
import { requirePeer } from '../peers/npm.js';
import { serveBenchmark } from './control.js';

const { soap } = requirePeer('strong-soap');
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
const notYet = (_request, response) => response.writeHead(503).end();
const server = createServer(notYet);
soap.listen(server, path, { RemoteFileService: { RemoteFileServiceSoap: port } }, readFileSync(wsdl, 'utf8'));
// It replaces the listeners after it has read the WSDL.
while (server.listeners('request').includes(notYet)) await setImmediate();
serveBenchmark(server);

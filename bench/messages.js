// The messages of the scenarios, and their WSDL.
import { fileURLToPath } from 'node:url';

/** Path of the WSDL that the peers use. */
export const wsdl = fileURLToPath(
  new URL('../generated/remote-file-service/remote-file-service.wsdl', import.meta.url),
);

export const namespace = 'https://files.example/v2/';
export const envelope = (body) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;

export const path = '/v2/fileservice.asmx';

export const headers = (operation) => ({
  'Content-Type': 'text/xml; charset=utf-8',
  SOAPAction: `"${namespace}${operation}"`,
});

export const smallRequest = envelope(
  `<GetClientID xmlns="${namespace}"><APIKey>a-key-of-some-length-0123456789</APIKey><Parameters><CompanyCode>ACME</CompanyCode></Parameters></GetClientID>`,
);

export const smallAnswer = envelope(
  `<GetClientIDResponse xmlns="${namespace}"><GetClientIDResult><ErrorMessage></ErrorMessage><ClientID>4711</ClientID></GetClientIDResult></GetClientIDResponse>`,
);

/** @param {string} data base64 */
export const chunkEnvelope = (data, size) =>
  envelope(
    `<AppendChunkWithFolderAccessKey xmlns="${namespace}"><APIKey>k</APIKey><FolderAccessKey>f</FolderAccessKey><FileName>a.bin</FileName><ChunkData>${data}</ChunkData><Offset>0</Offset><BytesRead>${size}</BytesRead><isLastChunk>false</isLastChunk></AppendChunkWithFolderAccessKey>`,
  );

/** @param {number} size of the chunk, in bytes */
export const chunkRequest = (size) => chunkEnvelope(Buffer.alloc(size, 0xa7).toString('base64'), size);

// Requests to the Remote File Service with the keys of its demonstration.
export const path = '/v2/fileservice.asmx';
export const namespace = 'https://files.example/v2/';
const envelopes = {
  1.1: ['http://schemas.xmlsoap.org/soap/envelope/', 'text/xml; charset=utf-8'],
  1.2: ['http://www.w3.org/2003/05/soap-envelope', 'application/soap+xml; charset=utf-8'],
};

export const envelope = (body, version = '1.1') =>
  `<s:Envelope xmlns:s="${envelopes[version][0]}"><s:Body>${body}</s:Body></s:Envelope>`;

export const getClientId = (code = 'DEMO', key = 'demo-api-key') =>
  `<GetClientID xmlns="${namespace}"><APIKey>${key}</APIKey><Parameters><CompanyCode>${code}</CompanyCode></Parameters></GetClientID>`;

export const getApiUrl = () =>
  `<GetAPIURL xmlns="${namespace}"><APIKey>demo-api-key</APIKey><ClientId>1001</ClientId></GetAPIURL>`;

/** A whole file in one chunk. */
export const chunk = (name, bytes) =>
  `<AppendChunkWithFolderAccessKey xmlns="${namespace}"><APIKey>demo-api-key</APIKey><FolderAccessKey>demo-folder-key</FolderAccessKey><FileName>${name}</FileName><ChunkData>${bytes.toString('base64')}</ChunkData><Offset>0</Offset><BytesRead>${bytes.length}</BytesRead><isLastChunk>true</isLastChunk></AppendChunkWithFolderAccessKey>`;

/** Lines of a head, and a body. Headers that are undefined are left out. */
export function post(body, operation = 'GetClientID', version = '1.1', headers = {}) {
  const bytes = Buffer.from(body);
  const all = {
    Host: 'files.test',
    'Content-Type': envelopes[version][1],
    SOAPAction: version === '1.1' ? `"${namespace}${operation}"` : undefined,
    'Content-Length': bytes.length,
    ...headers,
  };
  return raw(`POST ${path} HTTP/1.1`, all, bytes);
}

export function raw(first, headers, body = Buffer.alloc(0)) {
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return Buffer.concat([Buffer.from([first, ...lines, '', ''].join('\r\n'), 'latin1'), body]);
}

export const get = (target) => raw(`GET ${target} HTTP/1.1`, { Host: 'files.test' });

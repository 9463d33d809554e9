import { description } from '@soapwright/generated/remote-file-service/pages';
import type { Nouns } from '../provisioning/nouns.ts';

/** What the demonstration prints: where it is, its keys, and lines that work when they are pasted into a shell. */
export function demoText(url: string, nouns: Nouns): string {
  const tenant = nouns.tenants[0];
  const administrator = nouns.administrators[0];
  const apiKey = nouns.apiKeys[0]?.key.value ?? '';
  const folderKey = nouns.folderKeys[0]?.key.value ?? '';
  const companyCode = tenant?.companyCode.value ?? '';
  const content = Buffer.from('Hello from the demonstration.\n');
  const rows: readonly (readonly [string, string])[] = [
    ['address', url],
    ['WSDL', `${url}?wsdl`],
    ['API key', apiKey],
    ['folder access key', `${folderKey} (${nouns.folderKeys[0]?.name.value ?? ''})`],
    ['promotion code', nouns.promotions[0]?.code.value ?? ''],
    ['company code', `${companyCode} (ClientID ${tenant?.clientId.value ?? ''}, OrgID ${tenant?.orgId.value ?? ''})`],
    ['administrator', `${administrator?.userId.value ?? ''}, password ${administrator?.password.value ?? ''}`],
    ['account', `/${nouns.accounts[0]?.userName.value.text ?? ''}`],
  ];
  const lookUp = curl(url, 'GetClientID', [
    ['APIKey', apiKey],
    ['Parameters', [['CompanyCode', companyCode]]],
  ]);
  const upload = curl(url, 'AppendChunkWithFolderAccessKey', [
    ['APIKey', apiKey],
    ['FolderAccessKey', folderKey],
    ['FileName', 'hello.txt'],
    ['ChunkData', content.toString('base64')],
    ['Offset', '0'],
    ['BytesRead', String(content.length)],
    ['isLastChunk', 'true'],
  ]);
  const table = rows.map(([what, value]) => `  ${what.padEnd(18)} ${value}\n`).join('');
  return `
The Remote File Service is ready. Everybody knows these keys: this is for trying things out only.

${table}
The ClientID of the company:

${lookUp}

A file of one chunk into the folder of the access key:

${upload}

Ctrl-C stops it.
`;
}

type Content = string | readonly Element[];
type Element = readonly [name: string, content: Content];

function curl(url: string, operation: string, fields: readonly Element[]): string {
  const { namespace, operations } = description;
  const soapAction = operations.find(({ name }) => name === operation)?.soapAction ?? '';
  const envelope = [
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>',
    `<${operation} xmlns="${xml(namespace)}">${elements(fields)}</${operation}>`,
    '</soap:Body></soap:Envelope>',
  ].join('');
  return [
    `curl -sS ${quoted(url)}`,
    `-H 'Content-Type: text/xml; charset=utf-8'`,
    `-H ${quoted(`SOAPAction: "${soapAction}"`)}`,
    `--data-binary ${quoted(envelope)}`,
  ].join(' ');
}

function elements(fields: readonly Element[]): string {
  return fields
    .map(([name, content]) => `<${name}>${typeof content === 'string' ? xml(content) : elements(content)}</${name}>`)
    .join('');
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** One argument for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

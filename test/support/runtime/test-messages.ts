import { type SoapVersion, versionNamed } from '../../../runtime/src/soap/version.ts';
import { namespace } from './table-codec.ts';
import { path } from './test-service.ts';

/** An envelope around the content of its body. */
export function envelope(version: SoapVersion, body: string, header = ''): string {
  return `<e:Envelope xmlns:e="${versionNamed(version).namespace}">${header}<e:Body>${body}</e:Body></e:Envelope>`;
}

/** The element of a call of `GetClientID`; the ClientID of the response is the length of the code. */
export function getClientID(code = 'ACME'): string {
  return `<GetClientID xmlns="${namespace}"><APIKey>k</APIKey><Parameters><CompanyCode>${code}</CompanyCode></Parameters></GetClientID>`;
}

/** Default headers of a call. */
export function callHeaders(version: SoapVersion, operation = 'GetClientID'): Record<string, string> {
  const contentType = { 'Content-Type': versionNamed(version).contentType };
  return version === '1.1' ? { ...contentType, SOAPAction: `"${namespace}${operation}"` } : contentType;
}

/** The bytes of a POST. Undefined headers are omitted, also the default ones. */
export function post(
  headers: Readonly<Record<string, string | undefined>>,
  body: string | Uint8Array,
  target: string = path,
): Buffer {
  const bytes = Buffer.from(body);
  const all = { Host: 'files.test', 'Content-Length': String(bytes.length), ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]));
  return Buffer.concat([Buffer.from(`POST ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), bytes]);
}

/** The bytes of a valid call of `GetClientID`. */
export function call(version: SoapVersion = '1.1', code = 'ACME'): Buffer {
  return post(callHeaders(version), envelope(version, getClientID(code)));
}

import type { Version } from '../../soap/version.ts';
import type { FieldDescription, OperationDescription, ServiceDescription } from '../description.ts';
import { contentDepth, envelopeText } from './envelope-text.ts';

/** Values that fit their types, so that a sample can be sent as it stands. */
const values: Readonly<Record<string, string>> = {
  string: 'string',
  normalizedString: 'string',
  token: 'token',
  int: '0',
  long: '0',
  short: '0',
  byte: '0',
  integer: '0',
  nonNegativeInteger: '0',
  positiveInteger: '1',
  nonPositiveInteger: '0',
  negativeInteger: '-1',
  unsignedLong: '0',
  unsignedInt: '0',
  unsignedShort: '0',
  unsignedByte: '0',
  decimal: '1.50',
  double: '1.5',
  float: '1.5',
  boolean: 'false',
  dateTime: '2001-02-03T04:05:06Z',
  date: '2001-02-03',
  time: '04:05:06',
  duration: 'P1DT2H3M',
  gYear: '2001',
  gYearMonth: '2001-02',
  gMonth: '--02',
  gMonthDay: '--02-03',
  gDay: '---03',
  base64Binary: 'AQID',
  hexBinary: '010203',
  anyURI: 'https://example.org/',
  language: 'en',
  Name: 'name',
  NCName: 'name',
  NMTOKEN: 'token',
  ID: 'id',
  IDREF: 'id',
  ENTITY: 'name',
  NMTOKENS: 'one two',
  IDREFS: 'id',
  ENTITIES: 'name',
};

/** A record that holds itself ends here. */
const deepest = 8;

/** A request with its HTTP head. @param address whole, of the service. */
export function sampleRequest(
  service: ServiceDescription,
  operation: OperationDescription,
  version: Version,
  address: string,
): string {
  const { host, pathname, search } = new URL(address);
  const body = envelope(service, version, operation.inputElement, operation.input);
  const action = version.name === '1.1' ? `SOAPAction: "${operation.soapAction}"\n` : '';
  return `POST ${pathname}${search} HTTP/1.1\nHost: ${host}\n${entityHead(version, body)}${action}\n${body}`;
}

/** The answer to it. */
export function sampleResponse(service: ServiceDescription, operation: OperationDescription, version: Version): string {
  const body = envelope(service, version, operation.outputElement, operation.output);
  return `HTTP/1.1 200 OK\n${entityHead(version, body)}\n${body}`;
}

function entityHead({ contentType }: Version, body: string): string {
  return `Content-Type: ${contentType}\nContent-Length: ${new TextEncoder().encode(body).length}\n`;
}

function envelope(service: ServiceDescription, version: Version, element: string, record: string): string {
  return envelopeText(version, service.namespace, element, fieldsOf(service, record, contentDepth));
}

function fieldsOf(service: ServiceDescription, record: string, depth: number): string {
  return (service.records[record] ?? []).map((field) => fieldOf(service, field, depth)).join('\n');
}

function fieldOf(service: ServiceDescription, { name, type, record }: FieldDescription, depth: number): string {
  const indent = '  '.repeat(depth);
  if (record === undefined) return `${indent}<${name}>${values[type ?? ''] ?? ''}</${name}>`;
  const content = depth > deepest ? '' : fieldsOf(service, record, depth + 1);
  return content === '' ? `${indent}<${name}/>` : `${indent}<${name}>\n${content}\n${indent}</${name}>`;
}

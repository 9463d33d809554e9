import { escapeXml } from '../../soap/carriable.ts';
import type { Version } from '../../soap/version.ts';
import type { FieldDescription, OperationDescription, ServiceDescription } from '../description.ts';
import { contentDepth, envelopeText } from './envelope-text.ts';

/** Values that fit their types, so that a sample can be sent as it stands. */
const values: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

/** A record that holds itself, and must, ends here. */
const deepest = 8;

/** A sample of more lines leaves out every record that may be left out. */
const mostLines = 300;

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
  return envelopeText(version, service.namespace, element, contentOf(service, record));
}

/** One of each field. Records that hold themselves would double a sample at every step, so each opens once on a way down. */
function contentOf({ records }: ServiceDescription, root: string): string {
  const lines: string[] = [];
  append(root, contentDepth, [root]);
  return lines.join('\n');

  function append(record: string, depth: number, open: readonly string[]): void {
    const indent = '  '.repeat(depth);
    for (const field of records[record] ?? []) {
      const { name, type, record: inner } = field;
      if (inner === undefined) {
        const value = field.values?.[0] ?? values.get(type ?? '') ?? '';
        lines.push(`${indent}<${name}>${escapeXml(value)}</${name}>`);
      } else if (!(isDispensable(field) && (open.includes(inner) || lines.length > mostLines))) {
        const isEmpty = depth > deepest || (records[inner] ?? []).length === 0;
        lines.push(`${indent}<${name}${isEmpty ? '/' : ''}>`);
        if (isEmpty) continue;
        append(inner, depth + 1, [...open, inner]);
        lines.push(`${indent}</${name}>`);
      }
    }
  }
}

function isDispensable({ optional, many }: FieldDescription): boolean {
  return optional || many;
}

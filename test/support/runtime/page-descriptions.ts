import { createPages, type FieldDescription, type PagesDescription } from '../../../runtime/src/pages/index.ts';
import type { HttpResponse } from '../../../runtime/src/server/http-response.ts';
import { headFields } from '../../../runtime/src/server/request-head.ts';
import { versionNamed } from '../../../runtime/src/soap/version.ts';

/** A field of a type, required by default. */
export function field(name: string, type: string, rest: Partial<FieldDescription> = {}): FieldDescription {
  const plain = { optional: false, many: false, nillable: false, sensitive: false, stream: false, doc: '' };
  return { name, type, ...plain, ...rest };
}

/** A field that holds a record. */
export function recordField(name: string, record: string, rest: Partial<FieldDescription> = {}): FieldDescription {
  const { type: _, ...plain } = field(name, '', rest);
  return { ...plain, record };
}

/** A service with one operation, `Do`, of these fields. @param records others that they hold. */
export function serviceOf(
  fields: readonly FieldDescription[],
  records: Readonly<Record<string, readonly FieldDescription[]>> = {},
  text = '',
): PagesDescription {
  return {
    name: `Rich${text}`,
    namespace: `urn:rich/${text}`,
    doc: text,
    address: 'http://localhost:8080/rich',
    soapVersions: ['1.1', '1.2'],
    operations: [
      {
        name: 'Do',
        doc: text,
        soapAction: `urn:rich/Do${text}`,
        inputElement: 'Do',
        outputElement: 'DoResponse',
        input: 'DoRequest',
        output: 'DoResponse',
      },
    ],
    records: { DoRequest: fields, DoResponse: fields, ...records },
    wsdl: [],
  };
}

/** The page for a GET on the address, as this machine sees it. */
export function pageOf(description: PagesDescription, query = ''): HttpResponse {
  const rawHeaders = ['Host', 'localhost'];
  return createPages(description).get({
    head: {
      method: 'GET',
      target: `/rich?${query}`,
      rawHeaders,
      scheme: 'http',
      needsHost: true,
      needsLength: true,
      peerAddress: '127.0.0.1',
      codings: [],
    },
    fields: headFields(rawHeaders),
    target: { path: '/rich', query },
    address: description.address,
    versions: description.soapVersions.map(versionNamed),
    testForms: true,
    extraHeaders: [],
  });
}

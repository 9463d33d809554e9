import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

/** An answer of a real service, as bytes on the wire. */
export interface OddAnswer {
  readonly name: string;
  /** Default 200 OK. */
  readonly status?: string;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  /** The connection ends after this many bytes of the body. */
  readonly cut?: number;
}

const xml = 'Content-Type: text/xml; charset=utf-8';
const plain = 'Content-Type: text/xml';
const html = 'Content-Type: text/html';
const wsa = 'http://www.w3.org/2005/08/addressing';
const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const soap12 = 'http://www.w3.org/2003/05/soap-envelope';

function envelope(header = '', namespace = soap11): string {
  return `<soap:Envelope xmlns:soap="${namespace}">${header}<soap:Body><FindResponse xmlns="urn:billing/"><Name>Müller</Name></FindResponse></soap:Body></soap:Envelope>`;
}

const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>${envelope()}`;
const utf8 = (text: string): Buffer => Buffer.from(text);
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const page = (title: string, content: string): Buffer =>
  utf8(`<!DOCTYPE html><html><head><title>${title}</title></head><body>${content}</body></html>`);
const must = `<soap:Header><a:Action xmlns:a="${wsa}" soap:mustUnderstand="1">urn:x</a:Action></soap:Header>`;
const bomb = gzipSync(utf8(envelope().replace('Müller', 'M'.repeat(30_000_000))));

const row = (name: string, headers: readonly string[], body: Uint8Array, more: Partial<OddAnswer> = {}): OddAnswer => ({
  name,
  headers,
  body,
  ...more,
});

export const oddAnswers: readonly OddAnswer[] = [
  row('UTF-8, as it should be', [xml], utf8(envelope())),
  row('Latin-1 by the Content-Type', ['Content-Type: text/xml; charset=ISO-8859-1'], latin1(envelope())),
  row('Latin-1 by the XML declaration', [plain], latin1(declared('ISO-8859-1'))),
  row('windows-1252 by the Content-Type', ['Content-Type: text/xml; charset="windows-1252"'], latin1(envelope())),
  row('UTF-16 with a mark', ['Content-Type: text/xml; charset=utf-16'], utf16(`\ufeff${envelope()}`)),
  row('UTF-16 without a mark', ['Content-Type: text/xml; charset=utf-16'], utf16(envelope())),
  row('UTF-8 that declares UTF-16', [plain], utf8(declared('utf-16'))),
  row('Latin-1 that is called UTF-8', [xml], latin1(declared('ISO-8859-1'))),
  row('Latin-1 without any name', [plain], latin1(envelope())),
  row(
    'UTF-8 that is called Latin-1 and has a mark',
    ['Content-Type: text/xml; charset=iso-8859-1'],
    utf8(`\ufeff${envelope()}`),
  ),
  row('UTF-7', ['Content-Type: text/xml; charset=utf-7'], utf8(envelope().replace('ü', '+APw-'))),
  row('an unknown encoding', ['Content-Type: text/xml; charset=x-klingon'], utf8(envelope())),
  row('a byte order mark', [xml], utf8(`\ufeff${declared('utf-8')}`)),
  row('a line feed before the declaration', [xml], utf8(`\r\n${declared('utf-8')}`)),
  row('a byte order mark after a line feed', [xml], utf8(`\n\ufeff${declared('utf-8')}`)),
  row('text before the declaration', [xml], utf8(`Notice: x ${declared('utf-8')}`)),
  row('gzip that nobody asked for', [xml, 'Content-Encoding: gzip'], gzipSync(utf8(envelope()))),
  row('deflate', [xml, 'Content-Encoding: deflate'], deflateSync(utf8(envelope()))),
  row('deflate without its header', [xml, 'Content-Encoding: deflate'], deflateRawSync(utf8(envelope()))),
  row('br', [xml, 'Content-Encoding: br'], brotliCompressSync(utf8(envelope()))),
  row(
    'gzip and Latin-1',
    ['Content-Type: text/xml; charset=iso-8859-1', 'Content-Encoding: gzip'],
    gzipSync(latin1(envelope())),
  ),
  row('gzip twice', [xml, 'Content-Encoding: gzip, gzip'], gzipSync(gzipSync(utf8(envelope())))),
  row('a gzip bomb', [xml, 'Content-Encoding: gzip'], bomb),
  row('gzip that breaks off', [xml, 'Content-Encoding: gzip'], gzipSync(utf8(envelope())).subarray(0, 90)),
  row('application/xml', ['Content-Type: application/xml'], utf8(envelope())),
  row('application/soap+xml with SOAP 1.1', ['Content-Type: application/soap+xml; charset=utf-8'], utf8(envelope())),
  row('text/xml with SOAP 1.2', [xml], utf8(envelope('', soap12))),
  row('text/plain', ['Content-Type: text/plain'], utf8(envelope())),
  row('text/html', [html], utf8(envelope())),
  row('application/octet-stream', ['Content-Type: application/octet-stream'], utf8(envelope())),
  row('no Content-Type', [], utf8(envelope())),
  row('mustUnderstand on wsa:Action', [xml], utf8(envelope(must))),
  row('a page to sign in', [html], page('Sign in', '<form><input type="password"></form>')),
  row('a page', [html], page('Maintenance', 'Back soon')),
  row('a redirect to sign in', ['Location: /login'], utf8(''), { status: '302 Found' }),
  row('HTTP 401', ['WWW-Authenticate: Negotiate', 'WWW-Authenticate: Basic realm="a"'], utf8('no'), {
    status: '401 No',
  }),
  row('HTTP 403', [html], page('Forbidden', ''), { status: '403 Forbidden' }),
  row('HTTP 404', [html], page('Not found', ''), { status: '404 Not Found' }),
  row('HTTP 407', ['Proxy-Authenticate: NTLM'], utf8(''), { status: '407 Proxy' }),
  row('HTTP 429', ['Retry-After: 5'], utf8(''), { status: '429 Slow' }),
  row('HTTP 503', ['Retry-After: 120'], utf8('later'), { status: '503 Busy' }),
  row('a response that breaks off', [xml], utf8(envelope()), { cut: 100 }),
  row('an envelope that breaks off', [xml], utf8(envelope().slice(0, 150))),
  row('no response', [], utf8(''), { cut: -1 }),
  row('an empty response', [xml], utf8('')),
  row('JSON', ['Content-Type: application/json'], utf8('{"Name":"Müller"}')),
];

/** The bytes of an answer; undefined if there are none. */
export function answerBytes({ status = '200 OK', headers, body, cut }: OddAnswer): Uint8Array | undefined {
  if (cut === -1) return undefined;
  const head = [`HTTP/1.1 ${status}`, `Content-Length: ${body.length}`, 'Connection: close', ...headers].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body.subarray(0, cut ?? body.length)]);
}

/** A WSDL whose operation Find has no input and one text as output. */
export function wsdlAt(address: string): string {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:billing/" targetNamespace="urn:billing/" name="Billing">
<types><x:schema targetNamespace="urn:billing/" elementFormDefault="qualified"><x:element name="Find"><x:complexType><x:sequence/></x:complexType></x:element><x:element name="FindResponse"><x:complexType><x:sequence><x:element name="Name" type="x:string"/></x:sequence></x:complexType></x:element></x:schema></types>
<message name="In"><part name="parameters" element="t:Find"/></message><message name="Out"><part name="parameters" element="t:FindResponse"/></message>
<portType name="Billing"><operation name="Find"><input message="t:In"/><output message="t:Out"/></operation></portType>
<binding name="Billing" type="t:Billing"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Find"><s:operation soapAction="urn:billing/Find"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="Billing"><port name="Billing" binding="t:Billing"><s:address location="${address}"/></port></service></definitions>`;
}

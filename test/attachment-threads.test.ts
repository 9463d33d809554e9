import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveContract, DocExamples, shownContract } from './support/doc-examples.ts';
import { picturesWsdl } from './support/generator/pictures-wsdl.ts';
import { contractOfWsdl } from './support/generator/wsdl-contract.ts';
import { httpResponse, type RawRequest, type RawServer, rawServer } from './support/runtime/raw-server.ts';

interface Lines {
  download(address: string): Promise<Blob>;
  upload(address: string, content: Blob): Promise<string>;
}

let page: DocExamples;
let server: RawServer;
let answer: (request: RawRequest) => string | Uint8Array = () => new Uint8Array(0);
/** Of the page, as a user copies them. */
let lines: Lines;

beforeAll(async () => {
  const path = 'docs/how-to/send-attachments.md';
  page = await DocExamples.load(path, {
    archive: archiveContract,
    vault: shownContract(path, 'Vault'),
    pictures: contractOfWsdl(picturesWsdl),
  });
  lines = page.exports as unknown as Lines;
  server = await rawServer((request) => answer(request));
});
afterAll(async () => {
  await server?.close();
  page?.folder.remove();
});

const pdf = Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\r\n--not a boundary', 'latin1');
const xop = 'http://www.w3.org/2004/08/xop/include';
const include = (href: string): string => `<inc:Include href="${href}" xmlns:inc="${xop}"/>`;
const envelope = (content: string, declaration = ''): string =>
  `${declaration}<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><FetchResponse xmlns="urn:archive/"><Document>${content}</Document></FetchResponse></s:Body></s:Envelope>`;
const value = (text: string): string => `<Content>${text}</Content>`;

interface Part {
  readonly head: readonly string[];
  readonly body: string | Uint8Array;
}

/** A multipart body. @param lead what is before the first boundary. */
function multipart(boundary: string, parts: readonly Part[], lead = ''): Uint8Array {
  const pieces = parts.flatMap(({ head, body }) => [
    Buffer.from(`--${boundary}\r\n${head.join('\r\n')}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([Buffer.from(lead), ...pieces, Buffer.from(`--${boundary}--`)]);
}

const wcf = 'uuid:53616ef9-df69-40d7-be67-3b954e4ce5af+id=255897';
const cxf = 'uuid:98eb4321-4665-4970-a24d-e9bc20cd051c';
const axis = '----=_Part_187_56733036.1531119409567';
const cxfRoot = '<root.message@cxf.apache.org>';
const binary = ['Content-Type: application/octet-stream', 'Content-Transfer-Encoding: binary'];

/** Responses with the form of those in threads of users of other tools, each with the value that a program gets. */
const answers: readonly { readonly thread: string; readonly type: string; readonly body: Uint8Array }[] = [
  {
    thread: 'dotnet/wcf#2919: MTOM without a part for the value',
    type: `multipart/related; type="application/xop+xml"; start="<http://tempuri.org/0>"; boundary="${wcf}"; start-info="text/xml"`,
    body: multipart(
      wcf,
      [
        {
          head: [
            'Content-ID: <http://tempuri.org/0>',
            'Content-Transfer-Encoding: 8bit',
            'Content-Type: application/xop+xml;charset=utf-8;type="text/xml"',
          ],
          body: envelope(value(pdf.toString('base64'))),
        },
      ],
      '\r\n',
    ),
  },
  {
    thread: 'yaronn/ws.js#35: WCF with a URL as Content-ID',
    type: `multipart/related; type="application/xop+xml";start="<http://tempuri.org/0>";boundary="${wcf}";start-info="text/xml"`,
    body: multipart(
      wcf,
      [
        {
          head: [
            'Content-ID: <http://tempuri.org/0>',
            'Content-Transfer-Encoding: 8bit',
            'Content-Type: application/xop+xml;charset=utf-8;type="text/xml"',
          ],
          body: envelope(value(include('cid:http%3A%2F%2Ftempuri.org%2F1%2F635629279886408732'))),
        },
        { head: ['Content-ID: <http://tempuri.org/1/635629279886408732>', ...binary], body: pdf },
      ],
      '\r\n',
    ),
  },
  {
    thread: 'phpro/soap-client#493: CXF, the lines of the boundary before the XML',
    type: `multipart/related; type="application/xop+xml"; boundary="${cxf}"; start="${cxfRoot}"; start-info="text/xml"`,
    body: multipart(
      cxf,
      [
        {
          head: [
            'Content-Type: application/xop+xml; charset=UTF-8; type="text/xml"',
            'Content-Transfer-Encoding: binary',
            `Content-ID: ${cxfRoot}`,
          ],
          body: envelope(value(include('cid:c4a8b2b1-1%40cxf.apache.org'))),
        },
        { head: [...binary, 'Content-ID: <c4a8b2b1-1@cxf.apache.org>'], body: pdf },
      ],
      '\r\n',
    ),
  },
  {
    thread: 'dotnet/wcf#4918: a root of text/xml in a multipart of XOP',
    type: `multipart/related; type="application/xop+xml"; boundary="${cxf}"; start="${cxfRoot}"; start-info="text/xml"`,
    body: multipart(
      cxf,
      [
        {
          head: [
            'Content-Type: text/xml; charset=UTF-8',
            'Content-Transfer-Encoding: binary',
            `Content-ID: ${cxfRoot}`,
          ],
          body: envelope(value(pdf.toString('base64')), '<?xml version="1.0" encoding="UTF-8"?>\n'),
        },
      ],
      '\r\n\r\n',
    ),
  },
  {
    thread: 'mvantellingen/python-zeep#781: an attachment of Axis, by href',
    type: `multipart/related; type="text/xml"; start="<FC3F7998E66EEB73EAC507F254FC67FA>"; boundary="${axis}"`,
    body: multipart(axis, [
      {
        head: [
          'Content-Type: text/xml; charset=UTF-8',
          'Content-Transfer-Encoding: binary',
          'Content-Id: <FC3F7998E66EEB73EAC507F254FC67FA>',
        ],
        body: envelope(
          '<Content href="cid:26B914A4F97C0F965EB14E2AF41B4BEF"/>',
          '<?xml version="1.0" encoding="UTF-8"?>',
        ),
      },
      { head: [...binary, 'Content-Id: <26B914A4F97C0F965EB14E2AF41B4BEF>'], body: pdf },
    ]),
  },
  {
    thread: 'mvantellingen/python-zeep#896: an encoded at sign in the reference',
    type: `multipart/related; type="application/xop+xml"; boundary="${cxf}"; start="${cxfRoot}"; start-info="text/xml"`,
    body: multipart(cxf, [
      {
        head: ['Content-Type: application/xop+xml; type="text/xml"', `Content-ID: ${cxfRoot}`],
        body: envelope(value(include('cid:84c7bf6b-de50-47a9-aa4d-2b222b3d7275%40null'))),
      },
      { head: [...binary, 'Content-ID: <84c7bf6b-de50-47a9-aa4d-2b222b3d7275@null>'], body: pdf },
    ]),
  },
  {
    thread: 'mvantellingen/python-zeep#531: one part without a Content-ID, and no start',
    type: 'multipart/related; type="application/xop+xml"; boundary="----=_Part_208_5901714.1502282321643"; start-info="text/xml"',
    body: multipart('----=_Part_208_5901714.1502282321643', [
      {
        head: ['Content-Type: application/xop+xml; charset=utf-8; type="text/xml"'],
        body: envelope(value(pdf.toString('base64'))),
      },
    ]),
  },
  {
    thread: 'lennykean/WcfCoreMtomEncoder#19: a charset in quotation marks',
    type: `multipart/related; type="application/xop+xml"; boundary="${cxf}"; start="${cxfRoot}"; start-info="text/xml"`,
    body: multipart(cxf, [
      {
        head: ['Content-Type: application/xop+xml; type="text/xml"; charset="utf-8"', `Content-ID: ${cxfRoot}`],
        body: envelope(value(include('cid:1'))),
      },
      { head: [...binary, 'Content-ID: <1>'], body: pdf },
    ]),
  },
  {
    thread: 'lennykean/WcfCoreMtomEncoder#20: the part of the value before the root',
    type: `multipart/related; type="application/xop+xml"; boundary="${cxf}"; start="${cxfRoot}"; start-info="text/xml"`,
    body: multipart(cxf, [
      { head: [...binary, 'Content-ID: <1>'], body: pdf },
      {
        head: ['Content-Type: application/xop+xml; type="text/xml"', `Content-ID: ${cxfRoot}`],
        body: envelope(value(include('cid:1'))),
      },
    ]),
  },
];

describe('docs/how-to/send-attachments.md: the lines to download read the answer of', () => {
  it.each(answers)('$thread', async ({ type, body }) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
    answer = () => Buffer.concat([Buffer.from(head), body]);
    const blob = await lines.download(server.address);
    expect(Buffer.from(await blob.arrayBuffer())).toEqual(pdf);
  });
});

describe('docs/how-to/send-attachments.md: the lines to upload send what is demanded in', () => {
  const receipt =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><StoreResponse xmlns="urn:archive/"><Receipt><Number>7</Number></Receipt></StoreResponse></s:Body></s:Envelope>';

  it.each([
    'loopbackio/strong-soap#185: an attachment by MTOM',
    'mvantellingen/python-zeep#599: an Include whose part has the value',
    'mono/mono#10895: a request by MTOM whose response has one part only',
  ])('%s', async () => {
    const content = Buffer.concat(Array(50).fill(pdf));
    answer = ({ headers, body }) => {
      const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
      const text = Buffer.from(body).toString('latin1');
      const [, boundary = ''] = /boundary="?([^";]*)/.exec(type) ?? [];
      const [, root = '', part = ''] = text.split(`--${boundary}`);
      const [, cid = ''] = /Include [^>]*href="cid:([^"]*)"/.exec(root) ?? [];
      const isRight =
        /^multipart\/related;.*type="application\/xop\+xml".*start-info="text\/xml"/.test(type) &&
        part.includes(`Content-ID: <${decodeURIComponent(cid)}>`) &&
        part.includes(content.toString('latin1'));
      if (!isRight) return httpResponse('500 No', 'text/plain', 'not by MTOM');
      return httpResponse('200 OK', 'text/xml; charset=utf-8', receipt);
    };
    expect(await lines.upload(server.address, new Blob([content]))).toBe('7');
  });
});

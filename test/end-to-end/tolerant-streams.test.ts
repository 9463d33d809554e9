import { type ClientOptions, isSpooled, type Transport } from '@soapwright/runtime/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GeneratedFolder, moduleIn } from '../generate-here.ts';
import { contractOf } from '../support/generator/load-contracts.ts';

/** A streamed field in content that has an order. */
const contract = contractOf(`
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations: { Get: { request: {}, result: File } }
records:
  File:
    name: string
    $choice content: { data: { type: base64Binary, stream: true }, link: string }
    size: int
`);

interface File {
  readonly name: string;
  readonly content: { readonly case: 'data'; readonly value: Blob };
  readonly size: number;
}
interface Client {
  Get(request: object): Promise<File>;
}

const folder = new GeneratedFolder('tolerant-streams');
let create: (options: ClientOptions) => Client;

beforeAll(async () => {
  const { folder: path } = await folder.write(contract, 'tolerant');
  const { SClient } = await moduleIn<{ SClient: new (options: ClientOptions) => Client }>(path, 'client');
  create = (options) => new SClient(options);
});
afterAll(() => folder.remove());

const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
const name = '<name>n</name>';
const size = '<size>7</size>';
const data = `<data>${Buffer.from(bytes).toString('base64')}</data>`;

/** A transport whose response arrives in pieces. */
function inPieces(...content: readonly string[]): Transport {
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetResponse xmlns="urn:s/"><File>${content.join('')}</File></GetResponse></s:Body></s:Envelope>`;
  const response = new TextEncoder().encode(body);
  const headers = ['content-type', 'text/xml; charset=utf-8'];
  return {
    async send({ sink }) {
      if (sink?.begin(200, headers) !== true) return { status: 200, headers, body: response };
      for (let at = 0; at < response.length; at += 10_000) await sink.write(response.slice(at, at + 10_000));
      return { status: 200, headers, body: new Uint8Array(0) };
    },
  };
}

it.each([
  ['in order', [name, data, size], [], true],
  ['with what follows it before it', [name, size, data], ['size', 'data'], false],
  ['with what precedes it behind it', [size, data, name], ['data', 'name'], false],
  ['before something is out of order', [name, data, size, '<new/>'], ['new'], true],
])(
  'a streamed field %s is read, and stored while it arrives if its place is sure',
  async (_what, parts, paths, stored) => {
    const found: string[] = [];
    const client = create({ transport: inPieces(...parts), onDeviation: ({ path }) => found.push(path) });
    const { content, ...rest } = await client.Get({});
    expect(rest).toEqual({ name: 'n', size: 7 });
    expect(Buffer.compare(new Uint8Array(await content.value.arrayBuffer()), bytes)).toBe(0);
    expect(isSpooled(content.value)).toBe(stored);
    for (const path of found) expect(paths.map((local) => `GetResponse/File/${local}`)).toContain(path);
    expect(found.length > 0).toBe(paths.length > 0);
  },
);

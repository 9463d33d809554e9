import { type ClientOptions, memoryTransport } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import { afterAll, describe, expect, it } from 'vitest';
import { serviceFor } from '../../src/emit/index.ts';
import { makeSamples } from '../../src/messages/samples/index.ts';
import { GeneratedFolder, moduleIn } from '../generate-here.ts';
import { contractOf } from '../support/generator/load-contracts.ts';

const folder = new GeneratedFolder('qnames');
afterAll(() => folder.remove());

type Echo = (request: unknown) => unknown;
interface Client {
  Echo(request: unknown): Promise<unknown>;
}

/** Sends a request with one field of a type to a server that responds with the same, and returns the response. */
async function echoed(type: string, types: string, value: unknown): Promise<unknown> {
  const contract = contractOf(`
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations: { Echo: { request: { x: ${type} }, result: { type: ${type}, as: y } } }
${types}
`);
  const { folder: path } = await folder.write(contract);
  const { SClient } = await moduleIn<{ SClient: new (options: ClientOptions) => Client }>(path, 'client');
  const { createSServer } = await moduleIn<{ createSServer(handlers: { Echo: Echo }, options: object): SoapServer }>(
    path,
    'server',
  );
  const server = createSServer({ Echo: (request) => (request as { x: unknown }).x }, {});
  return new SClient({ transport: memoryTransport(server) }).Echo({ x: value });
}

it('P3: samples have the names of an enumeration, which the server reads in elements, attributes and texts', async () => {
  const contract = contractOf(`
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations: { Echo: { request: { a: Code, b: R, c: T, d: Own }, result: { type: Code, as: y } } }
types:
  Code: { base: QName, enum: ["{urn:c?a&b}red", "{urn:d}blue"] }
  Own: { base: QName, enum: ["{urn:s/}own"] }
records:
  R: { $attributes: { p: Code, q: Own }, $text: Code }
  T: { $attributes: { q: Own }, E: Code }
`);
  const { folder: path } = await folder.write(contract);
  const { createSServer } = await moduleIn<{ createSServer(handlers: { Echo: Echo }, options: object): SoapServer }>(
    path,
    'server',
  );
  const received: unknown[] = [];
  const echo: Echo = (request) => {
    received.push(request);
    return (request as { a: unknown }).a;
  };
  const server = createSServer({ Echo: echo }, { strict: true });
  const service = serviceFor(contract);
  for (const { kind, head, envelope } of makeSamples(contract, service, service.operations)) {
    if (kind !== 'request') continue;
    const headers = head.split('\n').flatMap((line) => {
      const [field = '', value = ''] = line.split(': ');
      return /^(Content-Type|SOAPAction)$/.test(field) ? [[field, value] as [string, string]] : [];
    });
    const response = await server.fetch(new Request('http://localhost/s', { method: 'POST', headers, body: envelope }));
    expect([response.status, kind]).toEqual([200, 'request']);
  }
  const red = { namespace: 'urn:c?a&b', local: 'red' };
  const own = { namespace: 'urn:s/', local: 'own' };
  const request = { a: red, b: { p: red, q: own, $text: red }, c: { q: own, E: red }, d: own };
  expect(received).toEqual([request, request]);
});

/** Each name is of a namespace that nothing else declares. */
let count = 0;
const name = () => ({ namespace: `urn:other-${count++}`, local: 'name' });

describe('a QName is written with a prefix that its element declares', () => {
  const cases: readonly (readonly [place: string, type: string, types: string, value: unknown])[] = [
    ['an element', 'QName', '', name()],
    ['an attribute', 'R', 'records: { R: { $attributes: { a: QName, b: QName } } }', { a: name(), b: name() }],
    ['the text of a record', 'R', 'records: { R: { $text: QName } }', { $text: name() }],
    [
      'the text of a record with attributes',
      'R',
      'records: { R: { $attributes: { a: QName }, $text: QName } }',
      { a: name(), $text: name() },
    ],
    ['a list', 'Names', 'types: { Names: { list: QName } }', [name(), name()]],
    ['a union', 'Either', 'types: { Either: { union: [int, QName] } }', name()],
    [
      'the text of a record that is a list of a union',
      'R',
      'types: { Either: { union: [int, QName] }, Many: { list: Either } }\nrecords: { R: { $text: Many } }',
      { $text: [name(), 7, name()] },
    ],
    [
      'an attribute that is a list of a union',
      'R',
      'types: { Either: { union: [int, QName] }, Many: { list: Either } }\nrecords: { R: { $attributes: { a: Many } } }',
      { a: [7, name(), name()] },
    ],
  ];

  it.each(cases)('in %s', async (_, type, types, value) => {
    expect(await echoed(type, types, value)).toEqual(value);
  });

  it('after a sibling that declares the same namespace', async () => {
    const same = { namespace: 'urn:same', local: 'name' };
    const types = 'records: { R: { a: T, b: T, c: QName, d: T }, T: { $text: QName } }';
    const value = { a: { $text: same }, b: { $text: same }, c: same, d: { $text: same } };
    expect(await echoed('R', types, value)).toEqual(value);
  });
});

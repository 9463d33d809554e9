import { type ClientOptions, memoryTransport } from '@soapwright/runtime/client';
import { SoapFault, type SoapServer } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract, ResolvedOperation, ResolvedService } from '../../src/contract/model/index.ts';
import { serviceFor } from '../../src/emit/index.ts';
import { makeSamples } from '../../src/messages/samples/index.ts';
import { Random } from '../../src/messages/values/random.ts';
import { ServiceMessages } from '../../src/messages/values/service-messages.ts';
import { GeneratedFolder, moduleIn } from '../generate-here.ts';
import { textOfHtml } from '../pages/multipart-form.ts';
import { contractOf } from '../support/generator/load-contracts.ts';

/**
 * Samples of records that hold themselves are read by the generated server, whose limits are the default ones. One
 * contract has an operation for each case, since the time goes into the generation.
 */

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const nillable = (type: string, more = ''): string => `{ type: ${type}, nillable: true${more} }`;

/** The records of a case, whose names begin with that of its operation; the messages hold the first one. */
type Records = (name: string) => readonly string[];

/** @param of the content of a record by its number, and by the names of all records and of the next one. */
function ring(count: number, of: (index: number, next: string, all: readonly string[]) => string): Records {
  return (name) => {
    const all = numbers(count).map((index) => `${name}${index}`);
    return all.map((one, index) => `${one}: { ${of(index, all[(index + 1) % count] ?? '', all)} }`);
  };
}

const cases: Readonly<Record<string, Records>> = {
  Itself: ring(1, (_, next) => `Name: string, Next: ${nillable(next)}`),
  Holder: (name) => [`${name}0: { Tree: ${name}1 }`, `${name}1: { Next: ${nillable(`${name}1`)} }`],
  Listed: ring(1, (_, next) => `Kids: ${nillable(next, ', many: true, occurs: 2..5')}`),
  Base: (name) => [`${name}0: { N: string }`, `${name}1: { $extends: ${name}0, Next: ${nillable(`${name}0`)} }`],
  Abstract: (name) => [
    `${name}0: { $abstract: true }`,
    `${name}1: { $extends: ${name}0, Next: ${nillable(`${name}1`)} }`,
    `${name}2: { $extends: ${name}0, Next: ${name}1 }`,
  ],
  MutualOptional: ring(200, (_, next) => `N: int, Next: ${next}?`),
  MutualNillable: ring(200, (_, next) => `Next: ${nillable(next)}`),
  MutualLists: ring(70, (_, next) => `Next: "${next}[]"`),
  MutualCases: ring(70, (_, next) => `$choice what: { next: ${next}, end: string }`),
  MutualCaseLists: ring(70, (_, next) => `"$choice what[1..3]": { next: ${next}, end: int }`),
  DerivedMutual: ring(140, (index, next) => (index % 2 === 0 ? `$extends: ${next}` : `Next: ${next}?`)),
  AllNillable: ring(15, (_, _next, all) => all.map((one) => `F${one}: ${nillable(one)}`).join(', ')),
  AllOptional: ring(15, (_, _next, all) => all.map((one) => `F${one}: ${one}?`).join(', ')),
  Deep: ring(50, (index, next) => (index === 49 ? `End: ${next}?` : `Next: ${next}`)),
};
const encodedCases = { Itself: cases.Itself, MutualNillable: cases.MutualNillable } as Readonly<
  Record<string, Records>
>;

const folder = new GeneratedFolder('endless');
afterAll(() => folder.remove());

type Client = Readonly<Record<string, (request: unknown) => Promise<unknown>>>;
type Handlers = Readonly<Record<string, (request: unknown) => never>>;

interface Generated {
  readonly contract: Contract;
  readonly service: ResolvedService;
  readonly server: SoapServer;
  readonly received: unknown[];
  readonly client: (options: ClientOptions) => Client;
}

async function generated(given: Readonly<Record<string, Records>>, head: string): Promise<Generated> {
  const names = Object.keys(given);
  const contract = contractOf(`
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
${head}
operations:
${names.map((name) => `  ${name}: { request: { x: ${name}0 }, response: { y: ${name}0 } }`).join('\n')}
records:
${names.flatMap((name) => given[name]?.(name).map((line) => `  ${line}`) ?? []).join('\n')}
`);
  const { folder: path } = await folder.write(contract);
  const { SClient } = await moduleIn<{ SClient: new (options: ClientOptions) => Client }>(path, 'client');
  const { createSServer } = await moduleIn<{
    readonly createSServer: (handlers: Handlers, options: object) => SoapServer;
  }>(path, 'server');
  const { pages } = (await import(`${path}/pages.ts`)) as { readonly pages: object };
  const received: unknown[] = [];
  const note = (request: unknown): never => {
    received.push(request);
    throw SoapFault.sender('Taken', 'The request was read.');
  };
  const server = createSServer(Object.fromEntries(names.map((name) => [name, note])), { strict: true, pages });
  return { contract, service: serviceFor(contract), server, received, client: (options) => new SClient(options) };
}

describe.each<[what: string, cases: Readonly<Record<string, Records>>, head: string]>([
  ['literal messages', cases, ''],
  ['encoded messages', encodedCases, 'style: rpc\nuse: encoded'],
])('records that hold themselves in %s', (_, given, head) => {
  let own: Generated;
  beforeAll(async () => {
    own = await generated(given, head);
  }, 120_000);

  function operationNamed(name: string): ResolvedOperation {
    const found = own.service.operations.find((operation) => operation.name === name);
    if (found === undefined) throw new RangeError(`There is no operation ${name}.`);
    return found;
  }

  async function post(headers: [string, string][], body: string): Promise<string> {
    return await (await own.server.fetch(new Request('http://localhost/s', { method: 'POST', headers, body }))).text();
  }

  it.each(Object.keys(given))(
    'P3: each sample of %s is read by server and client, and is on the page',
    async (name) => {
      const page = await own.server.fetch(new Request(`http://localhost/s?op=${name}`));
      const shown = textOfHtml(await page.text());
      const samples = makeSamples(own.contract, own.service, [operationNamed(name)]);
      expect(samples.map(({ version }) => version)).toContain(head === '' ? '1.2' : '1.1');
      for (const { kind, version, head: lines, envelope } of samples) {
        expect(shown).toContain(envelope.trim());
        const [, ...fields] = lines.split('\n').filter((line) => !line.startsWith('Host'));
        const headers = fields.map((line) => line.split(': ') as [string, string]);
        if (kind === 'request') {
          expect(await post(headers, envelope)).toContain('The request was read.');
        } else {
          const response = { status: 200, headers: headers.flat(), body: new TextEncoder().encode(envelope) };
          const options = { soap: version, transport: memoryTransport(() => response), reading: 'strict' } as const;
          expect(await own.client(options)[name]?.(own.received.at(-1))).toBeDefined();
        }
      }
    },
  );

  it.each(Object.keys(given))('values that the mock makes of %s are read by the server', async (name) => {
    const messages = new ServiceMessages(own.contract, own.service);
    const operation = operationNamed(name);
    for (const seed of ['a', 'b', 'c']) {
      const value = messages.make(operation, 'request', messages.maker({ random: new Random(seed) }));
      const text = messages.write(operation, 'request', value);
      const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${text}</e:Body></e:Envelope>`;
      const headers: [string, string][] = [
        ['Content-Type', 'text/xml; charset=utf-8'],
        ['SOAPAction', `"${operation.soapAction}"`],
      ];
      expect(await post(headers, body)).toContain('The request was read.');
    }
  });
});

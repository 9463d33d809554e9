import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/model/index.ts';
import { componentDifferences } from '../../src/contract/wsdl/component-differences.ts';
import { loadWsdl, type ReadXmlFile } from '../../src/contract/wsdl/index.ts';
import { type GenerateResult, generate, loadConfig } from '../../src/index.ts';
import { corpusFolder } from '../corpus/entries.ts';
import { foreignClients, type Input, required } from './foreign.ts';

/** A service for a WSDL that somebody else wrote: generated, implemented, served, and called by other toolkits. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const corpus = corpusFolder();
const calculator = corpus && join(corpus, 'php-soap+encoding/examples/calc.wsdl');

let folder: string;
let listening: Listening | undefined;

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

async function generated(name: string): Promise<GenerateResult> {
  const text = `soapwright: 1
generate:
  - { schema: ${name}.wsdl, out: generated, handlers: handlers, importExtension: ts }
`;
  const { config } = loadConfig({ file: 'soapwright.yaml', text });
  const options = { current: folder, environment: {}, force: false, dryRun: false, patience: 1000 };
  return await generate(config?.targets ?? [], options);
}

// biome-ignore lint/suspicious/noExplicitAny: the modules are generated while the test runs.
const moduleOf = async (path: string): Promise<any> => await import(pathToFileURL(join(folder, path)).href);

async function serve(create: string): Promise<string> {
  const { handlers } = await moduleOf('handlers/index.ts');
  const server = (await moduleOf('generated/server.ts'))[create](handlers, { state: {} }) as SoapServer;
  listening = await listen(server, { port: 0, host: '127.0.0.1' });
  return listening.url;
}

/** The components of a WSDL, without addresses. */
function contractOf(bytes: Uint8Array, read?: ReadXmlFile): Contract {
  const { contract, diagnostics } = loadWsdl({ location: 'a.wsdl', name: 'a.wsdl', bytes }, { read });
  expect(diagnostics).toEqual([]);
  if (contract === undefined) throw new Error('no contract');
  const services = contract.services.map((service) => ({
    ...service,
    ports: service.ports.map((port) => ({ ...port, address: '' })),
  }));
  return { ...contract, services };
}

/** Each toolkit has its own form of a result, in which the number is the only one. */
function numberIn(result: unknown): number {
  return Number(/-?\d+/.exec(JSON.stringify(result))?.[0]);
}

beforeEach(() => {
  mkdirSync(join(root, '.build'), { recursive: true });
  // Inside the repository, so that the runtime resolves as in a user's project.
  folder = mkdtempSync(join(root, '.build/implement-'));
});

afterEach(async () => {
  await listening?.close();
  listening = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const tickets = join(root, 'test/interop/tickets');

const findTicket = `import { faults, type FindTicketRequest, type Ticket } from '../generated/server.ts';
export async function FindTicket({ number }: FindTicketRequest): Promise<Ticket> {
  if (number === 404n) throw faults.NotFound.create({ number }, { reason: 'There is no such ticket.' });
  return { number, title: 'Printer', status: 'open', opened: new Date(0), reply: [] };
}
`;

describe('a WSDL that is implemented', () => {
  it('gets a file for each handler, and is served with its components, faults and own address', async () => {
    write({
      'tickets.wsdl': readFileSync(join(tickets, 'tickets.wsdl'), 'utf8')
        .replaceAll('ADDRESS?xsd=tickets', 'tickets.xsd')
        .replaceAll('ADDRESS', 'http://localhost/tickets'),
      'tickets.xsd': readFileSync(join(tickets, 'tickets.xsd'), 'utf8'),
    });
    const { changes, diagnostics } = await generated('tickets');
    expect(diagnostics).toEqual([]);
    const handlers = changes.map(({ shown }) => shown).filter((file) => file.startsWith('handlers/'));
    expect(handlers.sort()).toEqual(['FindTicket', 'WhoAmI', 'context', 'index'].map((name) => `handlers/${name}.ts`));
    write({ 'handlers/FindTicket.ts': findTicket });
    expect((await generated('tickets')).changes).toEqual([]);
    const address = await serve('createTicketsServer');
    const { TicketsClient, faults } = await moduleOf('generated/client.ts');
    for (const soap of ['1.1', '1.2']) {
      const client = new TicketsClient({ address, soap, reading: 'strict' });
      expect(await client.FindTicket({ number: 7n })).toMatchObject({ number: 7n, title: 'Printer', reply: [] });
      await expect(client.WhoAmI({})).rejects.toMatchObject({ detailCode: 'NotImplemented' });
      const fault = await client.FindTicket({ number: 404n }).catch((error: unknown) => error);
      expect(faults.NotFound.is(fault)).toBe(true);
    }
    const served = new Uint8Array(await (await fetch(`${address}?wsdl`)).arrayBuffer());
    const given = readFileSync(join(folder, 'tickets.wsdl'));
    const xsd = readFileSync(join(folder, 'tickets.xsd'));
    const read: ReadXmlFile = (location) => ({ file: { location, name: location, bytes: xsd }, diagnostics: [] });
    expect(componentDifferences(contractOf(given, read), contractOf(served))).toEqual([]);
    expect(new TextDecoder().decode(served)).toContain(`location="${address}"`);
  });
});

describe.skipIf(calculator === undefined)('the calculator of the corpus', () => {
  let address: string;

  beforeEach(async () => {
    write({ 'calc.wsdl': readFileSync(calculator ?? '', 'utf8') });
    expect((await generated('calc')).diagnostics).toEqual([]);
    for (const [name, sign] of [
      ['Add', '+'],
      ['Subtract', '-'],
    ]) {
      const text = `import type { ${name}Request } from '../generated/server.ts';
export const ${name} = async ({ a, b }: ${name}Request): Promise<number> => a ${sign} b;
`;
      write({ [`handlers/${name}.ts`]: text });
    }
    address = await serve('createCalculatorWebServiceServer');
  });

  it('serves a WSDL of equal components', async () => {
    const served = new Uint8Array(await (await fetch(`${address}?wsdl`)).arrayBuffer());
    const given = readFileSync(calculator ?? '');
    expect(componentDifferences(contractOf(given), contractOf(served))).toEqual([]);
  });

  it('is called by the client of the same WSDL', async () => {
    const { CalculatorWebServiceClient } = await moduleOf('generated/client.ts');
    for (const soap of ['1.1', '1.2']) {
      const client = new CalculatorWebServiceClient({ address, soap });
      expect([await client.Add({ a: 2, b: 3 }), await client.Subtract({ a: 2, b: 3 })]).toEqual([5, -1]);
    }
  });

  for (const client of foreignClients) {
    it.skipIf(!client.available && !required)(`is called by ${client.name}`, async () => {
      for (const soap of ['1.1', '1.2'] as const) {
        const input: Input = { a: 2, b: 3 };
        const calls = ['Add', 'Subtract'].map((operation) => ({ operation, input }));
        const answers = await client.call({ wsdl: `${address}?wsdl`, soap, calls });
        expect(answers.map(({ fault }) => fault)).toEqual([undefined, undefined]);
        expect(answers.map(({ result }) => numberIn(result))).toEqual([5, -1]);
      }
    });
  }
});

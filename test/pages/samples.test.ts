import { type CallOptions, memoryTransport, type Transport } from '@soapwright/runtime/client';
import type { PagesDescription } from '@soapwright/runtime/pages';
import { SoapFault, type SoapServer } from '@soapwright/runtime/server';
import { describe, expect, it } from 'vitest';
import { EverythingClient } from '../golden/everything/expected/client.ts';
import { Session } from '../golden/everything/expected/client-headers.ts';
import { pages as everything } from '../golden/everything/expected/pages.ts';
import { createEverythingServer } from '../golden/everything/expected/server.ts';
import { LegacyClient } from '../golden/legacy/expected/client.ts';
import { Ticket } from '../golden/legacy/expected/client-headers.ts';
import { pages as legacy } from '../golden/legacy/expected/pages.ts';
import { createLegacyServer } from '../golden/legacy/expected/server.ts';
import { textOfHtml } from './multipart-form.ts';

/** The samples on the pages of contracts with every construct are accepted unchanged. */

interface Sampled {
  readonly description: PagesDescription;
  readonly server: SoapServer;
  /** Requests to the handlers. */
  readonly received: unknown[];
  /** Names of the client's methods, in the order of the operations. */
  readonly methods: readonly string[];
  client(options: { readonly soap: '1.1' | '1.2'; readonly transport: Transport; readonly reading: 'strict' }): object;
  readonly options: CallOptions;
}

/** Handlers that only record their input: their results do not matter here. */
function noting(received: unknown[]): (input: unknown) => never {
  return (input) => {
    received.push(input);
    throw SoapFault.sender('Taken', 'The request was read.');
  };
}

function everythingSampled(): Sampled {
  const received: unknown[] = [];
  const note = noting(received);
  const handlers = {
    Echo: note,
    EchoMapped: note,
    EchoRestricted: note,
    EchoContent: note,
    EchoMarkup: note,
    EchoAnimals: note,
    EchoCommon: note,
    Find: note,
    Notify: note,
    Describe: note,
    Ping: note,
  };
  return {
    description: everything.description,
    server: createEverythingServer(handlers, { state: undefined, strict: true, pages: everything }),
    received,
    methods: Object.keys(handlers),
    client: (options) => new EverythingClient(options),
    options: { headerBlocks: [Session.block({ Token: 't' })] },
  };
}

function legacySampled(): Sampled {
  const received: unknown[] = [];
  const note = noting(received);
  const handlers = {
    Delete: note,
    Date_: note,
    add$_b: note,
    Parameters: note,
    Order: note,
    People: note,
    exportAll: note,
    Absent: note,
    Look: note,
    Tell: note,
    Plain: note,
  };
  return {
    description: legacy.description,
    server: createLegacyServer(handlers, { state: undefined, strict: true, pages: legacy }),
    received,
    methods: Object.keys(handlers),
    client: (options) => new LegacyClient(options),
    options: { headerBlocks: [Ticket.block({ key: 'k' })] },
  };
}

interface Sample {
  readonly headers: [string, string][];
  readonly body: string;
}

async function sampleOf({ server, description }: Sampled, operation: string, label: string): Promise<Sample> {
  const page = await (await server.fetch(new Request(`${description.address}?op=${operation}`))).text();
  const [, sample = ''] = new RegExp(`aria-label="SOAP ${label}">([^]*?)</pre>`).exec(page) ?? [];
  const [head = '', ...body] = textOfHtml(sample).split('\n\n');
  const lines = head.split('\n').filter((line) => line.includes(': ') && !line.startsWith('Host'));
  return { headers: lines.map((line) => line.split(': ') as [string, string]), body: body.join('\n\n') };
}

for (const sampled of [everythingSampled(), legacySampled()]) {
  const { description, received, server, methods } = sampled;
  const { address } = description;
  for (const [index, { name, outputElement }] of description.operations.entries()) {
    for (const soap of ['1.1', '1.2'] as const) {
      describe(`the samples of ${description.name}.${name} over SOAP ${soap}`, () => {
        it('P3: the request can be sent unchanged', async () => {
          received.length = 0;
          const { headers, body } = await sampleOf(sampled, name, `${soap} request`);
          const response = await server.fetch(new Request(address, { method: 'POST', headers, body }));
          expect(await response.text()).toContain('Taken');
          expect(received).toHaveLength(1);
        });

        it('P3: the response is valid', async () => {
          const { headers, body } = await sampleOf(sampled, name, `${soap} response`);
          const transport = memoryTransport(() => ({
            status: outputElement === '' ? 202 : 200,
            headers: headers.flat(),
            body: new TextEncoder().encode(body),
          }));
          const client = sampled.client({ soap, transport, reading: 'strict' });
          const response: unknown = await Reflect.apply(Reflect.get(client, methods[index] ?? ''), client, [
            received.at(-1),
            sampled.options,
          ]);
          if (outputElement === '') expect(response).toBeUndefined();
          else expect(response).toBeDefined();
        });
      });
    }
  }
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { memoryTransport } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { empty, legacyHandlers, nils, nothing, order, parameters, people } from '../end-to-end/legacy.ts';
import { LegacyClient } from '../golden/legacy/expected/client.ts';
import { createLegacyServer } from '../golden/legacy/expected/server.ts';
import { required } from './foreign.ts';
import { hasXmllint, SchemaFolder } from './schemas.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const file = at('../golden/legacy/expected/legacy.wsdl');

describe.skipIf(!hasXmllint && !required)('the golden contract legacy, by xmllint', () => {
  let schemas: SchemaFolder;
  beforeAll(() => {
    // The wrapper of the rpc operation Order has the name of a global element: what no schema can say, so it gets another one.
    const wsdl = readFileSync(file, 'utf8');
    schemas = new SchemaFolder(wsdl.replaceAll('<wsdl:operation name="Order">', '<wsdl:operation name="Order-rpc">'));
  });
  afterAll(() => schemas.remove());

  it('is valid WSDL 1.1', () => {
    const args = ['--nonet', '--noout', '--schema', at('wsdl-schema/wsdl.xsd'), file];
    expect(spawnSync('xmllint', args, { encoding: 'utf8' }).stderr.replaceAll(/.* validates\n/g, '')).toBe('');
  });

  it('has valid messages in both directions: rpc, bare and wrapped', async () => {
    const server = createLegacyServer(legacyHandlers({ tickets: [], traces: [], told: [] }), { state: undefined });
    const memory = memoryTransport(server);
    const bodies: string[] = [];
    const noted = (bytes: string | Uint8Array): void => {
      const text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
      const body = /:Body>([\s\S]*)<\/\w+:Body>/.exec(text)?.[1];
      if (body !== undefined) bodies.push(body);
    };
    const client = new LegacyClient({
      transport: {
        async send(request) {
          noted(request.body);
          const response = await memory.send(request);
          noted(response.body);
          return response;
        },
      },
    });
    await client.Delete({ id: 1n, Date: '2024-02-29Z' });
    await client.Date_({});
    await client.add$_b({ a: '1.00', b: '-0.50', a$_b: 0n });
    await client.Parameters({ Parameters: parameters });
    // libxml2 holds no more than 24 digits.
    const Order = { ...order, lines: order.lines.map((line) => ({ ...line, price: '-0.10' })) };
    await client.Order({ Order });
    for (const body of bodies.splice(-2))
      bodies.push(body.replaceAll(/(<\/?tns:Order)(Response)?(?=[ >])/g, '$1-rpc$2'));
    await client.Plain(Order);
    await client.People(people);
    await client.exportAll({ package: '<p>' });
    for (const Absent of [nothing, empty, nils]) await client.Absent({ Absent, none: null, either: null });
    await client.Tell({ what: '', urgent: false });
    expect(bodies).toHaveLength(23);
    expect(schemas.validate(bodies)).toBe('');
  });
});

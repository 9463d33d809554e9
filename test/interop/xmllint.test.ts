import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { memoryTransport } from '@soapwright/runtime/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything } from '../end-to-end/everything.ts';
import { EverythingClient } from '../golden/everything/expected/client.ts';
import type { Restricted, Values } from '../golden/everything/expected/types.ts';
import { required } from './foreign.ts';
import { hasXmllint, SchemaFolder } from './schemas.ts';

const wsdl = readFileSync(
  fileURLToPath(new URL('../golden/everything/expected/everything.wsdl', import.meta.url)),
  'utf8',
);

/** As many digits as libxml2 holds. */
const short = (decimal: string): string => decimal.slice(0, 20).replace(/[.]$/, '');

/** A second opinion on what we write: xmllint reads the schema that we emit, and validates our messages by it. */
describe.skipIf(!hasXmllint && !required)('xmllint', () => {
  let folder: SchemaFolder;
  beforeAll(() => {
    folder = new SchemaFolder(wsdl);
  });
  afterAll(() => folder.remove());
  const validate = (bodies: readonly string[]): string => folder.validate(bodies);

  async function written(call: (client: EverythingClient) => Promise<unknown>): Promise<string> {
    let body = '';
    const transport = memoryTransport({
      async fetch(request: Request) {
        body = /:Body>([\s\S]*)<\/[a-z0-9]+:Body>/.exec(await request.text())?.[1] ?? '';
        return new Response('', { status: 500 });
      },
    });
    await call(new EverythingClient({ transport })).catch(() => undefined);
    return body;
  }

  it('accepts every message written from random values of all simple types', async () => {
    const values: readonly Values[] = fc.sample(everything, 200).map((value) => ({
      ...value,
      decimal: value.decimal && short(value.decimal),
      many: value.many.map(short),
      ...Object.fromEntries(
        (['integer', 'nonNegativeInteger', 'positiveInteger'] as const).map((name) => [name, value[name] && 7n]),
      ),
      nonPositiveInteger: value.nonPositiveInteger && -7n,
      negativeInteger: value.negativeInteger && -7n,
      // An id may occur once in a document, and an IDREF must refer to one.
      ID: undefined,
      IDREF: undefined,
      IDREFS: undefined,
      ENTITY: undefined,
      ENTITIES: undefined,
    }));
    const bodies = await Promise.all(values.map((Values) => written((client) => client.Echo({ Values }))));
    expect(bodies.every((body) => body.startsWith('<Echo '))).toBe(true);
    expect(validate(bodies)).toBe('');
  });

  it('accepts the limits of declared types, and rejects values that the runtime rejects', async () => {
    const Restricted: Restricted = {
      colour: 'light blue',
      colours: ['red'],
      priority: -3,
      huge: 18_446_744_073_709_551_615n,
      country: 'AT',
      nordic: null,
      percent: '99.90',
      temperature: -273.1,
      nickname: 'x',
      checksum: Uint8Array.of(1, 2, 3, 4),
      tags: ['a', 'b', 'c'],
      hostile: undefined,
    };
    const body = await written((client) => client.EchoRestricted({ Restricted }));
    expect(validate([body])).toBe('');
    for (const [right, wrong] of [
      ['light blue', 'blue'],
      ['>-3<', '>3<'],
      ['>AT<', '>at<'],
      ['99.90', '99.901'],
      ['-273.1<', '-273.15<'],
      ['>01020304<', '>0102<'],
      ['>a b c<', '>a b c d<'],
    ] as const) {
      expect(body).toContain(right);
      expect(validate([body.replace(right, wrong)]), wrong).not.toBe('');
    }
  });
});

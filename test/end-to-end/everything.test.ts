import { memoryTransport } from '@soapwright/runtime/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EverythingClient } from '../golden/everything/expected/client.ts';
import { pages } from '../golden/everything/expected/pages.ts';
import { createEverythingServer } from '../golden/everything/expected/server.ts';
import type { Mapped, Restricted, Values } from '../golden/everything/expected/types.ts';
import { echo } from './echo.ts';
import { everything } from './everything.ts';

const received: unknown[] = [];
const server = createEverythingServer(
  {
    ...echo,
    Echo: ({ Values }) => {
      received.push(Values);
      return Values;
    },
  },
  { state: undefined, pages },
);

function client(soap: '1.1' | '1.2'): EverythingClient {
  return new EverythingClient({ soap, transport: memoryTransport(server) });
}

/** Values read by a codec have every key. */
const whole = (values: object, keys: readonly string[]): object =>
  Object.fromEntries(keys.map((key) => [key, (values as Record<string, unknown>)[key]]));

describe('every simple type', () => {
  it.each(['1.1', '1.2'])('P3: the sample over SOAP %s on the page can be sent unchanged', async (soap) => {
    const address = 'http://localhost:8080/everything';
    const page = await (await server.fetch(new Request(`${address}?op=Echo`))).text();
    const [, sample = ''] = new RegExp(`aria-label="SOAP ${soap} request">([^]*?)</pre>`).exec(page) ?? [];
    const [head = '', body = ''] = sample
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .split('\n\n');
    const headers = head
      .split('\n')
      .slice(2)
      .map((line) => line.split(': ') as [string, string]);
    const response = await server.fetch(new Request(address, { method: 'POST', headers, body }));
    expect(await response.text()).toContain('<unsignedLong>0</unsignedLong>');
    expect(response.status).toBe(200);
  });

  it.each(['1.1', '1.2'] as const)('R4: any values survive a round trip over SOAP %s', async (soap) => {
    await fc.assert(
      fc.asyncProperty(everything, async (values) => {
        received.length = 0;
        const response = await client(soap).Echo({ Values: values });
        const expected = whole(values, Object.keys(response));
        expect(response).toEqual(expected);
        expect(received).toEqual([expected]);
      }),
      { numRuns: 200 },
    );
  });

  it('R4: a field may have another type of TypeScript', async () => {
    const Mapped: Mapped = {
      integerAsString: '-123456789012345678901234567890',
      unsignedLongAsNumber: Number.MAX_SAFE_INTEGER,
      longAsString: '9223372036854775807',
      decimalAsNumber: -0.00000012,
      instant: new Date('2024-02-29T23:59:59.123Z'),
    };
    expect(await client('1.2').EchoMapped({ Mapped })).toEqual(Mapped);
  });

  it('R5: an invalid value is named by its path, on either side', async () => {
    const wrong: readonly Partial<Record<keyof Values, unknown>>[] = [
      { byte: 128 },
      { decimal: '1e3' },
      { date: '2023-02-29' },
      { language: 'de_CH' },
      { unsignedLong: -1n },
      { NMTOKENS: [] },
      { float: 1e300 },
    ];
    for (const values of wrong) {
      const [field = ''] = Object.keys(values);
      const Values = { many: [], lists: [], nil: null, ...values } as Values;
      await expect(client('1.1').Echo({ Values })).rejects.toThrow(`Values/${field}`);
    }
  });
});

describe('types that the contract declares', () => {
  it('P3: the page offers the values of an enumeration, and its sample has one of them', async () => {
    const request = new Request('http://localhost:8080/everything?op=EchoRestricted');
    const page = await (await server.fetch(request, { peerAddress: '127.0.0.1' })).text();
    expect(page).toMatch(/<select [^>]*name="Restricted\/colour"[^>]*><option value="red">red<\/option>/);
    expect(page).toMatch(/name="Restricted\/nordic"[\s\S]*?<option value="">none<\/option><option value="DK">/);
    expect(page).toContain('&lt;priority&gt;1&lt;/priority&gt;');
  });

  const right: Restricted = {
    colour: 'light blue',
    colours: ['red', 'green'],
    priority: -3,
    huge: 18_446_744_073_709_551_615n,
    country: 'AT',
    nordic: 'NO',
    percent: '99.90',
    temperature: -273.1,
    nickname: '😀😀😀😀😀😀😀😀😀😀',
    checksum: Uint8Array.of(1, 2, 3, 4),
    tags: ['a', 'b', 'c'],
    hostile: '\'`${*/ <&>"',
  };

  it.each(['1.1', '1.2'] as const)(
    'R4: survive a round trip over SOAP %s, at the limits of their facets',
    async (soap) => {
      expect(await client(soap).EchoRestricted({ Restricted: right })).toEqual(right);
      const least: Restricted = { ...right, nordic: null, percent: '0', nickname: 'x', tags: ['a'], colours: [] };
      expect(await client(soap).EchoRestricted({ Restricted: least })).toEqual(least);
    },
  );

  const wrong: readonly (readonly [field: keyof Restricted, value: unknown, onTheWire: string])[] = [
    ['colour', 'Red', 'Red'],
    ['colour', '', ''],
    ['colours', ['blue'], 'blue'],
    ['priority', 3, '3'],
    ['huge', 1n, '1'],
    ['country', 'AUT', 'AUT'],
    ['country', 'at', 'at'],
    ['nordic', 'DE', 'DE'],
    ['nordic', 'XXX', 'XXX'],
    ['percent', '100.01', '100.01'],
    ['percent', '-0.01', '-0.01'],
    ['percent', '1.001', '1.001'],
    ['temperature', -273.15, '-273.15'],
    ['temperature', 1000, '1000'],
    ['temperature', Number.NaN, 'NaN'],
    ['nickname', '', ''],
    ['nickname', 'x'.repeat(11), 'x'.repeat(11)],
    ['checksum', Uint8Array.of(1), '01'],
    ['tags', ['a', 'b', 'c', 'd'], 'a b c d'],
    ['hostile', 'x', 'x'],
  ];

  for (const [field, value, text] of wrong) {
    it(`R5: ${field} is rejected on writing and on reading as ${JSON.stringify(text)}, by its path`, async () => {
      const Restricted = { ...right, [field]: value } as Restricted;
      await expect(client('1.2').EchoRestricted({ Restricted })).rejects.toThrow(`Restricted/${field}`);
      const fields = { colour: 'red', nordic: 'NO', [field]: text };
      const content = Object.entries(fields).map(([name, one]) => `<${name}>${one}</${name}>`);
      const body = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><EchoRestricted xmlns="urn:everything/"><Restricted>${content.join('')}</Restricted></EchoRestricted></e:Body></e:Envelope>`;
      const headers = { 'Content-Type': 'application/soap+xml; charset=utf-8' };
      const response = await server.fetch(
        new Request('http://localhost:8080/everything', { method: 'POST', headers, body }),
      );
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(`Restricted/${field}`);
    });
  }
});

describe('a record of text with attributes', () => {
  const prices = (type: string): Promise<Response> => {
    const price = `<Prices xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:e="urn:everything/" i:type="${type}" currency="EUR">1</Prices>`;
    const body = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><EchoMarkup xmlns="urn:everything/">${price}</EchoMarkup></e:Body></e:Envelope>`;
    const headers = { 'Content-Type': 'application/soap+xml; charset=utf-8' };
    return server.fetch(new Request('http://localhost:8080/everything', { method: 'POST', headers, body }));
  };

  it('R6: may have its type as xsi:type, and no other', async () => {
    expect((await prices('e:Price')).status).toBe(200);
    for (const type of ['e:Letter', 'Nothing', 'undeclared:Price', '']) {
      const response = await prices(type);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('EchoMarkup/Prices[0]: its xsi:type names neither Price nor a type');
    }
  });
});

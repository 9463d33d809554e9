import { memoryTransport } from '@soapwright/runtime/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { faults, headers, LegacyClient } from '../golden/legacy/expected/client.ts';
import { createLegacyServer } from '../golden/legacy/expected/server.ts';
import { empty, legacyHandlers, nils, nothing, order, parameters, people } from './legacy.ts';

const noted = { tickets: [] as (string | undefined)[], traces: [] as (string | undefined)[], told: [] as string[] };
beforeEach(() => {
  for (const list of Object.values(noted)) list.length = 0;
});

const server = createLegacyServer(legacyHandlers(noted), { state: undefined });
const memory = memoryTransport(server);

/** The last exchange: the content of both bodies, and the action. */
let sent = '';
let got = '';
let action: string | undefined;
const bodyOf = (text: string): string => /:Body>([\s\S]*)<\/\w+:Body>/.exec(text)?.[1] ?? '';

function client(soap: '1.1' | '1.2'): LegacyClient {
  return new LegacyClient({
    soap,
    transport: {
      async send(request) {
        const text = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
        sent = bodyOf(text);
        action = request.headers[request.headers.indexOf('SOAPAction') + 1 || request.headers.length];
        const response = await memory.send(request);
        got = bodyOf(new TextDecoder().decode(response.body));
        return response;
      },
    },
  });
}

describe.each(['1.1', '1.2'] as const)('over SOAP %s', (soap) => {
  it('an rpc message has its parts in no namespace, within an element named after the operation', async () => {
    expect(await client(soap).Delete({ id: 1n, Date: '2024-02-29Z' })).toBe(true);
    expect(sent).toMatch(
      /^<tns:Delete xmlns:tns="urn:legacy"[^>]*><id>1<\/id><Date>2024-02-29Z<\/Date><\/tns:Delete>$/,
    );
    expect(got).toMatch(/^<tns:DeleteResponse xmlns:tns="urn:legacy"[^>]*><done>true<\/done><\/tns:DeleteResponse>$/);
    expect(await client(soap).Date_({})).toEqual({ year: 2024, month: 2, day: 29 });
    expect(sent).toMatch(/^<tns:Date xmlns:tns="urn:legacy"[^>]*><\/tns:Date>$/);
  });

  it('invalid identifiers, and names of inherited properties, are the same in messages', async () => {
    const added = await client(soap).add$_b({ a: '12345678901234567890.10', b: '0.20', a$_b: -(2n ** 63n) });
    expect(added).toEqual({ sum: '12345678901234567890.30', a$_b: -(2n ** 63n) });
    expect(sent).toContain('<a-b>-9223372036854775808</a-b></tns:add-b>');
    expect(await client(soap).Parameters({ Parameters: parameters })).toEqual(parameters);
    expect(sent).toContain('<__proto__>p</__proto__>');
    expect(sent).toContain('<ID>1</ID><Id>2</Id><id>3</id><größe>1.50</größe><a.b>dot</a.b><a-b>dash</a-b>');
    const least = await client(soap).Parameters({ Parameters: { ID: 1, Id: 2, id: 3 } });
    expect(Object.values(least).filter((value) => value !== undefined)).toEqual([1, 2, 3]);
  });

  it('C2: a soapAction is built from its template, or is empty', async () => {
    await client(soap).Date_({});
    expect(action).toBe(soap === '1.1' ? '"urn:legacy#Date"' : undefined);
    await client(soap).Parameters({ Parameters: parameters });
    expect(action).toBe(soap === '1.1' ? '""' : undefined);
  });

  it('element, type and operation may share a name, in both styles', async () => {
    expect(await client(soap).Order({ Order: order })).toEqual({
      Order: order,
      Previous: { ...order, number: order.number - 1n },
    });
    expect(sent).toContain('<Order tns:number="9223372036854775807" tns:state="x-y" free=" f "><lines><sku>s</sku>');
    expect(sent).toContain('<tns:note>n</tns:note><flags>x X</flags>');
    const plain = { Name: String(order.number), Spouse: undefined, part: { title: 't', Person: ['a', 'b'] } };
    expect(await client(soap).Plain(order)).toEqual(plain);
    expect(sent).toMatch(/^<tns:Order xmlns:tns="urn:legacy"[^>]* tns:number="9223372036854775807" /);
    const { number, lines } = order;
    expect((await client(soap).Order({ Order: { number, lines } })).Order).toMatchObject({
      state: 'x',
      note: undefined,
    });
  });

  it('one local name in three namespaces gives three types, and three forms of elements', async () => {
    expect(await client(soap).People(people)).toEqual(people);
    expect(sent).toContain('<own><name>a b</name></own><listed><p:Name>L</p:Name><p:Spouse><p:Name>S</p:Name>');
    expect(sent).toContain(
      '<p:part Person="P"><q:Person>one</q:Person><q:Person>two</q:Person></p:part></listed><part></part>',
    );
  });

  it('text may have attributes of its own namespace and of another', async () => {
    const chunk = { fileName: '"p"', kind: 'k', $text: Uint8Array.of(0, 1, 255) };
    expect(await client(soap).exportAll({ package: '"p"' })).toEqual(chunk);
    expect(got).toContain('<return tns:name="&quot;p&quot;" p:kind="k">AAH/</return>');
  });

  it('R3: absent, empty and nil are distinct', async () => {
    for (const Absent of [nothing, empty, nils]) {
      for (const [plain, none, either] of [
        [undefined, null, undefined],
        ['', '', null],
        [' ', ' ', 0],
      ] as const) {
        const request = { Absent, plain, none, either };
        expect(await client(soap).Absent(request)).toEqual(request);
      }
    }
    expect(sent).toContain('<many xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>');
  });

  it('D5: header blocks are sent both ways, one of them to a custom role', async () => {
    const traces: (string | undefined)[] = [];
    const headerBlocks = [headers.Ticket.block({ key: 'k', until: new Date(0) }), headers.Tracing.block('t')];
    const found = await client(soap).Look(
      { what: 'w' },
      { headerBlocks, onResponse: (response) => traces.push(headers.Tracing.of(response)) },
    );
    expect(found).toBe('w');
    expect([noted.tickets, noted.traces, traces]).toEqual([['k'], ['t'], ['of w']]);
    await expect(client(soap).Look({ what: 'w' })).rejects.toThrow('Ticket');
  });

  it('W3: faults of another namespace arrive with their detail', async () => {
    const headerBlocks = [headers.Ticket.block({ key: 'k' })];
    const look = async (what: string): Promise<unknown> =>
      await client(soap)
        .Look({ what }, { headerBlocks })
        .catch((error: unknown) => error);
    const gone = await look('gone');
    expect(faults.Gone.is(gone) && gone.value).toEqual({ since: '1999', last: ['a', ''] });
    expect(got).toContain('<f:since>1999</f:since><f:last>a</f:last>');
    const denied = await look('secret');
    expect(faults.Denied.is(denied) && denied.value).toBe('<no>');
  });

  it('an rpc operation may be one-way', async () => {
    expect(await client(soap).Tell({ what: 'x', urgent: true })).toBeUndefined();
    expect([noted.told, noted.traces]).toEqual([['x true'], [undefined]]);
    expect(got).toBe('');
  });

  it('R5: an invalid value is named by its path', async () => {
    const wrong = { ...order, state: 'y' } as unknown as typeof order;
    await expect(client(soap).Order({ Order: wrong })).rejects.toThrow('Order/@state');
    const count = [{ sku: '', count: '18446744073709551616', price: '1' }];
    await expect(client(soap).Order({ Order: { ...order, lines: count } })).rejects.toThrow('lines');
  });
});

it('D3: operations that share an element are distinguished by the action, which their client sends in SOAP 1.2 too', async () => {
  const post = async (parameter: string): Promise<string> => {
    const request = new Request('http://localhost:8080/legacy', {
      method: 'POST',
      headers: { 'Content-Type': `application/soap+xml; charset=utf-8${parameter}` },
      body: sentWhole,
    });
    return await (await server.fetch(request)).text();
  };
  let sentWhole = '';
  let contentType = '';
  const plain = new LegacyClient({
    soap: '1.2',
    transport: {
      async send(request) {
        sentWhole = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
        contentType = request.headers[request.headers.indexOf('Content-Type') + 1] ?? '';
        return await memory.send(request);
      },
    },
  });
  await plain.Plain(order);
  expect(contentType).toBe('application/soap+xml; charset=utf-8; action="urn:legacy#Plain"');
  expect(await post('; action="urn:legacy#Plain"')).not.toContain('Fault');
  expect(await post('')).toContain('urn:legacy#Plain&quot; was expected');
});

it('P2: ports with their own addresses retain them in the file, and get that of the server in the served WSDL', async () => {
  const wsdl = await (await server.fetch(new Request('http://files.example:1/legacy?wsdl'))).text();
  const ports = [...wsdl.matchAll(/<wsdl:port name="(\w+)" binding="tns:(\w+)">[\s\S]*?location="([^"]+)"/g)];
  const address = 'http://files.example:1/legacy';
  expect(ports.map(([, ...port]) => port)).toEqual([
    ['Main', 'LegacySoap', address],
    ['Spare', 'LegacySoap', address],
    ['Modern', 'LegacySoap12', address],
  ]);
});

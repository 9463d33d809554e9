import { TypedFault } from '@soapwright/runtime';
import { memoryTransport, type Transport } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveService } from '../../src/contract/model/index.ts';
import { ServiceMessages } from '../../src/messages/values/service-messages.ts';
import { GeneratedFolder, moduleIn } from '../generate-here.ts';
import { peopleWsdl } from '../support/generator/people-wsdl.ts';
import { contractOfWsdl } from '../support/generator/wsdl-contract.ts';
import { encodedEnvelope } from '../support/runtime/encoded-codecs.ts';

type Call = (request: unknown) => Promise<unknown>;

interface ClientModule {
  readonly PeopleServiceClient: new (options: { transport: Transport }) => Readonly<Record<string, Call>>;
}

interface ServerModule {
  createPeopleServiceServer(handlers: object, options: object): Parameters<typeof memoryTransport>[0];
  readonly faults: Readonly<Record<string, { create(detail: unknown, init: { reason: string }): Error }>>;
}

const generated = new GeneratedFolder('encoded');
afterAll(() => generated.remove());

/** What went over the wire last: the content of the body, of the request and of the response. */
const wire = { request: '', response: '' };
const bodyOf = (text: string): string => /:Body>([\s\S]*)<\/\w+:Body>/.exec(text)?.[1] ?? '';

/** The response of a server that is not ours. */
let other: string | undefined;

describe.each(['rpc', 'document'] as const)('a generated client and server of %s/encoded', (style) => {
  let client: Readonly<Record<string, Call>>;

  beforeAll(async () => {
    const { folder } = await generated.write(contractOfWsdl(peopleWsdl(style)));
    const server = await moduleIn<ServerModule>(folder, 'server');
    const handlers = {
      echo: (request: { person: { name: string } } & { name: string }) => {
        const { name } = request.person ?? request;
        if (name === 'nobody') throw server.faults.Lost?.create({ id: 7 }, { reason: 'Lost.' });
        if (name === 'nothing') throw server.faults.Lost?.create(null, { reason: 'Lost.' });
        return request.person ?? request;
      },
      list: (request: { count: number; map: unknown }) => ({
        return: [],
        grid: [
          [1, 2],
          [3, request.count],
        ],
        map: request.map,
      }),
    };
    const memory = memoryTransport(server.createPeopleServiceServer(handlers, { state: undefined }));
    const transport: Transport = {
      async send(request) {
        wire.request = bodyOf(typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body));
        const response = await memory.send(request);
        if (other !== undefined)
          return { ...response, status: 500, body: new TextEncoder().encode(encodedEnvelope(other)) };
        wire.response = bodyOf(new TextDecoder().decode(response.body as Uint8Array));
        return response;
      },
    };
    const { PeopleServiceClient } = await moduleIn<ClientModule>(folder, 'client');
    client = new PeopleServiceClient({ transport });
  });

  const home = { street: 'High', zip: 7, color: 'red' };
  const person = {
    name: 'Ann\r\n& "Co" \u{1f600}',
    born: new Date('2024-02-29T12:30:00.5Z'),
    home,
    work: null,
    tags: ['a', ''],
    friends: [
      {
        name: 'Bo',
        born: null,
        home: undefined,
        work: { street: '', zip: null, color: undefined },
        tags: [],
        friends: null,
        pet: undefined,
        extra: undefined,
        amount: '0.10',
      },
    ],
    pet: { $type: 'Dog', name: 'Rex', barks: true },
    extra: [1, 'two', { $type: 'Address', ...home }, new Map([['k', [true, null]]])],
    amount: '12345678901234567890.5',
  };

  it('exchange records, arrays, hierarchies, nil and values of any type', async () => {
    const request = style === 'rpc' ? { person } : person;
    expect(await client.echo?.(request)).toEqual(person);
    expect(wire.request).toMatch(
      /^<\w+:\w+ xmlns:[^>]*soap:encodingStyle="http:\/\/schemas.xmlsoap.org\/soap\/encoding\/"/,
    );
    expect(wire.request).toContain('<tags xsi:type="soapenc:Array" soapenc:arrayType="xsd:string[2]">');
    expect(wire.request).toContain('<work xsi:type="tns:Address" xsi:nil="true"/>');
    expect(wire.request.match(/xmlns:xsi=/g)).toHaveLength(1);
  });

  it('write shared values twice, and reject circles with their path', async () => {
    const shared = { ...person, work: home };
    expect(await client.echo?.(style === 'rpc' ? { person: shared } : shared)).toEqual(shared);
    const circle = { ...person, friends: [] as unknown[] };
    circle.friends.push(circle);
    await expect(client.echo?.(style === 'rpc' ? { person: circle } : circle)).rejects.toMatchObject({
      message: expect.stringMatching(/friends\/item\/friends.*maxDepth/),
    });
  });

  it.runIf(style === 'rpc')('exchange grids and Maps', async () => {
    const map = new Map<unknown, unknown>([
      ['a', 1],
      [2, { $type: 'Struct', b: 'c' }],
    ]);
    expect(await client.list?.({ count: 4, map })).toEqual({
      return: [],
      grid: [
        [1, 2],
        [3, 4],
      ],
      map,
    });
    expect(wire.response).toContain('soapenc:arrayType="xsd:int[2,2]"');
  });

  it.runIf(style === 'rpc')('write a part without a value as nil, in both directions', async () => {
    const response = {
      return: [],
      grid: [
        [1, 2],
        [3, 4],
      ],
      map: undefined,
    };
    for (const map of [undefined, null]) {
      expect(await client.list?.({ count: 4, map })).toEqual(response);
      expect(wire.request).toMatch(/<map [^>]*xsi:nil="true"\/><\/\w+:list>$/);
      expect(wire.response).toMatch(/<map [^>]*xsi:nil="true"\/><\/\w+:listResponse>$/);
    }
    await client.list?.({ count: 4, map: new Map() });
    expect(wire.request).not.toContain('xsi:nil');
  });

  it('write a required field without a value as nil, and leave out an optional one', async () => {
    const bare = { ...person, name: undefined, tags: undefined, home: undefined, friends: null };
    expect(await client.echo?.(style === 'rpc' ? { person: bare } : bare)).toEqual(bare);
    for (const text of [wire.request, wire.response]) {
      expect(text).toContain('<name xsi:type="xsd:string" xsi:nil="true"/>');
      expect(text).toMatch(/<tags [^>]*xsi:nil="true"\/>/);
      expect(text).not.toContain('<home');
    }
  });

  it.runIf(style === 'rpc')('write the same without generated code', () => {
    const contract = contractOfWsdl(peopleWsdl(style));
    const service = resolveService(contract);
    const list = service.operations.find(({ name }) => name === 'list');
    if (list === undefined) throw new RangeError('There is no operation.');
    const text = new ServiceMessages(contract, service).write(list, 'request', { count: 4 });
    expect(text).toMatch(/<map [^>]*xsi:nil="true"\/>/);
  });

  it('keep a declared fault typed whose detail is nil', async () => {
    const nothing = { ...person, name: 'nothing' };
    const failed = client.echo?.(style === 'rpc' ? { person: nothing } : nothing);
    await expect(failed).rejects.toBeInstanceOf(TypedFault);
    await expect(failed).rejects.toMatchObject({ value: null, reason: 'Lost.', detailCode: 'Lost' });
    expect(wire.response).toMatch(/<detail><\w+:fault [^>]*xsi:nil="true"(?:\/>|><\/\w+:fault>)<\/detail>/);
  });

  it('exchange faults with an encoded detail', async () => {
    const nobody = { ...person, name: 'nobody' };
    const failed = client.echo?.(style === 'rpc' ? { person: nobody } : nobody);
    await expect(failed).rejects.toBeInstanceOf(TypedFault);
    await expect(failed).rejects.toMatchObject({ value: { id: 7 }, reason: 'Lost.' });
    expect(wire.response).toContain('xsi:type="tns:Lost"');
  });

  it('read a fault whose detail refers to an element beside it, as Axis writes it', async () => {
    const fault = (type: string): string =>
      '<soap:Fault><faultcode>soap:Server</faultcode><faultstring>Lost.</faultstring><detail><p:fault href="#id0"/>' +
      `</detail></soap:Fault><multiRef id="id0" enc:root="0" xsi:type="p:${type}"><id xsi:type="xsd:int">8</id></multiRef>`;
    const call = () => client.echo?.(style === 'rpc' ? { person } : person);
    other = fault('Lost');
    await expect(call()).rejects.toMatchObject({ name: 'SoapFault', reason: 'Lost.', value: { id: 8 } });
    other = fault('Other');
    await expect(call()).rejects.toMatchObject({ reason: 'Lost.', detail: expect.stringContaining('href="#id0"') });
    other = undefined;
  });
});

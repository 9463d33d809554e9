import { TypedFault } from '@soapwright/runtime';
import { memoryTransport, type Transport } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GeneratedFolder, moduleIn } from '../generate-here.ts';
import { peopleWsdl12 } from '../support/generator/people-wsdl.ts';
import { contractOfWsdl } from '../support/generator/wsdl-contract.ts';

type Call = (request: unknown) => Promise<unknown>;

interface ClientModule {
  readonly PeopleServiceClient: new (options: { transport: Transport; soap: '1.2' }) => Readonly<Record<string, Call>>;
}

interface ServerModule {
  createPeopleServiceServer(handlers: object, options: object): Parameters<typeof memoryTransport>[0];
  readonly faults: Readonly<Record<string, { create(detail: unknown, init: { reason: string }): Error }>>;
}

const generated = new GeneratedFolder('encoded-soap12');
afterAll(() => generated.remove());

const ann = {
  name: 'Ann',
  born: new Date('2024-02-29T12:30:00.5Z'),
  home: { street: 'High', zip: 7, color: 'red' },
  work: null,
  tags: ['a', ''],
  friends: null,
  pet: { $type: 'Dog', name: 'Rex', barks: true },
  extra: [1, 'two', new Map([['k', [true, null]]])],
  amount: '12345678901234567890.5',
};

describe('a generated client and server with the encoding of SOAP 1.2', () => {
  let client: Readonly<Record<string, Call>>;
  /** What went over the wire last. */
  const wire = { request: '', response: '' };

  beforeAll(async () => {
    const { folder } = await generated.write(contractOfWsdl(peopleWsdl12('rpc')));
    const server = await moduleIn<ServerModule>(folder, 'server');
    const handlers = {
      echo: ({ person }: { person: { name: string } }) => {
        if (person.name === 'nobody') throw server.faults.Lost?.create({ id: 7 }, { reason: 'Lost.' });
        return person;
      },
      list: ({ count, map }: { count: number; map: unknown }) => ({ return: [], grid: [[1, 2, count]], map }),
    };
    const memory = memoryTransport(server.createPeopleServiceServer(handlers, { state: undefined }));
    const transport: Transport = {
      async send(request) {
        wire.request = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
        const response = await memory.send(request);
        wire.response = new TextDecoder().decode(response.body as Uint8Array);
        return response;
      },
    };
    const { PeopleServiceClient } = await moduleIn<ClientModule>(folder, 'client');
    client = new PeopleServiceClient({ transport, soap: '1.2' });
  });

  it('exchange records, arrays, hierarchies, nil and values of any type', async () => {
    expect(await client.echo?.({ person: ann })).toEqual(ann);
    expect(wire.request).toContain('soap12:encodingStyle="http://www.w3.org/2003/05/soap-encoding"');
    expect(wire.request).toContain(
      '<tags xsi:type="soapenc:Array" soapenc:itemType="xsd:string" soapenc:arraySize="2">',
    );
    expect(wire.response).not.toContain('http://schemas.xmlsoap.org/soap/');
  });

  it('exchange grids and Maps', async () => {
    const map = new Map([['a', 1]]);
    expect(await client.list?.({ count: 4, map })).toEqual({ return: [], grid: [[1, 2, 4]], map });
    expect(wire.response).toContain('soapenc:itemType="xsd:int" soapenc:arraySize="1 3"');
  });

  it('exchange faults with an encoded detail', async () => {
    const failed = client.echo?.({ person: { ...ann, name: 'nobody' } });
    await expect(failed).rejects.toBeInstanceOf(TypedFault);
    await expect(failed).rejects.toMatchObject({ value: { id: 7 }, reason: 'Lost.' });
    expect(wire.response).toContain('soap12:encodingStyle="http://www.w3.org/2003/05/soap-encoding"');
  });
});

import { describe, expect, it } from 'vitest';
import { Find, NotFound, Notify, Session } from '../../../test/support/runtime/library-operations.ts';
import { address, find, libraryServer } from '../../../test/support/runtime/library-server.ts';
import { both, envelope } from '../../../test/support/runtime/sample-envelopes.ts';
import { response } from '../../../test/support/runtime/test-client.ts';
import { type AddressingOptions, addressing } from '../client/addressing.ts';
import { ClientError } from '../client/client-error.ts';
import type { Interceptor } from '../client/interceptor.ts';
import { memoryTransport, type RequestHandler } from '../client/memory-transport.ts';
import type { ClientOptions } from '../client/options.ts';
import { SoapClient } from '../client/soap-client.ts';
import { addressing as serverAddressing } from '../server/addressing.ts';
import { type SoapVersion, versionNamed } from '../soap/version.ts';
import { type AddressingName, addressingVersion } from './addressing-version.ts';

const versions = both.flatMap((soap) => (['1.0', '2004-08'] as const).map((name) => ({ soap, name })));

interface Exchange {
  readonly client: SoapClient;
  /** Texts of the requests. */
  readonly requests: string[];
}

/** A client with addressing. @param handler a service; by default the library with addressing required. */
function clientOf(
  soap: SoapVersion,
  options: AddressingOptions = {},
  handler?: RequestHandler,
  more: Partial<ClientOptions> = {},
): Exchange {
  const requests: string[] = [];
  const library = memoryTransport(libraryServer({}, { addressing: serverAddressing({ required: true }) }));
  const transport = memoryTransport(async (request) => {
    requests.push(
      typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body as Uint8Array),
    );
    return handler === undefined ? await library.send(request as never) : await handler(request);
  });
  const headerBlocks = [Session.block({ Token: 't' })];
  const client = new SoapClient({
    address,
    soap,
    transport,
    headerBlocks,
    interceptors: [addressing(options)],
    ...more,
  });
  return { client, requests };
}

const block = (request = '', local: string): string =>
  new RegExp(`<wsa:${local}[ >].*?</wsa:${local}>`).exec(request)?.[0] ?? '';
const blockText = (request = '', local: string): string => />([^<]*)</.exec(block(request, local))?.[1] ?? '';

/** A response to `Find` with header blocks. */
const answer =
  (
    soap: SoapVersion,
    header: (id: string) => string,
    body = '<FindResponse xmlns="urn:library"><Shelf>s</Shelf></FindResponse>',
  ): RequestHandler =>
  (request) => {
    const id = blockText(String(request.body), 'MessageID');
    return response(200, { 'Content-Type': versionNamed(soap).contentType }, envelope(soap, body, header(id)));
  };

const relatesTo = (name: AddressingName, id: string, type = ''): string =>
  `<w:RelatesTo xmlns:w="${addressingVersion(name).namespace}" s:mustUnderstand="1"${type}>${id}</w:RelatesTo>`;

async function thrown(promise: Promise<unknown>): Promise<ClientError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ClientError)) throw new Error(`no ClientError but ${String(error)}`);
  return error;
}

describe.each(versions)('a client with WS-Addressing $name in SOAP $soap', ({ soap, name }) => {
  const { namespace, anonymous } = addressingVersion(name);

  it('sends To, Action, MessageID and an anonymous ReplyTo, and calls a server that requires them', async () => {
    const required = libraryServer({}, { addressing: serverAddressing({ version: name, required: true }) });
    const service = memoryTransport(required);
    const { client, requests } = clientOf(soap, { version: name }, (request) => service.send(request as never));
    expect(await client.call(Find, { Title: 'T' })).toBe('shelf of T');
    expect(await client.call(Find, { Title: 'U' })).toBe('shelf of U');
    const [first, second] = requests;
    expect(block(first, 'To')).toBe(`<wsa:To xmlns:wsa="${namespace}">${address}</wsa:To>`);
    expect(blockText(first, 'Action')).toBe(Find.soapAction);
    expect(blockText(first, 'MessageID')).toMatch(/^urn:uuid:[-0-9a-f]{36}$/);
    expect(blockText(second, 'MessageID')).not.toBe(blockText(first, 'MessageID'));
    expect(block(first, 'ReplyTo')).toContain(`<wsa:Address>${anonymous}</wsa:Address>`);
    // That of the Session.
    expect(first?.match(/mustUnderstand/g)).toHaveLength(1);
  });

  it('sends what its options say', async () => {
    const { client, requests } = clientOf(
      soap,
      {
        version: name,
        action: (operation) => `urn:in:${operation}`,
        to: 'urn:oin:1',
        from: 'urn:oin:2',
        mustUnderstand: true,
        messageId: () => 'urn:id&1',
      },
      answer(soap, () => relatesTo(name, 'urn:id&amp;1')),
    );
    expect(await client.call(Find, { Title: 'T' })).toBe('s');
    const [request] = requests;
    expect(blockText(request, 'To')).toBe('urn:oin:1');
    expect(blockText(request, 'Action')).toBe('urn:in:Find');
    expect(blockText(request, 'MessageID')).toBe('urn:id&amp;1');
    expect(block(request, 'From')).toContain('<wsa:Address>urn:oin:2</wsa:Address>');
    const { prefix } = versionNamed(soap);
    // Five, and that of the Session.
    expect(request?.split(`${prefix}:mustUnderstand="1"`)).toHaveLength(7);
  });

  it('sends no ReplyTo with a one-way request', async () => {
    const { client, requests } = clientOf(soap, { version: name });
    await client.call(Notify, { Text: 'a' });
    expect(block(requests[0], 'MessageID')).not.toBe('');
    expect(block(requests[0], 'ReplyTo')).toBe('');
  });

  it('unrelated: a response that relates to another message', async () => {
    const fault =
      soap === '1.1'
        ? '<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>'
        : '<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">no</s:Text></s:Reason></s:Fault>';
    for (const body of [undefined, fault]) {
      const { client } = clientOf(
        soap,
        { version: name },
        answer(soap, () => relatesTo(name, 'urn:other'), body),
      );
      const error = await thrown(client.call(Find, { Title: 'T' }));
      expect(error).toMatchObject({ code: 'unrelated', operation: 'Find', httpStatus: 200 });
      expect(error.remedy).toContain('find out whether');
    }
  });

  it('takes a response that relates to its request, or to none', async () => {
    const reply = name === '1.0' ? 'http://www.w3.org/2005/08/addressing/reply' : 'w:Reply';
    const headers: ((id: string) => string)[] = [
      (id) => relatesTo(name, ` ${id} `),
      (id) => relatesTo(name, id, ` RelationshipType="${reply}"`),
      (id) => relatesTo(name, 'urn:other', ' RelationshipType="urn:cause"') + relatesTo(name, id),
      () => relatesTo(name, 'urn:other', ' RelationshipType="urn:cause"'),
      () => '',
    ];
    for (const header of headers) {
      const { client } = clientOf(soap, { version: name }, answer(soap, header));
      expect(await client.call(Find, { Title: 'T' })).toBe('s');
    }
  });

  it('throws the fault of a service', async () => {
    const library = libraryServer(
      {
        Find: () => {
          throw NotFound.create({ Title: 'T' }, { reason: 'no' });
        },
      },
      { addressing: serverAddressing() },
    );
    const service = memoryTransport(library);
    const { client } = clientOf(soap, { version: name }, (request) => service.send(request as never));
    await expect(client.call(Find, { Title: 'T' })).rejects.toSatisfy((error) => NotFound.is(error));
  });

  it('bad-answer: a RelatesTo that cannot be read', async () => {
    const { client } = clientOf(
      soap,
      { version: name },
      answer(soap, () => relatesTo(name, '<a/>')),
    );
    expect((await thrown(client.call(Find, { Title: 'T' }))).code).toBe('bad-answer');
  });

  it('bad-answer: a block of the response occurs twice', async () => {
    const action = `<w:Action xmlns:w="${namespace}">urn:a</w:Action>`;
    const { client } = clientOf(
      soap,
      { version: name },
      answer(soap, () => action + action),
    );
    const error = await thrown(client.call(Find, { Title: 'T' }));
    expect(error).toMatchObject({ code: 'bad-answer', message: expect.stringContaining('Action of the response') });
  });
});

describe('a client with WS-Addressing', () => {
  it('reads mandatory blocks of a response at once, and leaves those of others to the caller', async () => {
    const block1 = `<w:Action xmlns:w="${addressingVersion('1.0').namespace}" s:mustUnderstand="1">urn:a</w:Action>`;
    const { client } = clientOf(
      '1.1',
      {},
      answer('1.1', () => block1),
    );
    const seen: string[] = [];
    const onResponse = (received: { readonly headerBlocks: readonly { readonly local: string }[] }): void => {
      seen.push(...received.headerBlocks.map(({ local }) => local));
    };
    expect(await client.call(Find, { Title: 'T' }, { onResponse })).toBe('s');
    expect(seen).toEqual(['Action']);
    const other = clientOf(
      '1.1',
      {},
      answer('1.1', () => '<o:Other xmlns:o="urn:o" s:mustUnderstand="1"/>'),
    );
    expect((await thrown(other.client.call(Find, { Title: 'T' }))).code).toBe('bad-answer');
  });

  it('gives each attempt of an interceptor before it an identifier of its own', async () => {
    let attempts = 0;
    const twice: Interceptor = (next) => (call) => next(call).catch(() => next(call));
    const { client, requests } = clientOf(
      '1.1',
      {},
      (request) => {
        if (attempts++ === 0) throw new Error('lost');
        return answer('1.1', (id) => relatesTo('1.0', id))(request);
      },
      { interceptors: [twice, addressing()] },
    );
    expect(await client.call(Find, { Title: 'T' })).toBe('s');
    const ids = requests.map((request) => blockText(request, 'MessageID'));
    expect(new Set(ids).size).toBe(2);
  });

  it('passes on a call that has such blocks already', async () => {
    const own = `<a:Action xmlns:a="${addressingVersion('1.0').namespace}">urn:own</a:Action>`;
    const { client, requests } = clientOf(
      '1.1',
      {},
      answer('1.1', () => relatesTo('1.0', 'urn:other')),
    );
    expect(await client.call(Find, { Title: 'T' }, { headerBlocks: [own] })).toBe('s');
    expect(requests[0]).not.toContain('MessageID');
    // Another interceptor of the same kind comes first.
    const both = clientOf('1.1', {}, undefined, { interceptors: [addressing({ from: 'urn:f' }), addressing()] });
    await both.client.call(Find, { Title: 'T' });
    expect(both.requests[0]?.match(/<wsa:MessageID/g)).toHaveLength(1);
    expect(both.requests[0]).toContain('urn:f');
  });

  it('has the action of the contract, and an error without one', async () => {
    const { client, requests } = clientOf(
      '1.1',
      {},
      answer('1.1', () => ''),
    );
    await client.call({ ...Find, addressingAction: 'urn:contract' }, { Title: 'T' });
    expect(blockText(requests[0], 'Action')).toBe('urn:contract');
    const error = await thrown(client.call({ ...Find, soapAction: '' }, { Title: 'T' }));
    expect(error).toMatchObject({ code: 'invalid-options', message: expect.stringContaining('addressing({ action:') });
    expect(() => addressing({ version: '1.1' as never })).toThrow(ClientError);
  });

  it('sends nothing with an identifier that XML cannot hold', async () => {
    const { client, requests } = clientOf('1.1', { messageId: () => 'a\u0000' });
    expect((await thrown(client.call(Find, { Title: 'T' }))).code).toBe('invalid-request');
    expect(requests).toEqual([]);
    expect(find()).toContain('Title');
  });
});

import { describe, expect, it } from 'vitest';
import {
  Busy,
  Find,
  Judge,
  NotFound,
  namespace,
  Quota,
  Session,
  Trace,
} from '../../../test/support/runtime/library-operations.ts';
import { type LibraryHandlers, libraryServer, address as path } from '../../../test/support/runtime/library-server.ts';
import { both, envelope, faultBody } from '../../../test/support/runtime/sample-envelopes.ts';
import { clientOf, clientWithoutResponse, response } from '../../../test/support/runtime/test-client.ts';
import type { SoapVersion } from '../index.ts';
import { TypedFault } from '../soap/typed-fault.ts';
import { versionNamed } from '../soap/version.ts';
import { ClientError } from './client-error.ts';
import type { Interceptor, SoapResponse } from './interceptor.ts';
import { memoryTransport } from './memory-transport.ts';
import type { ClientOptions } from './options.ts';
import { SoapClient } from './soap-client.ts';
import type { TransportRequest, TransportResponse } from './transport.ts';

const headerBlocks = [Session.block({ Token: 't' })];

/** A client of the library in the same process. */
function clientTo(handlers: LibraryHandlers, options: ClientOptions = {}): SoapClient {
  return new SoapClient({
    address: path,
    transport: memoryTransport(libraryServer(handlers)),
    headerBlocks,
    ...options,
  });
}

/** An envelope as a foreign service responses it. */
function answer(version: SoapVersion, body: string, header = '', status = 200): TransportResponse {
  return response(status, { 'Content-Type': versionNamed(version).mediaType }, envelope(version, body, header));
}

const found = `<FindResponse xmlns="${namespace}"><Shelf>S</Shelf></FindResponse>`;

async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe.each(both)('faults that operations declare, in SOAP %s', (soap) => {
  it('C5: arrive from a handler with all of their content', async () => {
    const client = clientTo(
      {
        Find(_, { responseHeaderBlocks }) {
          responseHeaderBlocks.push(Quota.block(3));
          const how = {
            reason: 'später',
            code: 'Receiver',
            language: 'de',
            httpStatus: 503,
            retryAfter: 2_000,
          } as const;
          throw NotFound.create({ Title: 'a\r\n<&>', Secret: 's' }, how);
        },
      },
      { soap },
    );
    const error = await thrownBy(client.call(Find, { Title: 'x' }));
    if (!NotFound.is(error)) throw error;
    expect(error.value).toEqual({ Title: 'a\r\n<&>', Secret: 's' });
    expect(error).toMatchObject({
      code: 'Receiver',
      reason: 'später',
      language: 'de',
      detailCode: 'NotFound',
      version: soap,
      httpStatus: 503,
      retryAfter: 2_000,
    });
    expect(Quota.of(error)).toBe(3);
  });

  it('C5: an undeclared fault becomes an untyped one', async () => {
    const client = clientTo(
      {
        Judge: () => {
          throw NotFound.create({ Title: 't' }, { reason: 'r' });
        },
      },
      { soap, actionParameter: true },
    );
    const error = await thrownBy(client.call(Judge, { text: 'x' }));
    expect(error).not.toBeInstanceOf(TypedFault);
    expect(error).toMatchObject({
      name: 'SoapFault',
      reason: 'r',
      detail: expect.stringContaining('<Title>t</Title>'),
    });
  });

  it('C5: a fault in the other version is read too', async () => {
    const other = soap === '1.1' ? '1.2' : '1.1';
    const detail = '<b:Busy xmlns:b="urn:other" until="5">later</b:Busy>';
    const client = clientOf(() => answer(other, faultBody(other, detail), '', 500), { soap, headerBlocks });
    const error = await thrownBy(client.call(Find, { Title: '' }));
    expect(Busy.is(error) && [error.value, error.version]).toEqual([{ until: '5', text: 'later' }, other]);
  });
});

describe.each(both)('header blocks that operations declare, in SOAP %s', (soap) => {
  it('D5: the blocks of the client and of the call are sent, and understood', async () => {
    const client = clientTo(
      { Find: (_, context) => JSON.stringify([Session.of(context), Trace.of(context), context.headerBlocks.length]) },
      { soap },
    );
    expect(await client.call(Find, { Title: '' })).toBe('[{"Token":"t"},null,1]');
    const more = [Trace.block({ Id: '1' }), '<x:a xmlns:x="urn:x"/>'];
    expect(await client.call(Find, { Title: '' }, { headerBlocks: more })).toBe('[{"Token":"t"},{"Id":"1"},3]');
    const instead = [Session.block({ Token: 'u' })];
    expect(await client.call(Find, { Title: '' }, { headerBlocks: instead })).toBe('[{"Token":"u"},null,1]');
  });

  it('D5: a required block that is missing or cannot be written is rejected before anything is sent', async () => {
    const sent: TransportRequest[] = [];
    const client = clientOf(
      (request) => {
        sent.push(request);
        return answer(soap, found);
      },
      { soap },
    );
    const none = await thrownBy(client.call(Find, { Title: '' }));
    expect(none).toMatchObject({ name: 'ClientError', code: 'invalid-request' });
    expect((none as Error).message).toContain('{urn:library}Session is missing');
    const wrong = client.call(Find, { Title: '' }, { headerBlocks: [Session.block({ Token: 'S3CRET\u0000' })] });
    expect(((await thrownBy(wrong)) as Error).message).toMatch(/: Session\/Token: (?!.*S3CRET)/);
    expect(sent).toEqual([]);
    const text = [`<s:Session xmlns:s="${namespace}"><s:Token>t</s:Token></s:Session>`];
    expect(await client.call(Find, { Title: '' }, { headerBlocks: text })).toBe('S');
    const adding: Interceptor = (next) => (call) => next({ ...call, headerBlocks });
    const added = clientOf(() => answer(soap, found), { soap, interceptors: [adding] });
    expect(await added.call(Find, { Title: '' })).toBe('S');
  });

  it('D5: the blocks of the response are read in an interceptor and in onResponse', async () => {
    const seen: unknown[] = [];
    const look: Interceptor = (next) => async (call) => {
      const got = await next(call);
      seen.push(Quota.of(got));
      return got;
    };
    const client = clientTo(
      {
        Find(_, { responseHeaderBlocks }) {
          responseHeaderBlocks.push(Quota.block(9, { mustUnderstand: true }));
          return 'S';
        },
      },
      { soap, interceptors: [look] },
    );
    const onResponse = (got: SoapResponse): void => {
      seen.push(Quota.of(got), got.httpStatus, got.output);
    };
    expect(await client.call(Find, { Title: '' }, { onResponse })).toBe('S');
    expect(seen).toEqual([9, 9, 200, 'S']);
  });

  it('C5: an error of onResponse becomes the error of the call, and a cancelled call has no response', async () => {
    const wrong = clientOf(() => answer(soap, found), { soap, headerBlocks }).call(
      Find,
      { Title: '' },
      {
        onResponse: () => {
          throw new RangeError('mine');
        },
      },
    );
    await expect(wrong).rejects.toThrow(new RangeError('mine'));
    let answered = 0;
    let arrive = (_response: TransportResponse): void => undefined;
    const late = new Promise<TransportResponse>((resolve) => {
      arrive = resolve;
    });
    const slow = clientOf(() => late, { soap, headerBlocks, timeout: 10 });
    const onResponse = (): void => {
      answered++;
    };
    await expect(slow.call(Find, { Title: '' }, { onResponse })).rejects.toMatchObject({ code: 'timeout' });
    arrive(answer(soap, found));
    await new Promise(setImmediate);
    expect(answered).toBe(0);
  });

  it('C5: a response with a missing, repeated, malformed or not understood block is rejected', async () => {
    const needing = { ...Find, headers: { ...Find.headers, output: [{ header: Session, required: true }] } };
    const block = (more = ''): string => `<Session xmlns="${namespace}" ${more}><Token>S3CRET</Token></Session>`;
    const calling = (header: string, options: ClientOptions = {}): Promise<unknown> =>
      thrownBy(
        clientOf(() => answer(soap, found, header), { soap, headerBlocks, ...options }).call(needing, { Title: '' }),
      );
    expect(await calling(block('s:mustUnderstand="1"'))).toBeUndefined();
    const { roleAttribute } = versionNamed(soap);
    for (const [why, header] of [
      ['is missing', ''],
      ['is missing', block(`s:${roleAttribute}="urn:x"`)],
      ['only once', block() + block()],
      ['cannot be read', block().replaceAll('Token', 'Other')],
      ['{urn:a}a', `${block()}<a xmlns="urn:a" s:mustUnderstand="true"/>`],
    ] as const) {
      const error = await calling(header);
      expect(error, why).toBeInstanceOf(ClientError);
      expect(error).toMatchObject({ code: 'bad-answer', httpStatus: 200, message: expect.stringContaining(why) });
      expect((error as Error).message).not.toContain('S3CRET');
    }
    const understood = [{ namespace: 'urn:a', local: 'a' }];
    expect(await calling(`${block()}<a xmlns="urn:a" s:mustUnderstand="true"/>`, { understood })).toBeUndefined();
  });

  it('R5: no error contains the content of a block', async () => {
    const secret = [Session.block({ Token: 'S3CRET' })];
    const { inspect } = await import('node:util');
    const error = await thrownBy(
      clientWithoutResponse({ soap, timeout: 5 }).call(Find, { Title: 'S3CRET' }, { headerBlocks: secret }),
    );
    expect(inspect(error, { depth: 9 })).not.toContain('S3CRET');
  });
});

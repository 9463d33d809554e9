import { describe, expect, it } from 'vitest';
import {
  Busy,
  Damaged,
  Find,
  NotFound,
  namespace,
  Quota,
  Session,
  Trace,
} from '../../../test/support/runtime/library-operations.ts';
import {
  ask,
  find,
  type LibraryHandlers,
  libraryServer,
  type ReceivedResponse,
  session,
} from '../../../test/support/runtime/library-server.ts';
import { both } from '../../../test/support/runtime/sample-envelopes.ts';
import { SoapFault } from '../soap/fault.ts';
import { versionNamed } from '../soap/version.ts';
import type { HandlerContext } from './handler.ts';
import type { ServerEvent } from './server-events.ts';
import type { CommonOptions } from './server-options.ts';

const action = Find.soapAction;

describe.each(both)('faults that operations declare, in SOAP %s', (version) => {
  const { roleAttribute } = versionNamed(version);

  function finding(
    handler: NonNullable<LibraryHandlers['Find']>,
    options: CommonOptions = {},
  ): Promise<ReceivedResponse> {
    return ask(libraryServer({ Find: handler }, options), version, action, find(), session());
  }

  it('W3, T7: are written with their element, and the status of their code', async () => {
    const events: ServerEvent[] = [];
    const log = (event: ServerEvent): number => events.push(event);
    const response = await finding(
      () => {
        throw NotFound.create({ Title: 'a<', Secret: 'S3CRET' }, { reason: 'There is no such book.' });
      },
      { log },
    );
    expect(response.status).toBe(version === '1.1' ? 500 : 400);
    expect(response.text).toContain(
      '<NotFound xmlns="urn:library"><Title>a&lt;</Title><Secret>S3CRET</Secret></NotFound>',
    );
    expect(response.headers.get('Content-Length')).toBe(String(Buffer.byteLength(response.text)));
    expect(events).toMatchObject([{ event: 'fault', operation: 'Find', code: 'Sender', detailCode: 'NotFound' }]);
    expect(events[0]).toHaveProperty('requestId', response.headers.get('X-Request-Id'));
    expect(JSON.stringify(events)).not.toContain('S3CRET');
    const later = await finding(async () => {
      throw Busy.create({ text: '' }, { reason: 'r', code: 'Receiver', httpStatus: 503, retryAfter: 1_001 });
    });
    expect([later.status, later.headers.get('Retry-After')]).toEqual([503, '2']);
  });

  it('W3: may contain binary values', async () => {
    const response = await finding(() => {
      throw Damaged.create(new Blob(['abc']), { reason: 'r' });
    });
    expect(response.text).toContain('<Damaged xmlns="urn:library"><Page>YWJj</Page></Damaged>');
    expect(response.headers.get('Content-Length')).toBe(String(response.text.length));
  });

  it('W3: an undeclared fault is written too', async () => {
    const server = libraryServer({
      Join: () => {
        throw NotFound.create({ Title: 't' }, { reason: 'r' });
      },
    });
    const join = `<j:Join xmlns:j="${namespace}"><a>1</a><b>2</b></j:Join>`;
    expect((await ask(server, version, 'urn:library#Join', join)).text).toContain('<Title>t</Title>');
  });

  it('W2: a value that cannot be written is a fault of the server that names the field', async () => {
    const events: ServerEvent[] = [];
    const reported: unknown[] = [];
    const response = await finding(
      () => {
        throw NotFound.create({ Title: 'S3CRET\u0001' }, { reason: 'r' });
      },
      { log: (event) => events.push(event), onError: (error) => reported.push(error) },
    );
    expect(response.status).toBe(500);
    expect(response.text).toContain('<Code>InternalError</Code><Path>NotFound/Title</Path>');
    expect(response.text + JSON.stringify(events) + String(reported)).not.toContain('S3CRET');
    expect(events.map(({ event }) => event)).toEqual(['error', 'fault']);
    // Untyped code can throw these: a codec that fails on one reveals nothing to the caller.
    const untyped = await finding(() => {
      throw NotFound.create(JSON.parse('null'), { reason: 'r' });
    });
    expect([untyped.status, untyped.text.includes('InternalError'), untyped.text.includes('null')]).toEqual([
      500,
      true,
      false,
    ]);
  });

  it('W4: a fault that a client received is not forwarded to the callers of this service', async () => {
    const received = new SoapFault({ code: 'Sender', reason: 'S3CRET', version: '1.1' });
    const response = await finding(() => {
      throw received;
    });
    expect([response.text.includes('S3CRET'), response.text.includes('InternalError')]).toEqual([false, true]);
  });

  it('D5: a required header block that is missing, repeated or malformed is a fault that names it', async () => {
    let called = 0;
    const server = libraryServer({ Find: () => String(++called) });
    const wrong: [string, string][] = [
      ['MissingHeader', ''],
      ['MissingHeader', session('t', `s:${roleAttribute}="urn:someone"`)],
      ['MissingHeader', session().replace(namespace, 'urn:other')],
      ['RepeatedHeader', session() + session()],
      ['InvalidHeader', session('<a/>')],
      ['InvalidHeader', session('S3CRET').replaceAll('Token', 'Other')],
      // One that is not required must be right all the same.
      ['InvalidHeader', `${session()}<Trace xmlns="${namespace}"/>`],
    ];
    for (const [code, header] of wrong) {
      const response = await ask(server, version, action, find(), header);
      expect([response.status, header], response.text).toEqual([version === '1.1' ? 500 : 400, header]);
      expect(response.text).toContain(version === '1.1' ? '<faultcode>soap:Client<' : '<soap12:Value>soap12:Sender<');
      expect(response.text).toMatch(/\{urn:library\}(Session|Trace)/);
      // SOAP 1.1, 4.4: a detail speaks of the body.
      expect(response.text.includes(`<Code>${code}</Code>`)).toBe(version === '1.2');
      expect(response.text.includes('etail>')).toBe(version === '1.2');
      expect(response.text).not.toContain('S3CRET');
    }
    expect(called).toBe(0);
  });

  it('D5: only blocks that an operation declares may be mandatory', async () => {
    const server = libraryServer();
    for (const spelling of ['1', 'true']) {
      const must = `s:mustUnderstand="${spelling}"`;
      expect((await ask(server, version, action, find(), session('t', must))).status).toBe(200);
      // Declared by another operation.
      const join = `<j:Join xmlns:j="${namespace}"><a>1</a><b>2</b></j:Join>`;
      expect((await ask(server, version, 'urn:library#Join', join, session('t', must))).status).toBe(200);
      const unknown = await ask(server, version, action, find(), `${session()}<a xmlns="urn:a" ${must}/>`);
      expect([unknown.status, unknown.text.includes('MustUnderstand')]).toEqual([500, true]);
      expect(unknown.text).not.toMatch(/<(?:soap12:D|d)etail/);
      const tracer = `${must} s:${roleAttribute}="urn:tracer"`;
      const own = `${session()}<Trace xmlns="${namespace}" ${tracer}><Id>1</Id></Trace>`;
      expect((await ask(server, version, action, find(), own)).status).toBe(200);
      // The server has that role, and is responsible for all blocks in it.
      const others = await ask(server, version, action, find(), `${session()}<a xmlns="urn:a" ${tracer}/>`);
      expect(others.text).toContain('MustUnderstand');
    }
    const option = libraryServer({}, { understood: [{ namespace: 'urn:a', local: 'a' }] });
    const block = `${session('t', 's:mustUnderstand="1"')}<a xmlns="urn:a" s:mustUnderstand="1"/>`;
    expect((await ask(option, version, action, find(), block)).status).toBe(200);
  });

  it('D5: handlers receive the values of header blocks, and return those of the response', async () => {
    let seen: HandlerContext | undefined;
    const server = libraryServer({
      Find(_, context) {
        seen = context;
        context.responseHeaderBlocks.push(Quota.block(7), '<x:a xmlns:x="urn:x"/>');
        return `shelf of ${Session.of(context)?.Token}`;
      },
    });
    const response = await ask(
      server,
      version,
      action,
      find(),
      session('tok') + session('x', `s:${roleAttribute}="urn:x"`),
    );
    expect(response.text).toContain('<Shelf>shelf of tok</Shelf>');
    expect(response.text).toMatch(
      /Envelope xmlns:soap\w*="[^"]*"><soap(12)?:Header><Quota xmlns="urn:other" left="7"><\/Quota><x:a xmlns:x="urn:x"\/><\/soap\1:Header><soap/,
    );
    expect(response.headers.get('Content-Length')).toBe(String(response.text.length));
    expect(seen && [Trace.of(seen), seen.headerBlocks.length]).toEqual([undefined, 2]);
  });

  it('D5: header blocks of the response accompany a thrown fault, and no unexpected error', async () => {
    const of = (error: unknown): Promise<ReceivedResponse> =>
      finding((_, { responseHeaderBlocks }) => {
        responseHeaderBlocks.push(Quota.block(0));
        throw error;
      });
    for (const fault of [NotFound.create({ Title: 't' }, { reason: 'r' }), SoapFault.sender('A', 'r')]) {
      expect((await of(fault)).text).toMatch(/:Header><Quota xmlns="urn:other" left="0"><\/Quota><\/soap/);
    }
    expect((await of(new Error('x'))).text).not.toContain('Header');
  });

  it('W2: a header block of the response that cannot be written is a fault of the server', async () => {
    for (const block of [Session.block({ Token: '\u0000S3CRET' }), '<a/>', '<a xmlns="urn:a">S3CRET']) {
      for (const fails of [false, true]) {
        const response = await finding((_, { responseHeaderBlocks }) => {
          responseHeaderBlocks.push(block);
          if (fails) throw NotFound.create({ Title: 't' }, { reason: 'r' });
          return 'x';
        });
        expect([response.status, response.text.includes('InternalError')]).toEqual([500, true]);
        expect(response.text).not.toContain('S3CRET');
      }
    }
  });
});

describe.each(both)('bare and rpc messages in SOAP %s', (version) => {
  const server = libraryServer();

  it('D1, D2, D3: where operations share an element, the action decides, also an empty one', async () => {
    const body = `<d:Description xmlns:d="${namespace}" lang="en">a book</d:Description>`;
    const judged = await ask(server, version, 'urn:library#Judge', body);
    expect(judged.text).toContain('<Judgement xmlns="urn:library">a book: good</Judgement>');
    const described = await ask(server, version, '', body);
    expect(described.text).toContain('<Description xmlns="urn:library" lang="en">a book</Description>');
    expect((await ask(server, version, 'urn:library#Other', body)).text).toContain('ActionMismatch');
  });

  it('R3: a bare element may have no attributes and no content', async () => {
    const empty = await ask(server, version, '', `<Description xmlns="${namespace}"/>`);
    expect(empty.text).toContain('<Description xmlns="urn:library"></Description>');
  });

  it('W1: the parts of an rpc message are in no namespace', async () => {
    const action = 'urn:library#Join';
    const response = await ask(server, version, action, `<j:Join xmlns:j="${namespace}"><a>1</a><b>2</b></j:Join>`);
    expect(response.text).toMatch(
      /<tns:JoinResponse xmlns:tns="urn:library"><return[^>]*>12<\/return><\/tns:JoinResponse>/,
    );
    const qualified = await ask(server, version, action, `<Join xmlns="${namespace}"><a>1</a><b>2</b></Join>`);
    expect(qualified.text).toContain('MissingElement');
  });
});

import { describe, expect, it, vi } from 'vitest';
import { namespace } from '../../../test/support/runtime/table-codec.ts';
import { callHeaders, envelope, getClientID } from '../../../test/support/runtime/test-messages.ts';
import {
  description,
  type TestHandler,
  testListening,
  testServer,
} from '../../../test/support/runtime/test-service.ts';
import { SoapFault } from '../soap/fault.ts';
import type { SoapVersion } from '../soap/version.ts';
import type { HandlerContext } from './handler.ts';
import { createServer } from './server.ts';
import type { ServerEvent } from './server-events.ts';
import type { CommonOptions } from './server-options.ts';

const address = 'http://files.test/v2/fileservice.asmx';
const both: readonly SoapVersion[] = ['1.1', '1.2'];

interface Got {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** The response to a call of this handler. */
async function responseTo(
  version: SoapVersion,
  GetClientID: TestHandler,
  options: CommonOptions = {},
  code?: string,
): Promise<Got> {
  const server = testServer({ GetClientID }, options);
  const body = envelope(version, getClientID(code));
  const init = { method: 'POST', headers: callHeaders(version), body };
  const response = await server.fetch(new Request(address, init), { peerAddress: '192.0.2.1' });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

function throwing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

describe('results', () => {
  it('T3: of more than 1 MiB are complete, with their length', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `Zeile ${index}: für & ラ\n`).join('');
    const GetClientID: TestHandler = () => ({ ClientID: 2, ErrorMessage: lines });
    const escaped = `<ErrorMessage>${lines.replaceAll('&', '&amp;')}</ErrorMessage><ClientID>2</ClientID>`;
    const inMemory = await responseTo('1.1', GetClientID);
    expect(inMemory.text.includes(escaped)).toBe(true);
    expect(inMemory.headers.get('Content-Length')).toBe(String(Buffer.byteLength(inMemory.text)));
    const server = await testListening({ GetClientID });
    const init = { method: 'POST', headers: callHeaders('1.1'), body: envelope('1.1', getClientID()) };
    const response = await fetch(`http://127.0.0.1:${server.port}/v2/fileservice.asmx`, init);
    expect((await response.text()) === inMemory.text).toBe(true);
    expect(response.headers.get('Content-Length')).toBe(inMemory.headers.get('Content-Length'));
    await server.close();
  });

  it('W1: the response element has the default namespace and the prefix its version', async () => {
    const handler: TestHandler = () => ({ ClientID: 2, ErrorMessage: '' });
    const content =
      '<GetClientIDResponse xmlns="https://files.example/v2/"><GetClientIDResult>' +
      '<ErrorMessage></ErrorMessage><ClientID>2</ClientID></GetClientIDResult></GetClientIDResponse>';
    expect((await responseTo('1.1', handler)).text).toBe(
      `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${content}</soap:Body></soap:Envelope>`,
    );
    expect((await responseTo('1.2', handler)).text).toBe(
      `<?xml version="1.0" encoding="utf-8"?><soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body>${content}</soap12:Body></soap12:Envelope>`,
    );
  });

  it('W2: absent optional fields are omitted, CR survives', async () => {
    const absent = await responseTo('1.1', () => ({ ClientID: 2 }));
    expect(absent.text).not.toContain('ErrorMessage');
    const lines = await responseTo('1.1', async () => ({ ClientID: 2, ErrorMessage: 'a\r\nb <&>' }));
    expect(lines.text).toContain('<ErrorMessage>a&#xD;\nb &lt;&amp;&gt;</ErrorMessage>');
  });

  it.each([{ ClientID: 2, ErrorMessage: 'a\u0000b' }, { ErrorMessage: 'x' }, { ClientID: 2 ** 40 }])(
    'W2: a result that cannot be written is a Server fault that names the field (%j)',
    async (result) => {
      const field = 'ErrorMessage' in result && 'ClientID' in result ? 'ErrorMessage' : 'ClientID';
      const { status, text } = await responseTo('1.1', () => result);
      expect(status).toBe(500);
      expect(text).toContain('<faultcode>soap:Server</faultcode>');
      expect(text).toContain(field);
      expect(text).toContain('<Code>InternalError</Code>');
      expect(text).not.toContain('GetClientIDResponse xmlns');
    },
  );
});

describe('faults', () => {
  it('T7: senderFaultStatus is the status of a 1.2 Sender fault, from the contract or the options', async () => {
    const sender = throwing(SoapFault.sender('NoCompany', 'No.'));
    const receiver = throwing(SoapFault.receiver('Busy', 'No.'));
    const options = { senderFaultStatus: 500 } as const;
    expect((await responseTo('1.2', sender, options)).status).toBe(500);
    expect((await responseTo('1.2', sender, { senderFaultStatus: 400 })).status).toBe(400);
    expect((await responseTo('1.2', receiver, options)).status).toBe(500);
    expect((await responseTo('1.1', sender, { senderFaultStatus: 400 })).status).toBe(500);
    const ofItsOwn = new SoapFault({ code: 'Sender', reason: 'No.', httpStatus: 422 });
    expect((await responseTo('1.2', throwing(ofItsOwn), options)).status).toBe(422);
    const contract = createServer({ ...description, senderFaultStatus: 500 }, {}, []);
    const request = { method: 'POST', headers: callHeaders('1.2'), body: envelope('1.2', getClientID()) };
    expect((await contract.fetch(new Request(address, request))).status).toBe(500);
    expect(() => testServer({}, { senderFaultStatus: 409 as 400 })).toThrow('must be 400 or 500, not 409');
  });

  it('T7: 1.1 faults get 500; 1.2 faults 400 for Sender and 500 for Receiver; a handler may choose 503', async () => {
    const statusOf = async (version: SoapVersion, fault: SoapFault): Promise<number> =>
      (await responseTo(version, throwing(fault))).status;
    expect(await statusOf('1.1', SoapFault.sender('X', 'x'))).toBe(500);
    expect(await statusOf('1.1', SoapFault.receiver('X', 'x'))).toBe(500);
    expect(await statusOf('1.2', SoapFault.sender('X', 'x'))).toBe(400);
    expect(await statusOf('1.2', SoapFault.receiver('X', 'x'))).toBe(500);
    const overload = new SoapFault({ code: 'Receiver', reason: 'Too busy.', httpStatus: 503 });
    expect(await statusOf('1.2', overload)).toBe(503);
  });

  it('W3: a fault of a handler reaches the caller in the form of its version', async () => {
    const fault = new SoapFault({ code: 'Sender', detailCode: 'FolderExists', reason: 'It <exists>.', path: 'A/B' });
    const in11 = await responseTo('1.1', throwing(fault));
    const id = in11.headers.get('x-request-id') ?? '';
    const detail = `<ErrorDetail xmlns="${namespace}"><Code>FolderExists</Code><Path>A/B</Path><RequestId>${id}</RequestId></ErrorDetail>`;
    expect(in11.text).toContain(
      `<soap:Fault><faultcode>soap:Client</faultcode><faultstring>It &lt;exists&gt;.</faultstring><detail>${detail}</detail></soap:Fault>`,
    );
    const in12 = await responseTo('1.2', async () => Promise.reject(fault));
    expect(in12.text).toContain(
      '<soap12:Fault><soap12:Code><soap12:Value>soap12:Sender</soap12:Value></soap12:Code>' +
        '<soap12:Reason><soap12:Text xml:lang="en">It &lt;exists&gt;.</soap12:Text></soap12:Reason><soap12:Detail><ErrorDetail',
    );
  });

  const accidents = [
    new Error('secret at /home/x'),
    new TypeError('secret'),
    'secret',
    undefined,
    new SoapFault({ code: 'Sender', reason: 'secret of another service', version: '1.1' }),
  ];
  it.each(accidents)('W4: an unexpected error is written only to the log (%s)', async (error) => {
    const reported: { error: unknown; id: string; operation: string | undefined }[] = [];
    const events: ServerEvent[] = [];
    const options: CommonOptions = {
      onError: (thrown, { requestId, operation }) => reported.push({ error: thrown, id: requestId, operation }),
      log: (event) => events.push(event),
    };
    for (const version of both) {
      const { status, text, headers } = await responseTo(version, throwing(error), options);
      const id = headers.get('x-request-id');
      expect(status).toBe(500);
      expect(text).toContain(version === '1.1' ? 'soap:Server' : 'soap12:Receiver');
      expect(text).toContain(`<RequestId>${id}</RequestId>`);
      expect(text).not.toMatch(/secret|home|Error:|\.ts/);
      expect(reported.at(-1)).toEqual({ error, id, operation: 'GetClientID' });
      expect(events.slice(-2).map((event) => [event.event, 'requestId' in event && event.requestId])).toEqual([
        ['error', id],
        ['fault', id],
      ]);
    }
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('W4: a failing hook does not affect the response', async () => {
    const { error } = console;
    console.error = () => undefined;
    const options: CommonOptions = { onError: throwing('x'), log: throwing('y') };
    expect((await responseTo('1.1', throwing(new Error('z')), options)).status).toBe(500);
    expect((await responseTo('1.1', () => ({ ClientID: 1 }), options)).status).toBe(200);
    console.error = error;
  });
});

describe('mistakes of untyped code', () => {
  const failing = (): never => {
    throw new Error('secret');
  };
  const oddities: Record<string, () => unknown> = {
    'a reason other than text': () => new SoapFault({ code: 'Sender', reason: JSON.parse('5') }),
    'a code other than text': () => SoapFault.sender(JSON.parse('7'), 'secret'),
    'a name that cannot be read': () => Object.defineProperty(new Error('x'), 'name', { get: failing }),
    'a class that cannot be told': () => new Proxy({}, { getPrototypeOf: failing }),
  };
  it.each(Object.entries(oddities))('W4: %s is an unexpected error like any other', async (_, make) => {
    const reject = (): Promise<never> => Promise.reject(make());
    const raise = (): never => {
      throw make();
    };
    for (const handler of [raise, reject]) {
      const { status, text } = await responseTo('1.2', handler);
      expect(status).toBe(500);
      expect(text).toContain('<Code>InternalError</Code>');
      expect(text).not.toContain('secret');
    }
  });

  it.each([42, 100, 199, 204, 205, 304, 600, 1000, Number.NaN, 502.5])(
    'T7: a fault with a status that permits no body (%s) gets the default status',
    async (httpStatus) => {
      const { status, text } = await responseTo(
        '1.2',
        throwing(new SoapFault({ code: 'Sender', reason: 'r', httpStatus })),
      );
      expect(status).toBe(400);
      expect(text).toContain('>r<');
    },
  );

  it('W4: an asynchronous hook that fails does no harm', async () => {
    const print = vi.spyOn(console, 'error').mockReturnValue();
    const late = (): Promise<void> => Promise.reject(new Error('late'));
    expect((await responseTo('1.1', throwing(new Error('z')), { onError: late, log: late })).status).toBe(500);
    await expect.poll(() => print).toHaveBeenCalledTimes(3);
    print.mockRestore();
  });
});

describe('the context', () => {
  it('describes the call to a handler', async () => {
    let seen: HandlerContext | undefined;
    const { headers } = await responseTo('1.2', (_, context) => {
      seen = context;
      expect(context.requestId).toMatch(/^[0-9a-f-]{36}$/);
      return { ClientID: 1 };
    });
    expect(headers.get('x-request-id')).toBe(seen?.requestId);
    expect([seen?.operation, seen?.soapVersion, seen?.peerAddress]).toEqual(['GetClientID', '1.2', '192.0.2.1']);
    expect(seen?.httpHeader('CONTENT-type')).toBe('application/soap+xml; charset=utf-8');
    expect(seen?.httpHeader('x-none')).toBeUndefined();
    expect(seen?.signal.aborted).toBe(false);
    expect(seen?.signal).toBe(seen?.signal);
  });

  it('R5: the log records results and faults without a value of a message', async () => {
    const events: ServerEvent[] = [];
    const options: CommonOptions = { log: (event) => events.push(event) };
    await responseTo('1.1', () => ({ ClientID: 1 }), options, 'S3CRET');
    await responseTo('1.1', throwing(SoapFault.sender('Own', 'r')), options, 'S3CRET');
    expect(events).toEqual([
      expect.objectContaining({
        event: 'result',
        operation: 'GetClientID',
        soapVersion: '1.1',
        peerAddress: '192.0.2.1',
      }),
      expect.objectContaining({ event: 'fault', code: 'Sender', detailCode: 'Own', status: 500 }),
    ]);
    expect(JSON.stringify(events)).not.toContain('S3CRET');
  });
});

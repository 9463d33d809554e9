import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { type HookReceiver, startReceiver } from '../../../test/support/service/hook-receiver.ts';
import { parseSecrets, postEvent, signatures } from './webhook.ts';

const secret = Buffer.alloc(32, 7);
const event = { id: 'msg_1', body: '{"id":"msg_1","type":"file.published","data":{"name":"é"}}' };
const now = 1_614_265_330_999;

describe('a webhook', () => {
  const receivers: HookReceiver[] = [];
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close();
  });
  const start = async (...args: Parameters<typeof startReceiver>): Promise<HookReceiver> => {
    const receiver = await startReceiver(...args);
    receivers.push(receiver);
    return receiver;
  };
  const post = ({ url }: Pick<HookReceiver, 'url'>, ca?: string, signal = AbortSignal.timeout(60_000)) =>
    postEvent({ url: new URL(url), secrets: async () => [secret], ca }, event, { signal, now });

  it('is signed as the example of Standard Webhooks', () => {
    const [key] = parseSecrets('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw') ?? [];
    const example = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
    expect(signatures(key === undefined ? [] : [key], example, 1_614_265_330)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('is posted with id, time and a signature over both and the body', async () => {
    const receiver = await start();
    expect(await post(receiver)).toEqual({ delivered: true });
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    expect(body).toBe(event.body);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1614265330',
    });
    const expected = createHmac('sha256', secret).update(`msg_1.1614265330.${body}`, 'utf8').digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  });

  it('is signed by each secret, so that secrets can be rotated', () => {
    const other = Buffer.alloc(24, 1);
    const both = signatures([secret, other], event, 5).split(' ');
    expect(both).toEqual([signatures([secret], event, 5), signatures([other], event, 5)]);
  });

  it.each([
    [200, { delivered: true }],
    [301, { delivered: false, reason: 'HTTP 301', isFinal: false }],
    [404, { delivered: false, reason: 'HTTP 404', isFinal: false }],
    [410, { delivered: false, reason: 'HTTP 410: the receiver wants no events', isFinal: true }],
    [500, { delivered: false, reason: 'HTTP 500', isFinal: false }],
  ])('whose receiver responds %i', async (status, result) => {
    const [receiver, other] = [await start(), await start()];
    receiver.respond = (response) => response.writeHead(status, { Location: other.url }).end('x'.repeat(100_000));
    expect(await post(receiver)).toEqual(result);
    expect([receiver.received.length, other.received.length]).toEqual([1, 0]);
  });

  it.each([
    ['endless', 0],
    ['slow', 100],
  ])('is delivered to a receiver with an %s body, and its connection is closed', async (_, pause) => {
    const receiver = await start();
    let closed = 0;
    receiver.respond = (response) => {
      const timer = setInterval(() => response.write('x'.repeat(pause === 0 ? 10_000 : 1)), pause);
      response.writeHead(200).on('close', () => {
        closed += 1;
        clearInterval(timer);
      });
      response.flushHeaders();
    };
    expect(await post(receiver)).toEqual({ delivered: true });
    await expect.poll(() => closed).toBe(1);
  });

  it('ends at its timeout when the receiver never ends its headers or interim responses', async () => {
    for (const [head, piece] of [
      ['HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'],
      ['', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ] as const) {
      let isClosed = false;
      const server = createServer((socket) => {
        socket.write(head);
        const timer = setInterval(() => socket.write(piece), 20);
        socket
          .on('error', () => undefined)
          .on('close', () => {
            isClosed = true;
            clearInterval(timer);
          });
        socket.resume();
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
      const late = { delivered: false, reason: 'no response in time', isFinal: false };
      expect(await post({ url }, undefined, AbortSignal.timeout(200))).toEqual(late);
      await expect.poll(() => isClosed).toBe(true);
      server.close();
    }
  });

  it('ends at its timeout when the receiver hangs, and fails when it is not there', async () => {
    const receiver = await start();
    receiver.respond = () => undefined;
    const late = { delivered: false, reason: 'no response in time', isFinal: false };
    expect(await post(receiver, undefined, AbortSignal.timeout(200))).toEqual(late);
    await receiver.close();
    receivers.length = 0;
    expect(await post(receiver)).toMatchObject({ delivered: false, reason: expect.stringContaining('ECONNREFUSED') });
  });

  it('verifies the certificate, by a private authority if one is given', async () => {
    const extensions = [{ name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: 'localhost' }] }];
    const pem = await generate([{ name: 'commonName', value: 'localhost' }], { extensions });
    const receiver = await start({ key: pem.private, cert: pem.cert });
    expect(await post(receiver)).toMatchObject({ delivered: false, reason: expect.stringMatching(/SELF_SIGNED/) });
    expect(receiver.received).toEqual([]);
    expect(await post(receiver, pem.cert)).toEqual({ delivered: true });
  });

  it.each(['', 'secret', 'whsec_', 'whsec_c2hvcnQ=', `whsec_${Buffer.alloc(65).toString('base64')}`, 'whsec_a b'])(
    'has no secret %j',
    (text) => {
      expect(parseSecrets(text)).toBeUndefined();
    },
  );
});

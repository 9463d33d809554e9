import { ClientError, type ClientErrorCode, type ClientOptions, fetchTransport } from '@soapwright/runtime/client';
import { EverythingClient } from '../golden/everything/expected/client.ts';
import { check, rejection, same, shown } from './assert.ts';
import type { Case, Surroundings } from './case.ts';
import type { Heard } from './odd.ts';

let ids = 0;

/** A client of an odd address, and what that address has heard of it. */
class Odd {
  readonly id = `${++ids}-${Math.random()}`;
  readonly address: string;
  readonly #ear: string;

  constructor({ origin }: Surroundings, what: string) {
    this.address = `${origin}/odd/${what}?id=${this.id}`;
    this.#ear = `${origin}/odd/heard?id=${this.id}`;
  }

  client(options: ClientOptions = {}): EverythingClient {
    return new EverythingClient({ transport: fetchTransport(), ...options, address: this.address });
  }

  async heard(): Promise<Heard> {
    return (await (await fetch(this.#ear)).json()) as Heard;
  }

  async until(holds: (heard: Heard) => boolean, what: string): Promise<void> {
    for (let looks = 0; looks < 300; looks++) {
      if (holds(await this.heard())) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    check(false, `${what}: ${JSON.stringify(await this.heard())}`);
  }
}

async function failure(work: Promise<unknown>, code: ClientErrorCode, httpStatus?: number): Promise<ClientError> {
  const error = await rejection(work, 'the call');
  check(error instanceof ClientError, shown(error));
  same([error.code, error.httpStatus], [code, httpStatus], error.message);
  return error;
}

type Run = (odd: (what: string) => Odd, at: Surroundings) => Promise<void>;

const cases: Record<string, Run> = {
  async 'C1, C2, C4: the head of a request'(odd) {
    for (const soap of ['1.1', '1.2'] as const) {
      const pong = odd('pong');
      const call = pong.client({ soap }).Ping('ä');
      if (soap === '1.1') same(await call, 42);
      else await failure(call, 'bad-answer', 200);
      const [request = {}] = (await pong.heard()).requests;
      const type = soap === '1.1' ? 'text/xml' : 'application/soap+xml';
      same(request['content-type'], `${type}; charset=utf-8`, 'Content-Type');
      same(request.soapaction, soap === '1.1' ? '""' : undefined, 'SOAPAction');
      check(/^\d+$/.test(request['content-length'] ?? ''), 'Content-Length is sent');
      same(request['transfer-encoding'], undefined, 'Transfer-Encoding');
    }
  },
  async 'a client takes the transport of its platform by itself'(odd, { transport }) {
    const pong = odd('pong');
    same(await new EverythingClient({ address: pong.address }).Ping('a'), 42);
    const [request = {}] = (await pong.heard()).requests;
    // `fetch` asks for compression everywhere, and httpTransport never.
    same(request['accept-encoding'] === undefined ? 'http' : 'fetch', transport);
  },
  async 'C4: a large request is sent with its length too'(odd) {
    const pong = odd('pong');
    same(await pong.client().Ping('x'.repeat(3_000_000)), 42);
    const [request = {}] = (await pong.heard()).requests;
    check(Number(request['content-length']) > 3_000_000, 'Content-Length is sent');
  },
  async 'an answer in pieces of one byte is read'(odd) {
    same(await odd('drops').client().Ping('a'), 42);
  },
  async 'an answer that is compressed is read'(odd) {
    same(await odd('zipped').client().Ping('a'), 42);
  },
  async 'T5: an answer in UTF-16 is read'(odd) {
    same(await odd('wide').client().Ping('a'), 42);
  },
  async 'a redirect is not followed'(odd, { browser }) {
    const elsewhere = odd('redirect');
    await failure(elsewhere.client().Ping('a'), 'redirected', browser ? undefined : 302);
    same((await elsewhere.heard()).requests.length, 1);
  },
  async 'C5: a page of a proxy is not an answer'(odd) {
    const error = await failure(odd('page').client().Ping('a'), 'not-soap', 502);
    check(error.bodyStart?.startsWith('<!DOCTYPE html>') === true, shown(error.bodyStart));
  },
  async 'C5: neither is an empty body'(odd) {
    await failure(odd('empty').client().Ping('a'), 'not-soap', 200);
  },
  async 'Retry-After is told'(odd) {
    same((await failure(odd('busy').client().Ping('a'), 'unavailable', 503)).retryAfter, 3_000);
  },
  async 'an answer over the limit is given up, declared or not'(odd) {
    const limits = { maxBodyBytes: 100_000 };
    for (const what of ['large', 'bomb']) {
      const error = await failure(odd(what).client({ limits }).Ping('a'), 'too-large', 200);
      check(error.message.includes('limits.maxBodyBytes'), error.message);
    }
    const endless = odd('endless');
    await failure(endless.client({ limits }).Ping('a'), 'too-large', 200);
    await endless.until(({ gone }) => gone, 'the server hears that nobody reads on');
  },
  async 'a call that takes too long ends, and its request with it'(odd) {
    for (const what of ['silent', 'half']) {
      const slow = odd(what);
      await failure(slow.client({ timeout: 300 }).Ping('a'), 'timeout');
      await slow.until(({ gone, requests }) => gone && requests.length === 1, `${what}: the server hears of it`);
    }
  },
  async 'a call is aborted while it waits, and in the middle of its answer'(odd) {
    for (const what of ['silent', 'half']) {
      const slow = odd(what);
      const controller = new AbortController();
      const call = slow.client().Ping('a', { signal: controller.signal });
      const ended = failure(call, 'aborted');
      await slow.until(({ requests }) => requests.length === 1, 'the request arrives');
      await new Promise((resolve) => setTimeout(resolve, 50));
      const reason = new Error('enough');
      controller.abort(reason);
      same((await ended).cause === reason, true, 'the reason is handed on');
      await slow.until(({ gone }) => gone, `${what}: the server hears of it`);
    }
  },
  async 'a call that was aborted before sends nothing'(odd) {
    const pong = odd('pong');
    await failure(pong.client().Ping('a', { signal: AbortSignal.abort() }), 'aborted');
    same((await pong.heard()).requests.length, 0);
  },
  async 'AbortSignal.timeout ends a call'(odd) {
    await failure(
      odd('silent')
        .client()
        .Ping('a', { signal: AbortSignal.timeout(200) }),
      'aborted',
    );
  },
  async 'an answer that breaks off is named as such'(odd) {
    await failure(odd('broken').client().Ping('a'), 'truncated', 200);
  },
  async 'a connection that was never made is named'() {
    const address = 'http://127.0.0.1:1/';
    await failure(new EverythingClient({ transport: fetchTransport(), address }).Ping('a'), 'connection');
  },
  async 'an error says neither the query nor credentials of the address'(odd, { browser }) {
    const page = odd('page');
    const error = await failure(page.client().Ping('a'), 'not-soap', 502);
    check(!error.message.includes(page.id) && error.address?.includes('?') === false, error.message);
    if (browser) return;
    const pong = odd('pong');
    const address = pong.address.replace('//', '//me:p%40ss@');
    same(await new EverythingClient({ transport: fetchTransport(), address }).Ping('a'), 42);
    same((await pong.heard()).requests[0]?.authorization, `Basic ${btoa('me:p@ss')}`);
  },
};

/** A client over `fetch` on a server with unusual responses, or none. */
export const oddCases: readonly Case[] = Object.entries(cases).map(([what, run]) => ({
  name: `fetch, an odd server: ${what}`,
  run: (at) => run((path) => new Odd(at, path), at),
}));

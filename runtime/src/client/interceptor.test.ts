import { describe, expect, it } from 'vitest';
import { GetClientID } from '../../../test/support/runtime/sample-binding.ts';
import {
  clientOf,
  clientWithoutResponse,
  response,
  right,
  soapResponse,
} from '../../../test/support/runtime/test-client.ts';
import type { SoapFault } from '../soap/fault.ts';
import { ClientError } from './client-error.ts';
import { findHeader } from './http-headers.ts';
import type { Interceptor, SoapResponse } from './interceptor.ts';
import type { BufferedRequest } from './transport.ts';

describe('interceptors', () => {
  it('are nested, the first outermost', async () => {
    const order: string[] = [];
    const noting =
      (name: string): Interceptor =>
      (next) =>
      async (call) => {
        order.push(`${name} before`);
        const answer = await next(call);
        order.push(`${name} after`);
        return answer;
      };
    await clientOf(right, { interceptors: [noting('a'), noting('b')] }).call(GetClientID, {});
    expect(order).toEqual(['a before', 'b before', 'b after', 'a after']);
  });

  it('log the call and its outcome', async () => {
    const lines: unknown[] = [];
    const log: Interceptor = (next) => async (call) => {
      const { operation, address, soapVersion, input } = call;
      const line = [operation.name, operation.soapAction, address, soapVersion, input];
      try {
        const answer = await next(call);
        lines.push([...line, answer.httpStatus, answer.httpHeader('CONTENT-type'), answer.output]);
        return answer;
      } catch (error) {
        lines.push([...line, (error as SoapFault).code]);
        throw error;
      }
    };
    const input = { CompanyCode: 'x' };
    await clientOf(right, { interceptors: [log], soap: '1.2' }).call(GetClientID, input);
    const fault = '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>no</faultstring></soap:Fault>';
    const failing = clientOf(() => soapResponse('1.1', fault, 500), { interceptors: [log] });
    await expect(failing.call(GetClientID, input)).rejects.toThrow('no');
    const called = ['GetClientID', 'https://files.example/v2/GetClientID', 'http://files.example/v2/fileservice.asmx'];
    expect(lines).toEqual([
      [...called, '1.2', input, 200, 'application/soap+xml; charset=utf-8', { ErrorMessage: '', ClientID: 7 }],
      [...called, '1.1', input, 'Sender'],
    ]);
  });

  it('set HTTP headers for a single call', async () => {
    let tokens = 0;
    const seen: (string | undefined)[] = [];
    const authorize: Interceptor = (next) => async (call) => {
      call.headers.set('Authorization', `Bearer ${++tokens}`);
      return next(call);
    };
    const client = clientOf(
      (request) => {
        seen.push(findHeader(request.headers, 'authorization'), findHeader(request.headers, 'x-all'));
        return right(request);
      },
      { interceptors: [authorize], headers: { 'X-All': 'yes' } },
    );
    await client.call(GetClientID, {});
    await client.call(GetClientID, {});
    expect(seen).toEqual(['Bearer 1', 'yes', 'Bearer 2', 'yes']);
  });

  it('may resend if this is safe', async () => {
    const retry: Interceptor = (next) => async (call) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await next(call);
        } catch (error) {
          if (attempt === 3 || !(error instanceof ClientError) || error.httpStatus !== 503) throw error;
        }
      }
    };
    let sent = 0;
    const busy = (until: number) =>
      clientOf((request) => (++sent < until ? response(503, {}, 'busy') : right(request)), { interceptors: [retry] });
    expect(await busy(3).call(GetClientID, {})).toMatchObject({ ClientID: 7 });
    expect(sent).toBe(3);
    sent = 0;
    await expect(busy(9).call(GetClientID, {})).rejects.toMatchObject({ code: 'unavailable', httpStatus: 503 });
    expect(sent).toBe(3);
  });

  it('may pass on another call', async () => {
    const requests: BufferedRequest[] = [];
    const elsewhere: Interceptor = (next) => (call) =>
      next({ ...call, address: 'http://u:p@elsewhere.example/x#y', soapVersion: '1.2', input: { CompanyCode: 'new' } });
    const client = clientOf(
      (request) => {
        requests.push(request);
        return right(request);
      },
      { interceptors: [elsewhere] },
    );
    await client.call(GetClientID, { CompanyCode: 'old' });
    expect(requests[0]?.url).toBe('http://elsewhere.example/x');
    expect(Buffer.from(requests[0]?.body ?? '').toString()).toMatch(/^.*<soap12:Envelope.*<CompanyCode>new</);
    const nowhere: Interceptor = (next) => (call) => next({ ...call, address: 'elsewhere' });
    await expect(clientOf(right, { interceptors: [nowhere] }).call(GetClientID, {})).rejects.toMatchObject({
      code: 'invalid-options',
    });
  });

  it('may pass their own signal to the transport', async () => {
    const short: Interceptor = (next) => (call) =>
      next({ ...call, signal: AbortSignal.any([call.signal, AbortSignal.timeout(10)]) });
    let aborted = false;
    const client = clientOf(
      (request) =>
        new Promise((_resolve, reject) => {
          request.signal.addEventListener('abort', () => {
            aborted = true;
            reject(request.signal.reason);
          });
        }),
      { interceptors: [short] },
    );
    await expect(client.call(GetClientID, {})).rejects.toMatchObject({
      code: 'aborted',
      operation: 'GetClientID',
      cause: expect.objectContaining({ name: 'TimeoutError' }),
    });
    expect(aborted).toBe(true);
  });

  it('send nothing if the signal is already aborted', async () => {
    let sent = 0;
    const client = (interceptor: Interceptor) =>
      clientOf(
        (request) => {
          sent++;
          return right(request);
        },
        { interceptors: [interceptor], timeout: 20 },
      );
    const cause = new Error('mine');
    const aborted = client((next) => (call) => next({ ...call, signal: AbortSignal.abort(cause) }));
    await expect(aborted.call(GetClientID, {})).rejects.toMatchObject({ code: 'aborted', cause });
    let retried: Promise<unknown> | undefined;
    const late = client((next) => async (call) => {
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
      retried = next(call);
      return await (retried as ReturnType<typeof next>);
    });
    await expect(late.call(GetClientID, {})).rejects.toMatchObject({ code: 'timeout' });
    await expect(retried).rejects.toMatchObject({ code: 'timeout' });
    expect(sent).toBe(0);
  });

  it('receive the signal of the call, and are ended by its timeout', async () => {
    let reason: unknown;
    const waiting: Interceptor = () => (call) =>
      new Promise((_resolve, reject) => {
        call.signal.addEventListener('abort', () => {
          reason = call.signal.reason;
          reject(new Error('too late to matter'));
        });
      });
    const client = clientWithoutResponse({ interceptors: [waiting], timeout: 20 });
    await expect(client.call(GetClientID, {})).rejects.toMatchObject({ code: 'timeout' });
    expect(reason).toMatchObject({ name: 'ClientError', code: 'timeout' });
  });

  it('may return a response, and their errors reach the caller unchanged', async () => {
    const cached: Interceptor = () => async () => ({
      output: { ClientID: 9 },
      httpStatus: 200,
      headerBlocks: [],
      httpHeader: () => undefined,
      httpHeaders: () => [],
    });
    expect(await clientWithoutResponse({ interceptors: [cached] }).call(GetClientID, {})).toEqual({ ClientID: 9 });
    const error = new TypeError('mine');
    const throwing: Interceptor = () => () => {
      throw error;
    };
    await expect(clientWithoutResponse({ interceptors: [throwing] }).call(GetClientID, {})).rejects.toBe(error);
  });

  it('cause an error of the call if they return nothing', async () => {
    const nothing: unknown = undefined;
    const forgetful: Interceptor = (next) => async (call) => {
      await next(call);
      return nothing as SoapResponse;
    };
    const client = clientOf(right, { interceptors: [forgetful] });
    await expect(client.call(GetClientID, {})).rejects.toThrow('An interceptor returned no response.');
  });

  it('end only their own request if they throw while it is in flight', async () => {
    const signals: AbortSignal[] = [];
    const hanging = (interceptors: readonly Interceptor[]) =>
      clientOf(
        (request) => {
          signals.push(request.signal);
          return new Promise((_, reject) => {
            request.signal.addEventListener('abort', () => reject(request.signal.reason));
          });
        },
        { interceptors },
      );
    const mine = new Error('mine');
    const through: Interceptor = (next) => async (call) => next(call);
    const throwing: Interceptor = (next) => async (call) => {
      void next(call);
      await Promise.resolve();
      throw mine;
    };
    const atOnce: Interceptor = (next) => (call) => {
      void next(call);
      throw mine;
    };
    const orphans: unknown[] = [];
    const note = (reason: unknown): void => {
      orphans.push(reason);
    };
    process.on('unhandledRejection', note);
    try {
      for (const interceptors of [[throwing], [throwing, through], [through, throwing, through], [atOnce, through]]) {
        await expect(hanging(interceptors).call(GetClientID, {})).rejects.toBe(mine);
        expect(signals.at(-1)).toMatchObject({ aborted: true, reason: mine });
      }
      // Rejections that nobody handles are emitted before the next turn of the event loop.
      await new Promise(setImmediate);
      expect(orphans).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
    let kept: AbortSignal | undefined;
    const keep: Interceptor = (next) => (call) => {
      kept = call.signal;
      return next(call);
    };
    await clientOf(right, { interceptors: [keep] }).call(GetClientID, {});
    expect(kept?.aborted).toBe(false);
  });
});

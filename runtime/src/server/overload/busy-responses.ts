import { SoapFault } from '../../soap/fault.ts';
import { writeFault } from '../../soap/fault-writer.ts';
import type { Version } from '../../soap/version.ts';
import type { HttpResponse } from '../http-response.ts';
import type { Overload, ShedReason } from './admission.ts';

/**
 * The responses to requests of an overloaded server: 503, `Retry-After` and a fault (rule T7). Each is built once, because
 * there is least time for it under load; the request id is in a header only.
 */
export class BusyResponses {
  readonly #namespace: string;
  readonly #limits: Overload;
  readonly #cache = new Map<string, HttpResponse>();

  /** @param namespace of the service. */
  constructor(namespace: string, limits: Overload) {
    this.#namespace = namespace;
    this.#limits = limits;
  }

  /** @param extraHeaders names and values in turn. */
  response(version: Version, reason: ShedReason, extraHeaders: readonly string[]): HttpResponse {
    const key = `${version.name} ${reason}`;
    let response = this.#cache.get(key);
    if (response === undefined) {
      response = this.#build(version, reason);
      this.#cache.set(key, response);
    }
    return extraHeaders.length === 0 ? response : { ...response, headers: [...response.headers, ...extraHeaders] };
  }

  #build(version: Version, reason: ShedReason): HttpResponse {
    const { retryAfter } = this.#limits;
    const fault = new SoapFault({
      code: 'Receiver',
      detailCode: 'Overloaded',
      reason: `The server is busy, try again later: ${this.#limitOf(reason)}.`,
    });
    const { text = '', byteLength } = writeFault(version, fault, this.#namespace);
    const headers = ['Content-Type', version.contentType, 'Content-Length', String(byteLength)];
    // In seconds (RFC 9110, 10.2.3), rounded up.
    headers.push('Retry-After', String(Math.ceil(retryAfter / 1000)));
    return { status: 503, headers, body: text };
  }

  /** The limit and how to raise it. */
  #limitOf(reason: ShedReason): string {
    const { maxConcurrent, maxQueued, queueTimeout, maxDelay } = this.#limits;
    switch (reason) {
      case 'queue-full':
        return `limits maxConcurrent (${maxConcurrent}) and maxQueued (${maxQueued}) reached; raise them with overload.maxConcurrent and overload.maxQueued`;
      case 'queue-timeout':
        return `limit queueTimeout (${queueTimeout} ms) reached; raise it with overload.queueTimeout`;
      case 'thread-busy':
        return `limit maxDelay (${maxDelay} ms) reached; raise it with overload.maxDelay`;
      case 'connections':
        return 'limit maxConnections or maxPipelined reached; raise them where the server listens';
    }
  }
}

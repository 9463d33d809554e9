import { SoapFault } from '../../soap/fault.ts';
import { writeFault } from '../../soap/fault-writer.ts';
import type { Version } from '../../soap/version.ts';
import type { HttpResponse } from '../http-response.ts';
import type { Overload, ShedReason } from './admission.ts';

/**
 * The answers for requests that are sent away: 503, `Retry-After` and a fault (rule T7). Each is made once, so that
 * refusing costs next to nothing when there is least time for it; a request id stands in a header alone.
 */
export class BusyResponses {
  readonly #namespace: string;
  readonly #limits: Overload;
  readonly #made = new Map<string, HttpResponse>();

  /** @param namespace of the service. */
  constructor(namespace: string, limits: Overload) {
    this.#namespace = namespace;
    this.#limits = limits;
  }

  /** @param extraHeaders names and values in turn. */
  answer(version: Version, reason: ShedReason, extraHeaders: readonly string[]): HttpResponse {
    const key = `${version.name} ${reason}`;
    let made = this.#made.get(key);
    if (made === undefined) {
      made = this.#make(version, reason);
      this.#made.set(key, made);
    }
    return extraHeaders.length === 0 ? made : { ...made, headers: [...made.headers, ...extraHeaders] };
  }

  #make(version: Version, reason: ShedReason): HttpResponse {
    const { retryAfter } = this.#limits;
    const fault = new SoapFault({
      code: 'Receiver',
      detailCode: 'Overloaded',
      reason: `The server is busy, try again later: ${this.#limitOf(reason)}.`,
    });
    const { text = '', byteLength } = writeFault(version, fault, this.#namespace);
    const headers = ['Content-Type', version.contentType, 'Content-Length', String(byteLength)];
    // In whole seconds (RFC 9110, 10.2.3), never too early.
    headers.push('Retry-After', String(Math.ceil(retryAfter / 1000)));
    return { status: 503, headers, body: text };
  }

  /** The limit that was reached, and how to raise it. */
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

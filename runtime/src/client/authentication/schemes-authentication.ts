import type { Authentication } from '../authentication.ts';
import { ClientError } from '../client-error.ts';
import { type ConnectingTransport, connect } from '../connecting-transport.ts';
import { findHeader } from '../http-headers.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport.ts';
import { Authenticator } from './authenticator.ts';
import { ofServer } from './exchange.ts';
import { foreignOrigin } from './refusals.ts';
import type { Scheme } from './scheme.ts';
import { SentRequest, sendBy } from './sent-request.ts';

/** Signs calls in by one of several schemes. */
export class SchemesAuthentication implements Authentication {
  /** The schemes that are configured. */
  readonly schemes: readonly Scheme[];

  constructor(schemes: readonly Scheme[]) {
    this.schemes = schemes;
  }

  over(transport: Transport, address: string): Transport {
    const { origin } = new URL(address);
    const open = (transport as ConnectingTransport)[connect];
    const authenticator = new Authenticator(this.schemes, ofServer, open && (() => open.call(transport, address)));
    const send = async (request: TransportRequest): Promise<TransportResponse> => {
      // Of the call itself, which knows better.
      if (findHeader(request.headers, 'authorization') !== undefined) return await sendBy(transport, request);
      const { origin: called, pathname, search } = new URL(request.url);
      if (called !== origin) throw foreignOrigin(request.url, origin);
      const sent = new SentRequest(transport, request, ofServer, request.url, pathname + search);
      try {
        return await authenticator.exchange(sent);
      } finally {
        sent.end();
      }
    };
    return transport.sendLarge === undefined ? { send } : { send, sendLarge: send };
  }
}

/**
 * The strongest of several schemes that a service offers. It is chosen by the challenge to a request without credentials, and
 * no weaker one after it.
 *
 * @throws {ClientError} `invalid-options` without a scheme, or with two of a name.
 */
export function anyOf(...each: readonly SchemesAuthentication[]): SchemesAuthentication {
  const schemes = each.flatMap((one) => one.schemes);
  const names = new Set(schemes.map(({ name }) => name));
  if (names.size === 0 || names.size < schemes.length) {
    throw new ClientError('invalid-options', 'anyOf() takes one or more schemes, each of them once.');
  }
  return new SchemesAuthentication(schemes);
}

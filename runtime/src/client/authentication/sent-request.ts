import type { ConnectedTransport } from '../connecting-transport.ts';
import type { BufferedRequest, Transport, TransportRequest, TransportResponse } from '../transport.ts';
import type { Exchange, Place, Sending } from './exchange.ts';
import { refusal } from './refusals.ts';

/** Bodies of more bytes are sent once, after an empty request, until a scheme is known. */
export const largeBody = 65_536;

/** A request of a transport that may be sent several times. */
export class SentRequest implements Exchange<ConnectedTransport, TransportResponse> {
  readonly method = 'POST';
  readonly hasBody = true;
  readonly url: string;
  readonly target: string;
  readonly isLarge: boolean;
  readonly #transport: Transport;
  readonly #request: TransportRequest;
  readonly #place: Place;
  #body: TransportRequest['body'];
  #wasSent = false;

  /** @param url whose origin receives the credentials: of the service, or of a proxy. */
  constructor(transport: Transport, request: TransportRequest, place: Place, url: string, target: string) {
    this.#transport = transport;
    this.#place = place;
    this.#request = request;
    this.#body = request.body;
    this.url = url;
    this.target = target;
    const { body } = request;
    this.isLarge = (typeof body !== 'string' && !(body instanceof Uint8Array)) || body.length > largeBody;
  }

  async body(): Promise<Uint8Array> {
    const body = this.#body;
    if (typeof body === 'string') return new TextEncoder().encode(body);
    if (body instanceof Uint8Array) return body;
    // Sent from memory then, so that it is read once.
    const bytes = await body.bytes();
    this.#body = bytes;
    return bytes;
  }

  async send({ authorization, withBody, connection }: Sending<ConnectedTransport>): Promise<TransportResponse> {
    const { headers, sink, url, maxResponseBytes, maxExpansion, signal } = this.#request;
    const body = withBody ? await this.#nextBody() : '';
    const signed = authorization === undefined ? [] : [this.#place.answer, authorization];
    const request: TransportRequest = {
      url,
      headers: [...(withBody ? headers : withoutLength(headers)), ...signed],
      body,
      // The response to an empty request is not one to the call.
      sink: withBody ? sink : undefined,
      maxResponseBytes,
      maxExpansion,
      signal,
    };
    return await sendBy(connection ?? this.#transport, request);
  }

  /** Closes what was opened again. */
  end(): void {
    const body = this.#body;
    if (body !== this.#request.body && typeof body !== 'string' && !(body instanceof Uint8Array)) void body.return();
  }

  /** The body, read again if it was sent before. */
  async #nextBody(): Promise<TransportRequest['body']> {
    const body = this.#body;
    if (typeof body === 'string' || body instanceof Uint8Array) return body;
    if (!this.#wasSent) {
      this.#wasSent = true;
      return body;
    }
    if (!body.isRepeatable) {
      const text = 'the service asked for credentials only after a body that can be read once.';
      throw refusal('unauthorized', text, 'Send it from a file or a Blob, or call a small operation first.');
    }
    void body.return();
    this.#body = await body.again();
    return this.#body;
  }
}

/** Sends by the transport's method for the kind of body. */
export function sendBy(transport: Transport, request: TransportRequest): Promise<TransportResponse> {
  const { body } = request;
  const isStream = typeof body !== 'string' && !(body instanceof Uint8Array);
  return isStream && transport.sendLarge !== undefined
    ? transport.sendLarge(request)
    : transport.send(request as BufferedRequest);
}

/** The headers of an empty request. */
function withoutLength(headers: readonly string[]): string[] {
  return headers.map((value, at) =>
    at % 2 === 1 && headers[at - 1]?.toLowerCase() === 'content-length' ? '0' : value,
  );
}

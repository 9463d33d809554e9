import type { TransportRequest, TransportResponse } from '@soapwright/runtime/client';
import { ClientError, type ClientOptions, type Transport } from '@soapwright/runtime/client';
import { securityHeader } from '../../names.ts';
import { MessagePipeline, type MessageSecurityOptions, reasonOf } from './message-pipeline.ts';
import { inlinedMessage, mtomMessage } from './multipart.ts';
import { signedMultipart, signedParts, unsignedMessage } from './signed-parts.ts';
import { readMessage } from './soap-message.ts';
import type { VerifiedMessage } from './verify-message.ts';

export interface ClientMessageSecurityOptions extends MessageSecurityOptions {
  /** HTTP authentication of the calls, beside their signatures. */
  readonly authentication?: ClientOptions['authentication'];
  /** Whether a fault without a signature is taken as it is, although `verify` is there; default false. */
  readonly unsignedFaults?: boolean | undefined;
  /**
   * Sends messages as MTOM, as services demand whose policy requires it: with long cipher texts in parts of their own, or,
   * without `encrypt`, with the values of messages with large Blobs. Each Blob is read twice, and never held in memory.
   * Responses are read as MTOM in any case. Default false.
   */
  readonly mtom?: boolean | undefined;
  /** Called with what is known of each response that was verified. */
  readonly onVerified?: ((verified: VerifiedMessage) => void) | undefined;
}

/** The options of a client that message security sets. */
export type ClientMessageSecurity = Required<Pick<ClientOptions, 'authentication' | 'understood'>> &
  Pick<ClientOptions, 'multipart'>;

/**
 * Signs the calls of a client and verifies their responses: options for a client, to be spread into the others.
 *
 * Messages are held in memory as a whole, but for the values of requests that `mtom` sends in parts. A response that cannot be verified is a `ClientError` of code `bad-answer`, whose
 * `cause` is a `SecurityError` with the reason.
 *
 * @throws {TypeError} for options that contradict each other.
 * @see https://docs.oasis-open.org/wss-m/wss/v1.1.1/os/wss-SOAPMessageSecurity-v1.1.1-os.html
 */
export function messageSecurity(options: ClientMessageSecurityOptions): ClientMessageSecurity {
  const pipeline = new MessagePipeline(options, undefined);
  // What is encrypted is in memory, and its cipher text in the parts.
  const streams = options.mtom === true && options.encrypt === undefined;
  return {
    ...(streams && { multipart: signedMultipart }),
    understood: [securityHeader],
    authentication: {
      over(transport, address) {
        const inner = options.authentication?.over(transport, address) ?? transport;
        const secured = new SecuredTransport(inner, pipeline, options);
        const sendLarge = inner.sendLarge?.bind(inner);
        return {
          send: (request) => secured.send(request),
          ...(sendLarge && { sendLarge: (request) => secured.sendLarge(request, sendLarge) }),
        };
      },
    },
  };
}

class SecuredTransport {
  readonly #transport: Transport;
  readonly #pipeline: MessagePipeline;
  readonly #options: ClientMessageSecurityOptions;

  constructor(transport: Transport, pipeline: MessagePipeline, options: ClientMessageSecurityOptions) {
    this.#transport = transport;
    this.#pipeline = pipeline;
    this.#options = options;
  }

  /** Sends a large message, whose values are in parts of their own and not in memory. */
  async sendLarge(
    request: TransportRequest,
    send: (request: TransportRequest) => Promise<TransportResponse>,
  ): Promise<TransportResponse> {
    const unsigned = typeof request.body === 'object' ? unsignedMessage(request.body) : undefined;
    if (unsigned === undefined) return await this.send({ ...request, body: await wholeBody(request.body) });
    const { sent, signature } = await secured(() => signedParts(unsigned, this.#pipeline));
    const body = (await sent.message.stream?.()) ?? (await sent.message.bytes());
    try {
      const sized = withHeader(request.headers, 'content-length', String(sent.message.byteLength));
      const headers = withHeader(sized, 'content-type', sent.contentType);
      return await this.#received(await send({ ...request, headers, body, sink: undefined }), request, signature);
    } finally {
      if (!(body instanceof Uint8Array)) await body.return();
    }
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    if (/^multipart\//i.test(headerOf(request.headers, 'content-type'))) {
      throw new ClientError('invalid-options', 'Message security secures messages of one part: leave out multipart.');
    }
    const { envelope, signature } = await secured(async () => this.#pipeline.secure(await wholeBody(request.body)));
    const type = headerOf(request.headers, 'content-type');
    const { body, contentType } =
      this.#options.mtom === true ? mtomMessage(envelope, type) : { body: envelope, contentType: type };
    const sized = withHeader(request.headers, 'content-length', String(body.length));
    const headers = withHeader(sized, 'content-type', contentType);
    const response = await this.#transport.send({ ...request, headers, body, sink: undefined });
    return await this.#received(response, request, signature);
  }

  async #received(
    response: TransportResponse,
    { maxResponseBytes }: TransportRequest,
    signature: string,
  ): Promise<TransportResponse> {
    const { verify, decrypt } = this.#options;
    const isPlain = verify === undefined && decrypt === undefined;
    return isPlain ? response : await this.#opened(response, maxResponseBytes, signature);
  }

  async #opened(response: TransportResponse, most: number, sent: string): Promise<TransportResponse> {
    const { status, headers, body } = response;
    // One-way operations.
    if (body.length === 0) return response;
    try {
      const limits = { maxBodyBytes: most };
      const type = headerOf(headers, 'content-type');
      const inlined = inlinedMessage(type, body, limits) ?? { envelope: body, contentType: type };
      const { envelope, verified } = await this.#pipeline.open(inlined.envelope, limits, { sent });
      if (verified !== undefined) this.#options.onVerified?.(verified);
      return {
        ...response,
        headers: withHeader(headers, 'content-type', utf8Type(inlined.contentType)),
        body: envelope,
      };
    } catch (error) {
      const isResult = status >= 200 && status <= 299;
      // The status says enough of a page of a proxy; nothing in it was verified.
      if (!isResult && !isEnvelope(body)) return { ...response, body: new Uint8Array(0) };
      if (!isResult && this.#options.unsignedFaults === true && isUnsigned(body)) return response;
      const cause = reasonOf(error);
      throw new ClientError('bad-answer', 'The response could not be verified.', {
        cause,
        httpStatus: status,
        headers,
      });
    }
  }
}

/** @throws {ClientError} `invalid-request` with the reason. */
async function secured<Result>(secure: () => Promise<Result>): Promise<Result> {
  try {
    return await secure();
  } catch (error) {
    const reason = reasonOf(error);
    throw new ClientError('invalid-request', `The request cannot be secured: ${reason.message}`, { cause: error });
  }
}

function isEnvelope(body: Uint8Array): boolean {
  try {
    return readMessage(body) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a fault has no signature, rather than a wrong one. */
function isUnsigned(body: Uint8Array): boolean {
  const { security, body: content, document } = readMessage(body);
  const [fault] = content.children;
  const isFault = fault?.local === 'Fault' && fault.namespace === document.root.namespace;
  return isFault && security?.children.some(({ local }) => local === 'Signature') !== true;
}

/** Verified envelopes are in UTF-8. */
function utf8Type(contentType: string): string {
  return `${contentType.replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^;\s]*)/gi, '')}; charset=utf-8`;
}

function headerOf(headers: readonly string[], name: string): string {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name);
  return headers[at + 1] ?? '';
}

function withHeader(headers: readonly string[], name: string, value: string): readonly string[] {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name);
  return at === -1 ? [...headers, name, value] : headers.with(at + 1, value);
}

async function wholeBody(body: TransportRequest['body']): Promise<Uint8Array> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece.slice());
  return Buffer.concat(pieces);
}

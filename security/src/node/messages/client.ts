import type { TransportRequest, TransportResponse } from '@soapwright/runtime/client';
import { ClientError, type ClientOptions, type Transport } from '@soapwright/runtime/client';
import { securityHeader } from '../../names.ts';
import { MessagePipeline, type MessageSecurityOptions, reasonOf } from './message-pipeline.ts';
import { inlinedMessage, mtomMessage } from './multipart.ts';
import type { SignedMessage } from './sign-message.ts';
import { readMessage } from './soap-message.ts';
import type { VerifiedMessage } from './verify-message.ts';

export interface ClientMessageSecurityOptions extends MessageSecurityOptions {
  /** HTTP authentication of the calls, beside their signatures. */
  readonly authentication?: ClientOptions['authentication'];
  /** Whether a fault without a signature is taken as it is, although `verify` is there; default false. */
  readonly unsignedFaults?: boolean | undefined;
  /**
   * Sends messages as MTOM, as services demand whose policy requires it: with long cipher texts in parts of their own.
   * Responses are read as MTOM in any case. Default false.
   */
  readonly mtom?: boolean | undefined;
  /** Called with what is known of each response that was verified. */
  readonly onVerified?: ((verified: VerifiedMessage) => void) | undefined;
}

/** The options of a client that message security sets. */
export type ClientMessageSecurity = Required<Pick<ClientOptions, 'authentication' | 'understood'>>;

/**
 * Signs the calls of a client and verifies their responses: options for a client, to be spread into the others.
 *
 * Messages are held in memory as a whole. A response that cannot be verified is a `ClientError` of code `bad-answer`, whose
 * `cause` is a `SecurityError` with the reason.
 *
 * @throws {TypeError} for options that contradict each other.
 * @see https://docs.oasis-open.org/wss-m/wss/v1.1.1/os/wss-SOAPMessageSecurity-v1.1.1-os.html
 */
export function messageSecurity(options: ClientMessageSecurityOptions): ClientMessageSecurity {
  const pipeline = new MessagePipeline(options, undefined);
  return {
    understood: [securityHeader],
    authentication: {
      over(transport, address) {
        return new SecuredTransport(options.authentication?.over(transport, address) ?? transport, pipeline, options);
      },
    },
  };
}

class SecuredTransport implements Transport {
  readonly #transport: Transport;
  readonly #pipeline: MessagePipeline;
  readonly #options: ClientMessageSecurityOptions;

  constructor(transport: Transport, pipeline: MessagePipeline, options: ClientMessageSecurityOptions) {
    this.#transport = transport;
    this.#pipeline = pipeline;
    this.#options = options;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    if (/^multipart\//i.test(headerOf(request.headers, 'content-type'))) {
      throw new ClientError('invalid-options', 'Message security secures messages of one part: leave out multipart.');
    }
    const secured = await this.#secured(request);
    const type = headerOf(request.headers, 'content-type');
    const { body, contentType } =
      this.#options.mtom === true ? mtomMessage(secured.envelope, type) : { body: secured.envelope, contentType: type };
    const sized = withHeader(request.headers, 'content-length', String(body.length));
    const headers = withHeader(sized, 'content-type', contentType);
    const response = await this.#transport.send({ ...request, headers, body, sink: undefined });
    const { verify, decrypt } = this.#options;
    return verify === undefined && decrypt === undefined
      ? response
      : await this.#opened(response, request.maxResponseBytes, secured.signature);
  }

  async #secured({ body }: TransportRequest): Promise<SignedMessage> {
    try {
      return await this.#pipeline.secure(await wholeBody(body));
    } catch (error) {
      const reason = reasonOf(error);
      throw new ClientError('invalid-request', `The request cannot be secured: ${reason.message}`, { cause: error });
    }
  }

  async #opened(response: TransportResponse, most: number, sent: string): Promise<TransportResponse> {
    const { status, headers, body } = response;
    // One-way operations.
    if (body.length === 0) return response;
    try {
      const limits = { maxBodyBytes: most };
      const type = headerOf(headers, 'content-type');
      const inlined = inlinedMessage(type, body, limits) ?? { envelope: body, contentType: type };
      const { envelope, verified } = await this.#pipeline.open(inlined.envelope, limits, sent);
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

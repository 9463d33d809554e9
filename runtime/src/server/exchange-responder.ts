import { asXmlError, faultOfXmlError, senderFault } from '../soap/detail-codes.ts';
import { writeResponse } from '../soap/envelope-writer.ts';
import { SoapFault } from '../soap/fault.ts';
import { faultStatus, writeFault } from '../soap/fault-writer.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { AnyServerOperation } from '../soap/operation.ts';
import type { Version } from '../soap/version.ts';
import { SpoolFull } from '../spool/spool.ts';
import { MessageTooLarge } from '../streaming/message-assembler.ts';
import type { EncodedMessage } from '../xml/builder.ts';
import { XmlError } from '../xml/error.ts';
import { limitMessage } from '../xml/limits.ts';
import { MessageStream } from '../xml/message-stream.ts';
import type { AddressedRequest } from './addressed-request.ts';
import type { Service } from './configured-service.ts';
import { HttpRejection, type HttpResponse, plainResponse } from './http-response.ts';
import type { ShedReason } from './overload/admission.ts';
import { type RequestContext, RequestId } from './request-context.ts';
import { callerAddress, type RequestHead, traceIdOf } from './request-head.ts';
import { errorName } from './server-events.ts';

/** Thrown while a body is received, to respond before its end. */
export class EarlyResponse {
  readonly response: HttpResponse | Promise<HttpResponse>;

  constructor(response: HttpResponse | Promise<HttpResponse>) {
    this.response = response;
  }
}

/** Builds and logs the response to one request. */
export class ExchangeResponder<State> {
  readonly requestId: RequestId;
  /** Name of the operation, when it is known. */
  operation: string | undefined;
  /** Of a request with header blocks of WS-Addressing. */
  addressed: AddressedRequest | undefined;
  readonly #service: Service<State>;
  readonly #head: RequestHead;
  readonly #version: Version;
  readonly #extraHeaders: readonly string[];
  readonly #startedAt: number;
  /** Whether binary values of the request were parts. */
  readonly #isXop: boolean;

  constructor(
    service: Service<State>,
    head: RequestHead,
    version: Version,
    extraHeaders: readonly string[],
    isXop: boolean,
  ) {
    this.#isXop = isXop;
    this.requestId = new RequestId(head, service);
    this.#service = service;
    this.#head = head;
    this.#version = version;
    this.#extraHeaders = extraHeaders;
    this.#startedAt = service.log === undefined ? 0 : performance.now();
  }

  /** The response of an overloaded server (rule T7). */
  shed(reason: ShedReason): HttpResponse {
    const { busyResponses, log } = this.#service;
    const version = this.#version;
    if (log === undefined) return busyResponses.response(version, reason, this.#extraHeaders);
    const requestId = this.requestId.value;
    log({ event: 'shed', requestId, reason, soapVersion: version.name, peerAddress: this.#callerAddress });
    return busyResponses.response(version, reason, [...this.#extraHeaders, 'X-Request-Id', requestId]);
  }

  /** The response to a message that cannot be read, or whose streamed fields cannot be stored. */
  unread(error: unknown): HttpResponse | Promise<HttpResponse> {
    if (error instanceof EarlyResponse) return error.response;
    if (error instanceof MessageTooLarge) return this.tooLarge();
    if (error instanceof SpoolFull) return this.#fault(spoolFull(error));
    const unreadable = asXmlError(error);
    if (unreadable !== undefined) return this.#fault(faultOfXmlError(unreadable));
    return error instanceof SoapFault ? this.#fault(error) : this.#failure(error);
  }

  tooLarge(): HttpResponse {
    const reason = `The message is too large: ${limitMessage('maxBodyBytes', this.#service.limits)}.`;
    return this.#fault(senderFault('MessageTooLarge', reason, { httpStatus: 413 }));
  }

  undecodable(coding: string | undefined): HttpResponse {
    return this.#fault(senderFault('InvalidEncoding', `The body is not valid ${coding}.`));
  }

  /** The response with the result of an operation. */
  result(
    operation: AnyServerOperation<unknown, unknown>,
    output: unknown,
    context: RequestContext<State>,
  ): HttpResponse | Promise<HttpResponse> {
    if (operation.oneWay) return this.#accepted();
    try {
      const version = this.#version;
      const blocks = this.#blocks(context.pushedHeaders);
      if (blocks === null) return this.#accepted();
      const envelope = writeResponse(version, operation, output, blocks);
      const sent = this.#service.multipart?.write(envelope, version, this.#isXop);
      return this.#encoded(sent?.message ?? envelope, (length, body) =>
        this.#success(length, body, sent?.contentType ?? version.contentType),
      );
    } catch (error) {
      return error instanceof XmlError ? this.#unwritable(error) : this.#failure(error);
    }
  }

  /** The header blocks of a response; null if the caller wants to receive none. */
  #blocks(
    pushed: readonly HeaderContent[] | undefined,
    fault?: SoapFault,
  ): readonly HeaderContent[] | undefined | null {
    if (this.addressed === undefined) return pushed;
    const blocks = this.addressed.answer(fault);
    return blocks === undefined ? null : [...blocks, ...(pushed ?? [])];
  }

  /** The response with a message, when its bytes are available. */
  #encoded(
    message: EncodedMessage,
    build: (length: number, body: HttpResponse['body']) => HttpResponse,
  ): HttpResponse | Promise<HttpResponse> {
    if (message.text !== undefined) return build(message.byteLength, message.text);
    const bytes = message.isLarge ? MessageStream.open(message, (error) => this.#report(error)) : message.bytes();
    if (bytes instanceof Uint8Array) return build(bytes.length, bytes);
    return bytes.then(
      (all) => build(all.length, all),
      (error: unknown) => this.#failure(error),
    );
  }

  /** A one-way operation was carried out (WS-I Basic Profile 1.1, R2714). */
  #accepted(): HttpResponse {
    const headers = ['Content-Length', '0', ...this.#extraHeaders];
    this.#logResult(headers);
    return { status: 202, headers, body: '' };
  }

  #success(length: number, body: HttpResponse['body'], contentType: string): HttpResponse {
    const headers = ['Content-Type', contentType, 'Content-Length', String(length)];
    if (this.#extraHeaders.length > 0) headers.push(...this.#extraHeaders);
    this.#logResult(headers);
    return { status: 200, headers, body };
  }

  /** Logs the result; the response gets the request id of the log entry. */
  #logResult(headers: string[]): void {
    const { log } = this.#service;
    if (log !== undefined) {
      log({
        event: 'result',
        requestId: this.requestId.value,
        operation: this.operation ?? '',
        soapVersion: this.#version.name,
        peerAddress: this.#callerAddress,
        traceId: traceIdOf(this.#head),
        milliseconds: performance.now() - this.#startedAt,
      });
    }
    if (this.requestId.generated !== undefined) headers.push('X-Request-Id', this.requestId.generated);
  }

  /**
   * The response to a thrown value. Faults that a client received from another service are not passed on: they are not
   * meant for this service's callers. Neither are faults that cannot be written.
   */
  thrown(error: unknown, context: RequestContext<State>): HttpResponse | Promise<HttpResponse> {
    try {
      if (!(error instanceof SoapFault) || error.version !== undefined) return this.#failure(error);
      const message = this.#written(error, context.pushedHeaders);
      if (message === null) return this.#accepted();
      return this.#encoded(message, (length, body) => this.#faulted(error, length, body));
    } catch (unwritable) {
      return unwritable instanceof XmlError ? this.#unwritable(unwritable) : this.#failure(unwritable);
    }
  }

  /** The response to a request without valid credentials. */
  denied(error: unknown, context: RequestContext<State>): HttpResponse | Promise<HttpResponse> {
    if (!(error instanceof HttpRejection)) return this.thrown(error, context);
    const { status, text, headers } = error;
    const requestId = this.requestId.value;
    const peerAddress = this.#callerAddress;
    this.#service.log?.({ event: 'refused', requestId, status, peerAddress, traceId: traceIdOf(this.#head) });
    return plainResponse(status, text, [...headers, ...this.#extraHeaders, 'X-Request-Id', requestId]);
  }

  /** An unexpected error: the caller gets its id, and nothing else (rule W4). */
  #failure(error: unknown): HttpResponse {
    this.#report(error);
    const reason = `The server failed. Its log has more under the request id ${this.requestId.value}.`;
    return this.#fault(SoapFault.receiver('InternalError', reason));
  }

  /** A result that XML or its schema cannot represent (rule W2). The message of these errors names the field and no value. */
  #unwritable(error: XmlError): HttpResponse {
    this.#report(error);
    const reason = `The server's response cannot be written: ${error.message}`;
    return this.#fault(new SoapFault({ code: 'Receiver', detailCode: 'InternalError', reason, path: error.path }));
  }

  #report(error: unknown): void {
    const about = { requestId: this.requestId.value, operation: this.operation };
    this.#service.log?.({ event: 'error', ...about, errorName: errorName(error) });
    this.#service.onError(error, about);
  }

  /** The response with a fault of the runtime itself, which is text only. */
  #fault(fault: SoapFault): HttpResponse {
    const message = this.#written(fault);
    if (message === null) return this.#accepted();
    const { text = '', byteLength } = message;
    return this.#faulted(fault, byteLength, text);
  }

  /** The message of a fault; null if the caller wants to receive none. */
  #written(fault: SoapFault, pushed?: readonly HeaderContent[]): EncodedMessage | null {
    const { namespace } = this.#service.description;
    const blocks = this.#blocks(pushed, fault);
    if (blocks === null) return null;
    return writeFault(this.#version, fault, namespace, this.requestId.value, blocks);
  }

  #faulted(fault: SoapFault, length: number, body: HttpResponse['body']): HttpResponse {
    const version = this.#version;
    const requestId = this.requestId.value;
    const status = faultStatus(version, fault, this.#service.senderFaultStatus);
    this.#service.log?.({
      event: 'fault',
      requestId,
      operation: this.operation,
      soapVersion: version.name,
      peerAddress: this.#callerAddress,
      traceId: traceIdOf(this.#head),
      milliseconds: performance.now() - this.#startedAt,
      status,
      code: fault.code,
      detailCode: fault.detailCode,
      path: fault.path,
    });
    const headers = ['Content-Type', version.contentType, 'Content-Length', String(length), ...this.#extraHeaders];
    headers.push('X-Request-Id', requestId);
    // In seconds (RFC 9110, 10.2.3), rounded up.
    const seconds = Math.ceil((fault.retryAfter ?? Number.NaN) / 1000);
    if (Number.isSafeInteger(seconds) && seconds >= 0) headers.push('Retry-After', String(seconds));
    return { status, headers, body };
  }

  /** For the log. */
  get #callerAddress(): string | undefined {
    return callerAddress(this.#head, this.#service);
  }
}

/** The spool is full: a temporary condition of the server. */
function spoolFull(error: SpoolFull): SoapFault {
  const reason = `The server cannot store more streamed bytes now: ${error.message}.`;
  return new SoapFault({ code: 'Receiver', detailCode: 'Overloaded', reason, httpStatus: 503, retryAfter: 10_000 });
}

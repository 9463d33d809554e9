import { MessageTooLarge } from '../intake/message-intake.ts';
import { asXmlError, faultOfXmlError, senderFault } from '../soap/detail-codes.ts';
import { writeResponse } from '../soap/envelope-writer.ts';
import { SoapFault } from '../soap/fault.ts';
import { faultStatus, writeFault } from '../soap/fault-writer.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { AnyServerOperation } from '../soap/operation.ts';
import type { Version } from '../soap/version.ts';
import { SpoolFull } from '../spool/spool.ts';
import type { EncodedMessage } from '../xml/builder.ts';
import { XmlError } from '../xml/error.ts';
import { limitMessage } from '../xml/limits.ts';
import { MessageStream } from '../xml/message-stream.ts';
import type { Service } from './configured-service.ts';
import type { HttpResponse } from './http-response.ts';
import type { ShedReason } from './overload/admission.ts';
import { type Context, RequestId } from './request-context.ts';
import { callerAddress, type RequestHead } from './request-head.ts';
import { errorName } from './server-events.ts';

/** Thrown through the intake of a body when the request was answered before its end. */
export class EarlyResponse {
  readonly answer: HttpResponse | Promise<HttpResponse>;

  constructor(answer: HttpResponse | Promise<HttpResponse>) {
    this.answer = answer;
  }
}

/** What one request is answered, and what the log is told of it. */
export class ExchangeResponder<State> {
  readonly requestId: RequestId = new RequestId();
  /** The operation, once it is known. */
  operation: string | undefined;
  readonly #service: Service<State>;
  readonly #head: RequestHead;
  readonly #version: Version;
  readonly #extraHeaders: readonly string[];
  readonly #startedAt: number;

  constructor(service: Service<State>, head: RequestHead, version: Version, extraHeaders: readonly string[]) {
    this.#service = service;
    this.#head = head;
    this.#version = version;
    this.#extraHeaders = extraHeaders;
    this.#startedAt = service.log === undefined ? 0 : performance.now();
  }

  /** The answer when the server has too much to do (rule T7). */
  shed(reason: ShedReason): HttpResponse {
    const { busyResponses, log } = this.#service;
    const version = this.#version;
    if (log === undefined) return busyResponses.answer(version, reason, this.#extraHeaders);
    const requestId = this.requestId.value;
    log({ event: 'shed', requestId, reason, soapVersion: version.name, peerAddress: this.#caller });
    return busyResponses.answer(version, reason, [...this.#extraHeaders, 'X-Request-Id', requestId]);
  }

  /** The answer to a message that cannot be read, or whose streamed fields cannot be taken in. */
  unread(error: unknown): HttpResponse | Promise<HttpResponse> {
    if (error instanceof EarlyResponse) return error.answer;
    if (error instanceof MessageTooLarge) return this.tooLarge();
    if (error instanceof SpoolFull) return this.#fault(spoolFull(error));
    const unreadable = asXmlError(error);
    if (unreadable !== undefined) return this.#fault(faultOfXmlError(unreadable));
    return error instanceof SoapFault ? this.#fault(error) : this.#failure(error);
  }

  tooLarge(): HttpResponse {
    const reason = `The message is too large: ${limitMessage('maxBodyBytes', this.#service.limits.maxBodyBytes)}.`;
    return this.#fault(senderFault('MessageTooLarge', reason, { httpStatus: 413 }));
  }

  undecodable(coding: string | undefined): HttpResponse {
    return this.#fault(senderFault('InvalidEncoding', `The body is not valid ${coding}.`));
  }

  /** The answer of an operation that was carried out. */
  result(
    operation: AnyServerOperation<unknown, unknown>,
    output: unknown,
    context: Context<State>,
  ): HttpResponse | Promise<HttpResponse> {
    if (operation.oneWay) return this.#accepted();
    try {
      const version = this.#version;
      return this.#encoded(writeResponse(version, operation, output, context.pushedHeaders), (length, body) =>
        this.#success(length, body),
      );
    } catch (error) {
      return error instanceof XmlError ? this.#unwritable(error) : this.#failure(error);
    }
  }

  /** The answer that a message makes, when its bytes are there. */
  #encoded(message: EncodedMessage, make: (length: number, body: HttpResponse['body']) => HttpResponse): HttpResponse | Promise<HttpResponse> {
    if (message.text !== undefined) return make(message.byteLength, message.text);
    const bytes = message.isLarge ? MessageStream.open(message, (error) => this.#report(error)) : message.bytes();
    if (bytes instanceof Uint8Array) return make(bytes.length, bytes);
    return bytes.then(
      (all) => make(all.length, all),
      (error: unknown) => this.#failure(error),
    );
  }

  /** A one-way operation was carried out (SOAP 1.1 over HTTP has no more to say: WS-I Basic Profile 1.1, R2714). */
  #accepted(): HttpResponse {
    const headers = ['Content-Length', '0', ...this.#extraHeaders];
    this.#logResult(headers);
    return { status: 202, headers, body: '' };
  }

  #success(length: number, body: HttpResponse['body']): HttpResponse {
    const version = this.#version;
    const headers = ['Content-Type', version.contentType, 'Content-Length', String(length), ...this.#extraHeaders];
    this.#logResult(headers);
    return { status: 200, headers, body };
  }

  /** Tells the log, and the caller what stands there. */
  #logResult(headers: string[]): void {
    const { log } = this.#service;
    if (log !== undefined) {
      log({
        event: 'result',
        requestId: this.requestId.value,
        operation: this.operation ?? '',
        soapVersion: this.#version.name,
        peerAddress: this.#caller,
        milliseconds: performance.now() - this.#startedAt,
      });
    }
    if (this.requestId.made !== undefined) headers.push('X-Request-Id', this.requestId.made);
  }

  /**
   * What a handler has thrown. A fault that a client received is none of ours: what some other service told this one is
   * not meant for its callers. Neither is one that cannot be written, as code without types can make it.
   */
  thrown(error: unknown, context: Context<State>): HttpResponse | Promise<HttpResponse> {
    try {
      if (!(error instanceof SoapFault) || error.version !== undefined) return this.#failure(error);
      const message = this.#written(error, context.pushedHeaders);
      return this.#encoded(message, (length, body) => this.#faulted(error, length, body));
    } catch (unwritable) {
      return unwritable instanceof XmlError ? this.#unwritable(unwritable) : this.#failure(unwritable);
    }
  }

  /** Rule W4: the caller learns the id, and nothing else. */
  #failure(error: unknown): HttpResponse {
    this.#report(error);
    const reason = `The server failed. Its log has more under the request id ${this.requestId.value}.`;
    return this.#fault(SoapFault.receiver('InternalError', reason));
  }

  /** Rule W2: a result that XML or its schema cannot carry. The text of these errors names the field and no value. */
  #unwritable(error: XmlError): HttpResponse {
    this.#report(error);
    const reason = `The server's answer cannot be written: ${error.message}`;
    return this.#fault(new SoapFault({ code: 'Receiver', detailCode: 'InternalError', reason, path: error.path }));
  }

  #report(error: unknown): void {
    const about = { requestId: this.requestId.value, operation: this.operation };
    this.#service.log?.({ event: 'error', ...about, errorName: errorName(error) });
    this.#service.onError(error, about);
  }

  /** Answers with a fault of the runtime's own, which is nothing but text. */
  #fault(fault: SoapFault): HttpResponse {
    const { text = '', byteLength } = this.#written(fault);
    return this.#faulted(fault, byteLength, text);
  }

  #written(fault: SoapFault, blocks?: readonly HeaderContent[]): EncodedMessage {
    const { namespace } = this.#service.description;
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
      peerAddress: this.#caller,
      milliseconds: performance.now() - this.#startedAt,
      status,
      code: fault.code,
      detailCode: fault.detailCode,
      path: fault.path,
    });
    const headers = ['Content-Type', version.contentType, 'Content-Length', String(length), ...this.#extraHeaders];
    headers.push('X-Request-Id', requestId);
    // In whole seconds (RFC 9110, 10.2.3), never too early.
    const seconds = Math.ceil((fault.retryAfter ?? Number.NaN) / 1000);
    if (Number.isSafeInteger(seconds) && seconds >= 0) headers.push('Retry-After', String(seconds));
    return { status, headers, body };
  }

  /** Who calls, for the log. */
  get #caller(): string | undefined {
    return callerAddress(this.#head, this.#service);
  }
}

/** The spool is full for now: nothing that the caller could mend. */
function spoolFull(error: SpoolFull): SoapFault {
  const reason = `There is no room for more streamed bytes now: ${error.message}.`;
  return new SoapFault({ code: 'Receiver', detailCode: 'Overloaded', reason, httpStatus: 503, retryAfter: 10_000 });
}

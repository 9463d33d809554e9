import { checkHeaders } from '../soap/declared-headers.ts';
import { closeEnvelope, type EnvelopeOptions, openEnvelope } from '../soap/envelope-reader.ts';
import { writeResponse } from '../soap/envelope-writer.ts';
import { SoapFault } from '../soap/fault.ts';
import { faultStatus, writeFault } from '../soap/fault-writer.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { AnyOperation } from '../soap/operation.ts';
import type { Version } from '../soap/version.ts';
import { asXmlError, faultOfXmlError, senderFault } from '../soap/xml-fault.ts';
import type { EncodedMessage } from '../xml/builder.ts';
import { XmlError } from '../xml/error.ts';
import { limitMessage } from '../xml/limits.ts';
import type { Answer } from './answer.ts';
import { callerOf } from './caller.ts';
import { Context, RequestId } from './context.ts';
import { errorNameOf } from './error-name.ts';
import type { Implementation } from './handler.ts';
import type { ContentCoding, HeadFields, RequestHead } from './head.ts';
import type { Service } from './service.ts';

/** A request whose head is in order, so that its body may be read. */
export interface PendingBody {
  /** The most bytes that the body may have, before and after it is decoded. */
  readonly limit: number;
  /** The length that was announced; undefined for a chunked body. */
  readonly length: number | undefined;
  /** How the body is to be decoded; undefined when it comes as it is. */
  readonly coding: ContentCoding | undefined;
  /** Answers it; never rejects. @param body whole and decoded. */
  answer(body: Uint8Array): Answer | Promise<Answer>;
  /** The answer when the body is over the limit (rule T7). */
  tooLarge(): Answer;
  /** The answer when the body cannot be decoded. */
  undecodable(): Answer;
}

/** What a Content-Type has settled. */
export interface Announced {
  readonly version: Version;
  readonly action: string | undefined;
  readonly reading: EnvelopeOptions;
}

/** One request for an operation, from its head to its answer. */
export class Exchange<State> implements PendingBody {
  readonly limit: number;
  readonly length: number | undefined;
  readonly coding: ContentCoding | undefined;
  readonly #service: Service<State>;
  readonly #head: RequestHead;
  readonly #fields: HeadFields;
  readonly #announced: Announced;
  readonly #extraHeaders: readonly string[];
  readonly #requestId = new RequestId();
  readonly #startedAt: number;
  #operation: string | undefined;

  constructor(
    service: Service<State>,
    head: RequestHead,
    fields: HeadFields,
    announced: Announced,
    body: { readonly length: number | undefined; readonly coding: ContentCoding | undefined },
    extraHeaders: readonly string[],
  ) {
    this.#service = service;
    this.#head = head;
    this.#fields = fields;
    this.#announced = announced;
    this.#extraHeaders = extraHeaders;
    this.#startedAt = service.log === undefined ? 0 : performance.now();
    this.limit = service.limits.maxBodyBytes;
    this.length = body.length;
    this.coding = body.coding;
  }

  answer(body: Uint8Array): Answer | Promise<Answer> {
    const { version, action, reading } = this.#announced;
    let chosen: Implementation<State>;
    let input: unknown;
    let context: Context<State>;
    try {
      const { reader, headerBlocks } = openEnvelope(body, version, reading);
      chosen = this.#service.operations.find(reader, version, this.#fields.soapAction, action);
      const { name } = chosen.operation;
      this.#operation = name;
      const declared = chosen.operation.headers?.input;
      if (declared !== undefined) checkHeaders(declared, headerBlocks, reading);
      input = chosen.operation.readInput(reader);
      closeEnvelope(reader);
      context = new Context(name, version.name, headerBlocks, this.#service.state, this.#head, this.#requestId);
    } catch (error) {
      const unreadable = asXmlError(error);
      if (unreadable !== undefined) return this.#fault(faultOfXmlError(unreadable));
      return error instanceof SoapFault ? this.#fault(error) : this.#accident(error);
    }
    try {
      const output: unknown = chosen.handler(input, context);
      if (!isThenable(output)) return this.#result(chosen.operation, output, context);
      return Promise.resolve(output).then(
        (settled) => this.#result(chosen.operation, settled, context),
        (error: unknown) => this.#thrown(error, context),
      );
    } catch (error) {
      return this.#thrown(error, context);
    }
  }

  tooLarge(): Answer {
    const reason = `The message is too large: ${limitMessage('maxBodyBytes', this.limit)}.`;
    return this.#fault(senderFault('MessageTooLarge', reason, { httpStatus: 413 }));
  }

  undecodable(): Answer {
    return this.#fault(senderFault('InvalidEncoding', `The body is not valid ${this.coding}.`));
  }

  #result(
    operation: AnyOperation<unknown, unknown>,
    output: unknown,
    context: Context<State>,
  ): Answer | Promise<Answer> {
    if (operation.oneWay) return this.#accepted();
    try {
      const { version } = this.#announced;
      return this.#encoded(writeResponse(version, operation, output, context.givenHeaders), (length, body) =>
        this.#success(length, body),
      );
    } catch (error) {
      return error instanceof XmlError ? this.#unwritable(error) : this.#accident(error);
    }
  }

  /** The answer that a message makes, when its bytes are there. */
  #encoded(
    message: EncodedMessage,
    make: (length: number, body: string | Uint8Array) => Answer,
  ): Answer | Promise<Answer> {
    if (message.text !== undefined) return make(message.byteLength, message.text);
    const bytes = message.bytes();
    if (bytes instanceof Uint8Array) return make(bytes.length, bytes);
    return bytes.then(
      (all) => make(all.length, all),
      (error: unknown) => this.#accident(error),
    );
  }

  /** A one-way operation was carried out (SOAP 1.1 over HTTP has no more to say: WS-I Basic Profile 1.1, R2714). */
  #accepted(): Answer {
    const headers = ['Content-Length', '0', ...this.#extraHeaders];
    this.#logResult(headers);
    return { status: 202, headers, body: '' };
  }

  #success(length: number, body: string | Uint8Array): Answer {
    const { version } = this.#announced;
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
        requestId: this.#requestId.value,
        operation: this.#operation ?? '',
        soapVersion: this.#announced.version.name,
        peerAddress: this.#caller,
        milliseconds: performance.now() - this.#startedAt,
      });
    }
    if (this.#requestId.made !== undefined) headers.push('X-Request-Id', this.#requestId.made);
  }

  /**
   * What a handler has thrown. A fault that a client received is none of ours: what some other service told this one is
   * not meant for its callers. Neither is one that cannot be written, as code without types can make it.
   */
  #thrown(error: unknown, context: Context<State>): Answer | Promise<Answer> {
    try {
      if (!(error instanceof SoapFault) || error.version !== undefined) return this.#accident(error);
      const message = this.#written(error, context.givenHeaders);
      return this.#encoded(message, (length, body) => this.#faulted(error, length, body));
    } catch (unwritable) {
      return unwritable instanceof XmlError ? this.#unwritable(unwritable) : this.#accident(unwritable);
    }
  }

  /** Rule W4: the caller learns the id, and nothing else. */
  #accident(error: unknown): Answer {
    this.#report(error);
    const reason = `The server failed. Its log has more under the request id ${this.#requestId.value}.`;
    return this.#fault(SoapFault.receiver('InternalError', reason));
  }

  /** Rule W2: a result that XML or its schema cannot carry. The text of these errors names the field and no value. */
  #unwritable(error: XmlError): Answer {
    this.#report(error);
    const reason = `The server's answer cannot be written: ${error.message}`;
    return this.#fault(new SoapFault({ code: 'Receiver', detailCode: 'InternalError', reason, path: error.path }));
  }

  #report(error: unknown): void {
    const about = { requestId: this.#requestId.value, operation: this.#operation };
    this.#service.log?.({ event: 'error', ...about, errorName: errorNameOf(error) });
    this.#service.onError(error, about);
  }

  /** Answers with a fault of the runtime's own, which is nothing but text. */
  #fault(fault: SoapFault): Answer {
    const { text = '', byteLength } = this.#written(fault);
    return this.#faulted(fault, byteLength, text);
  }

  #written(fault: SoapFault, blocks?: readonly HeaderContent[]): EncodedMessage {
    const { namespace } = this.#service.description;
    return writeFault(this.#announced.version, fault, namespace, this.#requestId.value, blocks);
  }

  #faulted(fault: SoapFault, length: number, body: string | Uint8Array): Answer {
    const { version } = this.#announced;
    const requestId = this.#requestId.value;
    const status = faultStatus(version, fault);
    this.#service.log?.({
      event: 'fault',
      requestId,
      operation: this.#operation,
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
    return callerOf(this.#head, this.#service);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

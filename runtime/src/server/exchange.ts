import { closeEnvelope, type EnvelopeOptions, openEnvelope } from '../soap/envelope-reader.ts';
import { writeResponse } from '../soap/envelope-writer.ts';
import { SoapFault } from '../soap/fault.ts';
import { faultStatus, writeFault } from '../soap/fault-writer.ts';
import type { Operation } from '../soap/operation.ts';
import type { Version } from '../soap/version.ts';
import { faultOfXmlError, senderFault } from '../soap/xml-fault.ts';
import { XmlError } from '../xml/error.ts';
import { limitMessage } from '../xml/limits.ts';
import { type Answer, bytesAnswer } from './answer.ts';
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
      input = chosen.operation.readInput(reader);
      closeEnvelope(reader);
      context = new Context(name, version.name, headerBlocks, this.#service.state, this.#head, this.#requestId);
    } catch (error) {
      if (error instanceof XmlError) return this.#fault(faultOfXmlError(error));
      return error instanceof SoapFault ? this.#fault(error) : this.#accident(error);
    }
    try {
      const output: unknown = chosen.handler(input, context);
      if (!isThenable(output)) return this.#result(chosen.operation, output);
      return Promise.resolve(output).then(
        (settled) => this.#result(chosen.operation, settled),
        (error: unknown) => this.#thrown(error),
      );
    } catch (error) {
      return this.#thrown(error);
    }
  }

  tooLarge(): Answer {
    const reason = `The message is too large: ${limitMessage('maxBodyBytes', this.limit)}.`;
    return this.#fault(senderFault('MessageTooLarge', reason, { httpStatus: 413 }));
  }

  undecodable(): Answer {
    return this.#fault(senderFault('InvalidEncoding', `The body is not valid ${this.coding}.`));
  }

  #result(operation: Operation<unknown, unknown>, output: unknown): Answer | Promise<Answer> {
    try {
      const message = writeResponse(this.#announced.version, operation, output);
      if (message.text !== undefined) return this.#success(message.byteLength, message.text);
      const bytes = message.bytes();
      if (bytes instanceof Uint8Array) return this.#success(bytes.length, bytes);
      return bytes.then(
        (all) => this.#success(all.length, all),
        (error: unknown) => this.#accident(error),
      );
    } catch (error) {
      return error instanceof XmlError ? this.#unwritable(error) : this.#accident(error);
    }
  }

  #success(length: number, body: string | Uint8Array): Answer {
    const { version } = this.#announced;
    const headers = ['Content-Type', version.contentType, 'Content-Length', String(length), ...this.#extraHeaders];
    const { log } = this.#service;
    if (log !== undefined) {
      log({
        event: 'result',
        requestId: this.#requestId.value,
        operation: this.#operation ?? '',
        soapVersion: version.name,
        peerAddress: this.#head.peerAddress,
        milliseconds: performance.now() - this.#startedAt,
      });
    }
    if (this.#requestId.made !== undefined) headers.push('X-Request-Id', this.#requestId.made);
    return { status: 200, headers, body };
  }

  /**
   * What a handler has thrown. A fault that a client received is none of ours: what some other service told this one is
   * not meant for its callers. Neither is one that cannot be written, as code without types can make it.
   */
  #thrown(error: unknown): Answer {
    try {
      return error instanceof SoapFault && error.version === undefined ? this.#fault(error) : this.#accident(error);
    } catch (unwritable) {
      return this.#accident(unwritable);
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

  #fault(fault: SoapFault): Answer {
    const { version } = this.#announced;
    const requestId = this.#requestId.value;
    const status = faultStatus(version, fault);
    const body = writeFault(version, fault, this.#service.description.namespace, requestId);
    this.#service.log?.({
      event: 'fault',
      requestId,
      operation: this.#operation,
      soapVersion: version.name,
      peerAddress: this.#head.peerAddress,
      milliseconds: performance.now() - this.#startedAt,
      status,
      code: fault.code,
      detailCode: fault.detailCode,
      path: fault.path,
    });
    return bytesAnswer(status, version.contentType, body, [...this.#extraHeaders, 'X-Request-Id', requestId]);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

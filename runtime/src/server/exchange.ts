import { type Judgement, MessageTooLarge } from '../intake/message-intake.ts';
import { checkHeaders } from '../soap/declared-headers.ts';
import { closeEnvelope, type EnvelopeOptions, openEnvelope } from '../soap/envelope-reader.ts';
import { writeResponse } from '../soap/envelope-writer.ts';
import { SoapFault } from '../soap/fault.ts';
import { faultStatus, writeFault } from '../soap/fault-writer.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { AnyOperation } from '../soap/operation.ts';
import type { Version } from '../soap/version.ts';
import { asXmlError, faultOfXmlError, senderFault } from '../soap/xml-fault.ts';
import { SpoolFull } from '../spool/spool-full.ts';
import type { EncodedMessage } from '../xml/builder.ts';
import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { XmlError } from '../xml/error.ts';
import { limitMessage } from '../xml/limits.ts';
import { MessageStream } from '../xml/message-stream.ts';
import { prefixEnd, type StreamedFields, StreamReached } from '../xml/streamed-fields.ts';
import type { Answer } from './answer.ts';
import { callerOf } from './caller.ts';
import { Context, RequestId } from './context.ts';
import { errorNameOf } from './error-name.ts';
import { type Implementation, IN_MEMORY } from './handler.ts';
import type { ContentCoding, HeadFields, RequestHead } from './head.ts';
import type { ShedReason } from './overload/admission.ts';
import type { Service } from './service.ts';
import { type BodyIntake, StreamedBody } from './streamed-body.ts';

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
  /**
   * Takes the body in piece by piece, where that is better than to have all of it in memory: when it may hold streamed
   * fields and is not small. `limit` does not hold for it then; it has limits of its own.
   */
  intake(): BodyIntake | undefined;
  /** The most bytes that a body may have which is taken in piece by piece, before it is decoded. */
  readonly mostBytes: number;
}

/** A request whose message was read as far as its operation. */
interface Opened<State> {
  readonly reader: XmlBytesReader;
  readonly chosen: Implementation<State>;
  readonly context: Context<State>;
}

interface Outcomes<Outcome> {
  agreed(): Outcome | Promise<Outcome>;
  inMemory(): Outcome | Promise<Outcome>;
  instead(answer: Answer | Promise<Answer>): Outcome | Promise<Outcome>;
}

/** Thrown through the intake of a body when the request was answered before its end. */
class Answered {
  readonly answer: Answer | Promise<Answer>;

  constructor(answer: Answer | Promise<Answer>) {
    this.answer = answer;
  }
}

/** Bodies of up to so many bytes are there with one or two reads of a socket: they are not taken in piece by piece. */
const WHOLE = 64 * 1024;

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
  readonly mostBytes: number;
  readonly #service: Service<State>;
  readonly #head: RequestHead;
  readonly #fields: HeadFields;
  readonly #announced: Announced;
  readonly #extraHeaders: readonly string[];
  readonly #requestId = new RequestId();
  readonly #startedAt: number;
  #operation: string | undefined;
  #context: Context<State> | undefined;
  readonly #mayStream: boolean;
  #isAuthorized = false;
  #isInMemory = false;

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
    // What `deflate` is in truth shows in its bytes only: it is decoded when all of it is in memory.
    this.#mayStream =
      body.coding !== 'deflate' && service.operations.mayStream(announced.version, fields.soapAction, announced.action);
    this.mostBytes = this.#mayStream ? service.mostBytes : this.limit;
    this.length = body.length;
    this.coding = body.coding;
  }

  answer(body: Uint8Array): Answer | Promise<Answer> {
    return this.#admit(body, undefined);
  }

  intake(): BodyIntake | undefined {
    const { coding, length } = this;
    if (!this.#mayStream) return undefined;
    if (coding === undefined && length !== undefined && length <= WHOLE) return undefined;
    return new StreamedBody(this.#service, {
      length: coding === undefined ? length : undefined,
      judge: (prefix, streamed) => this.#judge(prefix, streamed),
      answer: ({ message, streamed }) => this.#admit(message, streamed),
      failed: (error) => this.#unread(error),
    });
  }

  /** Answers a message when it is its turn, or sends it away unread. */
  #admit(body: Uint8Array, streamed: StreamedFields | undefined): Answer | Promise<Answer> {
    return this.#service.admission.admit({
      bytes: body.length,
      run: () => this.#answer(body, streamed),
      refuse: (reason) => this.shed(reason),
      onAbort: (abort) => this.#head.onAbort?.(abort),
    });
  }

  /** The answer when the server has too much to do (rule T7). */
  shed(reason: ShedReason): Answer {
    const { busyAnswers, log } = this.#service;
    const { version } = this.#announced;
    if (log === undefined) return busyAnswers.answer(version, reason, this.#extraHeaders);
    const requestId = this.#requestId.value;
    log({ event: 'shed', requestId, reason, soapVersion: version.name, peerAddress: this.#caller });
    return busyAnswers.answer(version, reason, [...this.#extraHeaders, 'X-Request-Id', requestId]);
  }

  #answer(body: Uint8Array, streamed: StreamedFields | undefined): Answer | Promise<Answer> {
    let opened: Opened<State>;
    let input: unknown;
    try {
      opened = this.#open(body, streamed);
      const { reader, chosen } = opened;
      reader.keepsBefore = chosen.authorize !== undefined && !this.#isAuthorized;
      input = chosen.operation.readInput(reader);
      closeEnvelope(reader);
      if (streamed !== undefined && reader.streamedValues !== streamed.values.size) {
        throw new TypeError('The codec did not read all streamed fields.');
      }
    } catch (error) {
      return this.#unread(error);
    }
    const { chosen, context, reader } = opened;
    if (!reader.keepsBefore) return this.#run(chosen, input, context);
    return this.#afterAuthorize(chosen, reader.before ?? (input as object), context, {
      agreed: () => this.#run(chosen, input, context),
      inMemory: () => this.#run(chosen, input, context),
      instead: (answer) => answer,
    });
  }

  /** Reads a message as far as the start tag of the body's element, and finds its operation. */
  #open(body: Uint8Array, streamed: StreamedFields | undefined): Opened<State> {
    const { version, action, reading } = this.#announced;
    const options = streamed === undefined ? reading : { ...reading, streamed };
    const { reader, headerBlocks } = openEnvelope(body, version, options);
    const chosen = this.#service.operations.find(reader, version, this.#fields.soapAction, action);
    const { name } = chosen.operation;
    this.#operation = name;
    const declared = chosen.operation.headers?.input;
    if (declared !== undefined) checkHeaders(declared, headerBlocks, reading);
    // The one that `authorize` was given is the handler's.
    this.#context ??= new Context(name, version.name, headerBlocks, this.#service.state, this.#head, this.#requestId);
    return { reader, chosen, context: this.#context };
  }

  /** What a message that is still arriving has come to: a field that is streamed, and may be, or something else. */
  #judge(prefix: Uint8Array, streamed: StreamedFields): Judgement | Promise<Judgement> {
    if (this.#isInMemory) return undefined;
    let opened: Opened<State> | undefined;
    try {
      opened = this.#open(prefix, streamed);
      opened.chosen.operation.readInput(opened.reader);
      return undefined;
    } catch (thrown) {
      if (thrown === prefixEnd) return undefined;
      if (!(thrown instanceof StreamReached) || opened === undefined) throw thrown;
      const { path, before } = thrown;
      const { chosen, context } = opened;
      if (chosen.authorize === undefined || this.#isAuthorized) return { path };
      return this.#afterAuthorize<Judgement>(chosen, before, context, {
        agreed: () => {
          this.#isAuthorized = true;
          return { path };
        },
        inMemory: () => {
          this.#isInMemory = true;
          return undefined;
        },
        instead: (answer) => {
          throw new Answered(answer);
        },
      });
    }
  }

  /** Asks whether the caller may, and goes on as that says. */
  #afterAuthorize<Outcome>(
    chosen: Implementation<State>,
    before: object,
    context: Context<State>,
    { agreed, inMemory, instead }: Outcomes<Outcome>,
  ): Outcome | Promise<Outcome> {
    const settled = (said: unknown): Outcome | Promise<Outcome> => {
      if (said === undefined) return agreed();
      if (said === IN_MEMORY) return inMemory();
      return instead(this.#result(chosen.operation, said, context));
    };
    const refused = (error: unknown): Outcome | Promise<Outcome> => instead(this.#thrown(error, context));
    let said: unknown;
    try {
      said = chosen.authorize?.(before, context);
    } catch (error) {
      return refused(error);
    }
    return isThenable(said) ? Promise.resolve(said).then(settled, refused) : settled(said);
  }

  #run(chosen: Implementation<State>, input: unknown, context: Context<State>): Answer | Promise<Answer> {
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

  /** The answer to a message that cannot be read, or whose streamed fields cannot be taken in. */
  #unread(error: unknown): Answer | Promise<Answer> {
    if (error instanceof Answered) return error.answer;
    if (error instanceof MessageTooLarge) return this.tooLarge();
    if (error instanceof SpoolFull) return this.#fault(spoolFull(error));
    const unreadable = asXmlError(error);
    if (unreadable !== undefined) return this.#fault(faultOfXmlError(unreadable));
    return error instanceof SoapFault ? this.#fault(error) : this.#accident(error);
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
  #encoded(message: EncodedMessage, make: (length: number, body: Answer['body']) => Answer): Answer | Promise<Answer> {
    if (message.text !== undefined) return make(message.byteLength, message.text);
    const bytes = message.isLarge ? MessageStream.open(message, (error) => this.#report(error)) : message.bytes();
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

  #success(length: number, body: Answer['body']): Answer {
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

  #faulted(fault: SoapFault, length: number, body: Answer['body']): Answer {
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

/** The spool is full for now: nothing that the caller could mend. */
function spoolFull(error: SpoolFull): SoapFault {
  const reason = `There is no room for more streamed bytes now: ${error.message}.`;
  return new SoapFault({ code: 'Receiver', detailCode: 'Overloaded', reason, httpStatus: 503, retryAfter: 10_000 });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

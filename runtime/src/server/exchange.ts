import { closeBody, closeEnvelope, type EnvelopeOptions, openBody } from '../soap/envelope-reader.ts';
import { checkHeaders } from '../soap/header-type.ts';
import type { Version } from '../soap/version.ts';
import type { Identified } from '../streaming/message-assembler.ts';
import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { XmlError } from '../xml/error.ts';
import { prefixEnd, readBefore, type StreamedFields, StreamReached } from '../xml/streamed-fields.ts';
import type { Service } from './configured-service.ts';
import { EarlyResponse, ExchangeResponder } from './exchange-responder.ts';
import { type Implementation, IN_MEMORY } from './handler.ts';
import { type HttpResponse, withSecuredBody } from './http-response.ts';
import type { ServerMessageSecurity } from './message-security-option.ts';
import type { RequestParts } from './multipart.ts';
import { announcedAction } from './operation-table.ts';
import type { QueuedRequest, ShedReason } from './overload/admission.ts';
import { RequestContext } from './request-context.ts';
import type { ContentCoding, HeadFields, RequestHead } from './request-head.ts';
import type { BodyIntake, PendingBody } from './soap-server.ts';
import { StreamedBody } from './streamed-body.ts';

/** A request whose message has been read up to its operation. */
interface Opened<State> {
  readonly reader: XmlBytesReader;
  readonly chosen: Implementation<State>;
  /** Whether the body holds no element. */
  readonly empty: boolean;
  readonly context: RequestContext<State>;
}

interface AuthorizeOutcomes<Outcome> {
  allowed(): Outcome | Promise<Outcome>;
  inMemory(): Outcome | Promise<Outcome>;
  respond(response: HttpResponse | Promise<HttpResponse>): Outcome | Promise<Outcome>;
}

/**
 * Bodies up to this size, in bytes, arrive with two or three reads of a socket, and are never streamed: one with 64 KiB in
 * base64 costs less when its beginning is read once.
 */
const unstreamedBytes = 128 * 1024;

const noBytes = new Uint8Array(0);

/** The message as its Content-Type announces it. */
export interface AnnouncedMessage {
  readonly version: Version;
  readonly action: string | undefined;
  readonly reading: EnvelopeOptions;
  /** Of a message of several parts. */
  readonly parts?: RequestParts | undefined;
  /** Parameter of its Content-Type that names another encoding than UTF-8. */
  readonly charset?: string | undefined;
  /** Whether only the option `encodings` reads that charset. */
  readonly isTranscoded?: boolean | undefined;
}

/** One request for an operation, from its head to its response. */
export class Exchange<State> implements PendingBody, QueuedRequest<HttpResponse> {
  readonly limit: number;
  readonly length: number | undefined;
  readonly coding: ContentCoding | undefined;
  readonly mostBytes: number;
  readonly #service: Service<State>;
  readonly #head: RequestHead;
  /** The operation's action that the head announces. */
  readonly #action: string | undefined;
  #announced: AnnouncedMessage;
  readonly #responder: ExchangeResponder<State>;
  #context: RequestContext<State> | undefined;
  /** The principal that message security has found. */
  #signer: unknown;
  readonly #mayStream: boolean;
  /** The message, until it is read. */
  #message: Uint8Array = noBytes;
  #streamed: StreamedFields | undefined;
  #isAuthenticated = false;
  #isAuthorized = false;
  #isInMemory = false;

  constructor(
    service: Service<State>,
    head: RequestHead,
    fields: HeadFields,
    announced: AnnouncedMessage,
    body: { readonly length: number | undefined; readonly coding: ContentCoding | undefined },
    extraHeaders: readonly string[],
  ) {
    this.#service = service;
    this.#head = head;
    this.#announced = announced;
    this.#action = announcedAction(announced.version, fields.soapAction, announced.action);
    this.#responder = new ExchangeResponder(
      service,
      head,
      announced.version,
      extraHeaders,
      announced.parts?.isXop === true,
    );
    this.limit = service.limits.maxBodyBytes;
    // Only its bytes tell which format `deflate` is: it is decoded in memory.
    this.#mayStream =
      service.messageSecurity === undefined &&
      body.coding !== 'deflate' &&
      announced.isTranscoded !== true &&
      service.operations.mayStream(this.#action);
    this.mostBytes = this.#mayStream ? service.mostBytes : this.limit;
    this.length = body.length;
    this.coding = body.coding;
  }

  respond(body: Uint8Array): HttpResponse | Promise<HttpResponse> {
    return this.#admit(body, undefined);
  }

  intake(): BodyIntake | undefined {
    const { coding, length } = this;
    if (!this.#mayStream) return undefined;
    if (coding === undefined && length !== undefined && length <= Math.min(unstreamedBytes, this.limit))
      return undefined;
    return new StreamedBody(this.#service, {
      length: coding === undefined ? length : undefined,
      identify: (prefix, streamed) => this.#identify(prefix, streamed),
      respond: ({ message, streamed }) => this.#admit(message, streamed),
      failed: (error) => this.#responder.unread(error),
    });
  }

  /** Responds to a message when the limits allow it, or rejects it unread. */
  #admit(body: Uint8Array, streamed: StreamedFields | undefined): HttpResponse | Promise<HttpResponse> {
    this.#message = body;
    this.#streamed = streamed;
    return this.#service.admission.admit(this);
  }

  get bytes(): number {
    return this.#message.length;
  }

  reject(reason: ShedReason): HttpResponse {
    return this.#responder.shed(reason);
  }

  onAbort(abort: () => void): void {
    this.#head.onAbort?.(abort);
  }

  run(): HttpResponse | Promise<HttpResponse> {
    const body = this.#message;
    const streamed = this.#streamed;
    // A handler that waits does not keep the message in memory.
    this.#message = noBytes;
    this.#streamed = undefined;
    return this.#announced.isTranscoded === true ? this.#transcode(body) : this.#begin(body, streamed);
  }

  #begin(body: Uint8Array, streamed: StreamedFields | undefined): HttpResponse | Promise<HttpResponse> {
    const { messageSecurity } = this.#service;
    return messageSecurity === undefined ? this.#respond(body, streamed) : this.#opened(messageSecurity, body);
  }

  /** Responds to a message that is signed or encrypted. */
  async #opened(security: ServerMessageSecurity, body: Uint8Array): Promise<HttpResponse> {
    try {
      const requestId = this.#responder.requestId.value;
      const { limits, utf8 } = this.#service;
      const { parts } = this.#announced;
      const { envelope, principal, secure } = await security.open(body, { limits, requestId, parts });
      this.#announced = {
        ...this.#announced,
        reading: parts === undefined ? utf8 : { ...utf8, tolerance: parts.tolerance },
      };
      this.#signer = principal;
      return await withSecuredBody(await this.#respond(envelope, undefined), secure);
    } catch (error) {
      return await this.#responder.unread(error);
    }
  }

  /** Responds to a message in another encoding than UTF-8 and UTF-16. */
  #transcode(body: Uint8Array): HttpResponse | Promise<HttpResponse> {
    const { encodings, utf8: reading } = this.#service;
    let message: Uint8Array | undefined;
    try {
      message = encodings?.utf8(body, this.#announced.charset, this.limit);
    } catch (error) {
      return this.#responder.unread(error);
    }
    if (message === undefined) return this.tooLarge();
    this.#announced = { ...this.#announced, reading };
    return this.#begin(message, undefined);
  }

  /** Whether a message that was rejected may be in an encoding that its XML declaration names. */
  #mayTranscode(error: unknown, streamed: StreamedFields | undefined): boolean {
    if (this.#service.encodings === undefined || streamed !== undefined) return false;
    return this.#announced.reading.charset !== 'utf-8' && error instanceof XmlError && error.code === 'encoding';
  }

  #respond(body: Uint8Array, streamed: StreamedFields | undefined): HttpResponse | Promise<HttpResponse> {
    const { parts } = this.#announced;
    let opened: Opened<State>;
    let input: unknown;
    try {
      opened = this.#open(body, streamed);
      const { reader, chosen } = opened;
      if (chosen.authorize !== undefined && !this.#isAuthorized) reader.recordBefore = readBefore;
      input = chosen.operation.readInput(reader);
      (opened.empty ? closeBody : closeEnvelope)(reader);
      if (streamed !== undefined && reader.streamedValues !== streamed.values.size) {
        throw new TypeError('The codec did not read all streamed fields.');
      }
    } catch (error) {
      if (parts?.isIncomplete === true) return this.#again(parts, body);
      return this.#mayTranscode(error, streamed) ? this.#transcode(body) : this.#responder.unread(error);
    }
    if (parts?.isIncomplete === true) return this.#again(parts, body);
    if (this.#service.authentication === undefined) return this.#execute(opened, input);
    return this.#authenticate(
      opened.context,
      () => this.#execute(opened, input),
      (response) => response,
    );
  }

  /** Runs an operation, once its caller is known. */
  #execute({ chosen, context, reader }: Opened<State>, input: unknown): HttpResponse | Promise<HttpResponse> {
    if (reader.recordBefore === undefined) return this.#run(chosen, input, context);
    return this.#afterAuthorize(chosen, reader.before ?? (input as object), context, {
      allowed: () => this.#run(chosen, input, context),
      inMemory: () => this.#run(chosen, input, context),
      respond: (response) => response,
    });
  }

  /** Finds out who sends the request, once, and continues. */
  #authenticate<Outcome>(
    context: RequestContext<State>,
    next: () => Outcome | Promise<Outcome>,
    respond: (response: HttpResponse | Promise<HttpResponse>) => Outcome | Promise<Outcome>,
  ): Outcome | Promise<Outcome> {
    const { authentication } = this.#service;
    if (authentication === undefined || this.#isAuthenticated) return next();
    const denied = (error: unknown): Outcome | Promise<Outcome> => respond(this.#responder.denied(error, context));
    const accepted = (principal: unknown): Outcome | Promise<Outcome> => {
      this.#isAuthenticated = true;
      context.principal = principal;
      return next();
    };
    let principal: unknown;
    try {
      principal = authentication.authenticate(context);
    } catch (error) {
      return denied(error);
    }
    return isThenable(principal) ? Promise.resolve(principal).then(accepted, denied) : accepted(principal);
  }

  /** Reads a message again, with the parts in memory that it needs there. */
  #again(parts: RequestParts, body: Uint8Array): Promise<HttpResponse> {
    return parts.load().then(
      () => this.#respond(body, undefined),
      (error: unknown) => this.#responder.unread(error),
    );
  }

  /** The response to a body that cannot be received. */
  unread(error: unknown): HttpResponse | Promise<HttpResponse> {
    return this.#responder.unread(error);
  }

  /** Reads a message up to the start tag of the body's element, and finds its operation. */
  #open(body: Uint8Array, streamed: StreamedFields | undefined): Opened<State> {
    const { version, reading } = this.#announced;
    const options = streamed === undefined ? reading : { ...reading, streamed };
    const { reader, headerBlocks, empty } = openBody(body, version, options);
    const { operations, addressing } = this.#service;
    const find = (action: string | undefined): Implementation<State> =>
      empty ? operations.findEmpty(version, action) : operations.find(reader, version, action);
    const addressed = this.#head.isForm ? undefined : addressing?.begin(headerBlocks, version);
    this.#responder.addressed = addressed;
    const chosen = addressed === undefined ? find(this.#action) : addressed.find(this.#action, find);
    const { name } = chosen.operation;
    this.#responder.operation = name;
    const declared = chosen.operation.headers?.input;
    if (declared !== undefined) checkHeaders(declared, headerBlocks, reading);
    // The handler gets the same context as `authorize`.
    this.#context ??= new RequestContext(
      name,
      version.name,
      headerBlocks,
      this.#service.state,
      this.#head,
      this.#responder.requestId,
    );
    this.#context.principal ??= this.#signer;
    return { reader, chosen, empty, context: this.#context };
  }

  /** Whether a message that is still arriving has reached a streamed field that the caller may send. */
  #identify(prefix: Uint8Array, streamed: StreamedFields): Identified | Promise<Identified> {
    if (this.#isInMemory) return undefined;
    let opened: Opened<State> | undefined;
    try {
      opened = this.#open(prefix, streamed);
      opened.chosen.operation.readInput(opened.reader);
      return undefined;
    } catch (thrown) {
      if (thrown === prefixEnd) return undefined;
      if (!(thrown instanceof StreamReached) || opened === undefined) throw thrown;
      const { path } = thrown;
      const { chosen, context } = opened;
      const respond = (response: HttpResponse | Promise<HttpResponse>): never => {
        throw new EarlyResponse(response);
      };
      const authorized = (): Identified | Promise<Identified> => {
        if (chosen.authorize === undefined || this.#isAuthorized) return { path };
        return this.#afterAuthorize<Identified>(chosen, thrown.before, context, {
          allowed: () => {
            this.#isAuthorized = true;
            return { path };
          },
          inMemory: () => {
            this.#isInMemory = true;
            this.#isAuthorized = true;
            return undefined;
          },
          respond,
        });
      };
      return this.#authenticate<Identified>(context, authorized, respond);
    }
  }

  /** Calls `authorize` and continues with its outcome. */
  #afterAuthorize<Outcome>(
    chosen: Implementation<State>,
    before: object,
    context: RequestContext<State>,
    { allowed, inMemory, respond }: AuthorizeOutcomes<Outcome>,
  ): Outcome | Promise<Outcome> {
    const settled = (result: unknown): Outcome | Promise<Outcome> => {
      if (result === undefined) return allowed();
      if (result === IN_MEMORY) return inMemory();
      return respond(this.#responder.result(chosen.operation, result, context));
    };
    const rejected = (error: unknown): Outcome | Promise<Outcome> => respond(this.#responder.thrown(error, context));
    let result: unknown;
    try {
      result = chosen.authorize?.(before, context);
    } catch (error) {
      return rejected(error);
    }
    return isThenable(result) ? Promise.resolve(result).then(settled, rejected) : settled(result);
  }

  #run(
    chosen: Implementation<State>,
    input: unknown,
    context: RequestContext<State>,
  ): HttpResponse | Promise<HttpResponse> {
    try {
      const output: unknown = chosen.handler(input, context);
      if (!isThenable(output)) return this.#responder.result(chosen.operation, output, context);
      return Promise.resolve(output).then(
        (settled) => this.#responder.result(chosen.operation, settled, context),
        (error: unknown) => this.#responder.thrown(error, context),
      );
    } catch (error) {
      return this.#responder.thrown(error, context);
    }
  }

  shed(reason: ShedReason): HttpResponse {
    return this.#responder.shed(reason);
  }

  tooLarge(): HttpResponse {
    return this.#responder.tooLarge();
  }

  undecodable(): HttpResponse {
    return this.#responder.undecodable(this.coding);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

import type { Judgement } from '../intake/message-intake.ts';
import { closeEnvelope, type EnvelopeOptions, openEnvelope } from '../soap/envelope-reader.ts';
import { checkHeaders } from '../soap/header-type.ts';
import type { Version } from '../soap/version.ts';
import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { prefixEnd, type StreamedFields, StreamReached } from '../xml/streamed-fields.ts';
import type { Service } from './configured-service.ts';
import { EarlyResponse, ExchangeResponder } from './exchange-responder.ts';
import { type Implementation, IN_MEMORY } from './handler.ts';
import type { HttpResponse } from './http-response.ts';
import type { ShedReason } from './overload/admission.ts';
import { Context } from './request-context.ts';
import type { ContentCoding, HeadFields, RequestHead } from './request-head.ts';
import type { BodyIntake, PendingBody } from './soap-server.ts';
import { StreamedBody } from './streamed-body.ts';

/** A request whose message was read as far as its operation. */
interface Opened<State> {
  readonly reader: XmlBytesReader;
  readonly chosen: Implementation<State>;
  readonly context: Context<State>;
}

interface Outcomes<Outcome> {
  agreed(): Outcome | Promise<Outcome>;
  inMemory(): Outcome | Promise<Outcome>;
  instead(answer: HttpResponse | Promise<HttpResponse>): Outcome | Promise<Outcome>;
}

/** Bodies of up to so many bytes are there with one or two reads of a socket: they are not taken in piece by piece. */
const WHOLE = 64 * 1024;

/** What a Content-Type has settled. */
export interface AnnouncedMessage {
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
  readonly #announced: AnnouncedMessage;
  readonly #reply: ExchangeResponder<State>;
  #context: Context<State> | undefined;
  readonly #mayStream: boolean;
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
    this.#fields = fields;
    this.#announced = announced;
    this.#reply = new ExchangeResponder(service, head, announced.version, extraHeaders);
    this.limit = service.limits.maxBodyBytes;
    // What `deflate` is in truth shows in its bytes only: it is decoded when all of it is in memory.
    this.#mayStream =
      body.coding !== 'deflate' && service.operations.mayStream(announced.version, fields.soapAction, announced.action);
    this.mostBytes = this.#mayStream ? service.mostBytes : this.limit;
    this.length = body.length;
    this.coding = body.coding;
  }

  answer(body: Uint8Array): HttpResponse | Promise<HttpResponse> {
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
      failed: (error) => this.#reply.unread(error),
    });
  }

  /** Answers a message when it is its turn, or sends it away unread. */
  #admit(body: Uint8Array, streamed: StreamedFields | undefined): HttpResponse | Promise<HttpResponse> {
    return this.#service.admission.admit({
      bytes: body.length,
      run: () => this.#answer(body, streamed),
      refuse: (reason) => this.shed(reason),
      onAbort: (abort) => this.#head.onAbort?.(abort),
    });
  }

  #answer(body: Uint8Array, streamed: StreamedFields | undefined): HttpResponse | Promise<HttpResponse> {
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
      return this.#reply.unread(error);
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
    this.#reply.operation = name;
    const declared = chosen.operation.headers?.input;
    if (declared !== undefined) checkHeaders(declared, headerBlocks, reading);
    // The one that `authorize` was given is the handler's.
    this.#context ??= new Context(
      name,
      version.name,
      headerBlocks,
      this.#service.state,
      this.#head,
      this.#reply.requestId,
    );
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
          this.#isAuthorized = true;
          return undefined;
        },
        instead: (answer) => {
          throw new EarlyResponse(answer);
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
      return instead(this.#reply.result(chosen.operation, said, context));
    };
    const refused = (error: unknown): Outcome | Promise<Outcome> => instead(this.#reply.thrown(error, context));
    let said: unknown;
    try {
      said = chosen.authorize?.(before, context);
    } catch (error) {
      return refused(error);
    }
    return isThenable(said) ? Promise.resolve(said).then(settled, refused) : settled(said);
  }

  #run(chosen: Implementation<State>, input: unknown, context: Context<State>): HttpResponse | Promise<HttpResponse> {
    try {
      const output: unknown = chosen.handler(input, context);
      if (!isThenable(output)) return this.#reply.result(chosen.operation, output, context);
      return Promise.resolve(output).then(
        (settled) => this.#reply.result(chosen.operation, settled, context),
        (error: unknown) => this.#reply.thrown(error, context),
      );
    } catch (error) {
      return this.#reply.thrown(error, context);
    }
  }

  shed(reason: ShedReason): HttpResponse {
    return this.#reply.shed(reason);
  }

  tooLarge(): HttpResponse {
    return this.#reply.tooLarge();
  }

  undecodable(): HttpResponse {
    return this.#reply.undecodable(this.coding);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

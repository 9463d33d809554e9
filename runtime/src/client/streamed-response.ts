import { encodeUtf8 } from '#bytes';
import { defaultSpool } from '#spool';
import { parseContentType } from '../soap/content-type.ts';
import { type EnvelopeOptions, openBody } from '../soap/envelope-reader.ts';
import type { ResponseStreaming, StreamedCall } from '../soap/operation.ts';
import type { ReadReceived, ReceivedResponse, StreamedResponse, StreamSettings } from '../soap/response-streaming.ts';
import { type Version, versionOfMediaType } from '../soap/version.ts';
import { SpoolBudget, SpoolFull } from '../spool/spool.ts';
import { type Identified, MessageAssembler, MessageTooLarge } from '../streaming/message-assembler.ts';
import { limitMessage } from '../xml/limits.ts';
import { prefixEnd, type StreamedFields, StreamReached } from '../xml/streamed-fields.ts';
import { badResponse, errorsOf, responseErrors } from './call-error.ts';
import { findHeader } from './http-headers.ts';
import { isOfMessage, readerOptions } from './response-message.ts';
import { awaited } from './sink-wait.ts';
import { withUnderstood } from './understood-blocks.ts';

/** Responses up to this many bytes are stored in memory. */
const MAX_STORED = 64 * 1024;

/**
 * Streams the named fields of an operation's response: `streamed: { output: streamedResponse('Data') }`.
 *
 * @param fields local names of the elements, at any depth.
 */
export function streamedResponse(...fields: readonly string[]): ResponseStreaming {
  const names = fields.map(encodeUtf8);
  return (call, version, settings) => new IncomingResponse(names, call, version, settings);
}

const budgets = new WeakMap<StreamSettings, SpoolBudget>();

function budgetOf(settings: StreamSettings): SpoolBudget {
  let budget = budgets.get(settings);
  if (budget === undefined) {
    budget = new SpoolBudget(settings.limits);
    budgets.set(settings, budget);
  }
  return budget;
}

class IncomingResponse implements StreamedResponse {
  readonly #names: readonly Uint8Array[];
  readonly #call: StreamedCall;
  readonly #version: Version;
  readonly #settings: StreamSettings;
  #reading: EnvelopeOptions;
  #head: Omit<ReceivedResponse, 'body'> | undefined;
  #assembler: MessageAssembler | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(names: readonly Uint8Array[], call: StreamedCall, version: Version, settings: StreamSettings) {
    this.#names = names;
    this.#call = call;
    this.#version = version;
    this.#settings = settings;
    this.#reading = settings.reading;
  }

  get isReceived(): boolean {
    return this.#head !== undefined;
  }

  begin(status: number, headers: readonly string[]): boolean {
    // A transport that resends the request begins again.
    this.discard();
    if (status < 200 || status > 299 || findHeader(headers, 'content-encoding') !== undefined) return false;
    const contentType = parseContentType(findHeader(headers, 'content-type') ?? '');
    if (contentType === undefined || versionOfMediaType(contentType.mediaType) !== this.#version) return false;
    if (contentType.charset !== undefined && contentType.charset !== 'utf-8') return false;
    const header = findHeader(headers, 'content-length');
    const length = header === undefined ? undefined : Number(header);
    if (length !== undefined && length <= MAX_STORED) return false;
    const { limits, spool = defaultSpool() } = this.#settings;
    this.#head = { status, headers };
    this.#reading = withUnderstood(this.#settings.reading, this.#call);
    const budget = budgetOf(this.#settings);
    this.#assembler = new MessageAssembler({
      limits,
      spool,
      budget,
      names: this.#names,
      length,
      identify: (prefix, read) => this.#identify(prefix, read),
    });
    return true;
  }

  #identify(prefix: Uint8Array, streamed: StreamedFields): Identified {
    try {
      readPrefix(this.#call, this.#version, prefix, { ...this.#reading, streamed });
      return undefined;
    } catch (thrown) {
      if (thrown === prefixEnd) return undefined;
      if (thrown instanceof StreamReached) return { path: thrown.path };
      throw thrown;
    }
  }

  write(piece: Uint8Array): Promise<void> | undefined {
    try {
      return awaited(this.#assembler?.add(piece)?.catch((error: unknown) => this.#fail(error)));
    } catch (error) {
      return this.#fail(error);
    }
  }

  hasThrown(error: unknown): boolean {
    return this.#failure !== undefined && this.#failure.error === error;
  }

  async read<Response>(read: ReadReceived<Response>): Promise<Response> {
    const assembler = this.#assembler;
    if (assembler === undefined || this.#head === undefined) throw new TypeError('No response was received.');
    try {
      const { message: body, streamed } = assembler.end();
      const response = await read({ ...this.#head, body }, streamed, this.#reading);
      assembler.keep();
      return response;
    } catch (error) {
      throw this.failed(error);
    }
  }

  failed(error: unknown): unknown {
    const fail = errorsOf(this.#call);
    const errors = this.#head === undefined ? fail : responseErrors(this.#head, fail);
    this.discard();
    if (isOfMessage(error)) return error;
    const reason = this.#tooLarge(error);
    return reason === undefined
      ? badResponse(error, errors)
      : errors('too-large', `The response exceeds a limit: ${reason}.`);
  }

  /** The reason why an error means that the response is too large; undefined for any other error. */
  #tooLarge(error: unknown): string | undefined {
    if (error instanceof SpoolFull) return error.message;
    if (!(error instanceof MessageTooLarge)) return undefined;
    return `${limitMessage('maxBodyBytes', this.#settings.limits)}, without its streamed fields`;
  }

  discard(): void {
    this.#assembler?.discard();
    this.#assembler = undefined;
    this.#head = undefined;
  }

  #fail(error: unknown): never {
    this.#failure = { error };
    throw error;
  }
}

/**
 * Reads the start of a response that is still arriving.
 *
 * @param prefix of the message, which ends with a start tag.
 * @throws {StreamReached | symbol} as its `StreamedFields` says, unless its end is not reached.
 * @throws {XmlError | SoapFault} if no continuation can make the response valid.
 */
function readPrefix(call: StreamedCall, version: Version, prefix: Uint8Array, options: EnvelopeOptions): void {
  const { operation } = call;
  if (operation.oneWay) return;
  const { reader, empty } = openBody(prefix, version, readerOptions(call, options, 'utf-8'));
  if (empty || !reader.is(operation.output)) return;
  try {
    operation.readOutput(reader);
  } catch (thrown) {
    // The complete message can be arranged.
    if (options.tolerance?.isOfOrder(thrown) !== true) throw thrown;
  }
}

import { encodeUtf8 } from '#bytes';
import { defaultSpool } from '#spool';
import { parseContentType } from '../soap/content-type.ts';
import type { ReadPrefix, ResponseStreaming, StreamedResponse, StreamSettings } from '../soap/response-streaming.ts';
import { type Version, versionOfMediaType } from '../soap/version.ts';
import { SpoolBudget, SpoolFull } from '../spool/spool.ts';
import { type Identified, MessageAssembler, MessageTooLarge } from '../streaming/message-assembler.ts';
import { limitMessage } from '../xml/limits.ts';
import { prefixEnd, type StreamedFields, StreamReached } from '../xml/streamed-fields.ts';
import { findHeader } from './http-headers.ts';

/** Responses up to this many bytes are stored in memory. */
const MAX_STORED = 64 * 1024;

/**
 * Streams the named fields of an operation's response: `streamed: { output: streamedResponse('Data') }`.
 *
 * @param fields local names of the elements, at any depth.
 */
export function streamedResponse(...fields: readonly string[]): ResponseStreaming {
  const names = fields.map(encodeUtf8);
  return (version, settings, readPrefix) => new IncomingResponse(names, version, settings, readPrefix);
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
  readonly #version: Version;
  readonly #settings: StreamSettings;
  readonly #readPrefix: ReadPrefix;
  #head: StreamedResponse['head'];
  #assembler: MessageAssembler | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(names: readonly Uint8Array[], version: Version, settings: StreamSettings, readPrefix: ReadPrefix) {
    this.#names = names;
    this.#version = version;
    this.#settings = settings;
    this.#readPrefix = readPrefix;
  }

  get head(): StreamedResponse['head'] {
    return this.#head;
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
      this.#readPrefix(prefix, streamed);
      return undefined;
    } catch (thrown) {
      if (thrown === prefixEnd) return undefined;
      if (thrown instanceof StreamReached) return { path: thrown.path };
      throw thrown;
    }
  }

  write(piece: Uint8Array): Promise<void> | undefined {
    try {
      return this.#assembler?.add(piece)?.catch((error: unknown) => this.#fail(error));
    } catch (error) {
      return this.#fail(error);
    }
  }

  hasThrown(error: unknown): boolean {
    return this.#failure !== undefined && this.#failure.error === error;
  }

  tooLarge(error: unknown): string | undefined {
    if (error instanceof SpoolFull) return error.message;
    if (!(error instanceof MessageTooLarge)) return undefined;
    return `${limitMessage('maxBodyBytes', this.#settings.limits)}, without its streamed fields`;
  }

  end(): { readonly message: Uint8Array; readonly streamed: StreamedFields } {
    if (this.#assembler === undefined) throw new TypeError('No response was received.');
    return this.#assembler.end();
  }

  keep(): void {
    this.#assembler?.keep();
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

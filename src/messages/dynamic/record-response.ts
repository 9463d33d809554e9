import type * as soap from '@soapwright/runtime';
import { ClientError } from '@soapwright/runtime/client';
import { type Limits, XmlError } from '@soapwright/runtime/xml';
import { RecordSplitter, RecordTooLarge } from './record-splitter.ts';

type ResponseStreaming = NonNullable<NonNullable<soap.AnyClientOperation<unknown, unknown>['streamed']>['output']>;
type StreamedResponse = ReturnType<ResponseStreaming>;
type StreamedCall = Parameters<ResponseStreaming>[0];

export interface RecordResponseOptions {
  /** Local names below the body, to the record. */
  readonly path: readonly string[];
  /** How many records must be in the message that is read at the end. */
  readonly kept: number;
  /** Reads records as they arrive; the response waits for its promise. */
  readonly onRecords: (document: Uint8Array) => Promise<void> | undefined;
}

/** A response whose records are taken out as they arrive. What is left is read as the response. */
export function recordResponse(options: RecordResponseOptions): ResponseStreaming {
  return (call, { mediaType }, { limits }) => new RecordResponse(options, call, mediaType, limits);
}

class RecordResponse implements StreamedResponse {
  readonly #options: RecordResponseOptions;
  readonly #call: StreamedCall;
  readonly #mediaType: string;
  readonly #limits: Pick<Limits, 'maxBodyBytes'>;
  #head: { readonly status: number; readonly headers: readonly string[] } | undefined;
  #splitter: RecordSplitter | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(
    options: RecordResponseOptions,
    call: StreamedCall,
    mediaType: string,
    limits: Pick<Limits, 'maxBodyBytes'>,
  ) {
    this.#options = options;
    this.#call = call;
    this.#mediaType = mediaType;
    this.#limits = limits;
  }

  get isReceived(): boolean {
    return this.#head !== undefined;
  }

  begin(status: number, headers: readonly string[]): boolean {
    this.discard();
    if (status < 200 || status > 299 || headerOf(headers, 'content-encoding') !== undefined) return false;
    const [type = '', ...parameters] = (headerOf(headers, 'content-type') ?? '').toLowerCase().split(/\s*;\s*/);
    const charset = parameters.find((one) => one.startsWith('charset='))?.slice('charset='.length);
    if (type.trim() !== this.#mediaType || !/^"?utf-?8"?$/.test(charset ?? 'utf-8')) return false;
    const { path, kept, onRecords } = this.#options;
    this.#head = { status, headers };
    this.#splitter = new RecordSplitter({
      path: ['Envelope', 'Body', ...path],
      kept,
      most: this.#limits.maxBodyBytes,
      onRecords,
    });
    return true;
  }

  write(piece: Uint8Array): Promise<void> | undefined {
    try {
      const wait = this.#splitter?.add(piece)?.catch((error: unknown) => this.#fail(error));
      // A transport may ignore its rejection.
      wait?.catch(() => undefined);
      return wait;
    } catch (error) {
      return this.#fail(error);
    }
  }

  hasThrown(error: unknown): boolean {
    return this.#failure !== undefined && this.#failure.error === error;
  }

  async read<Response>(read: Parameters<StreamedResponse['read']>[0]): Promise<Response> {
    if (this.#splitter === undefined || this.#head === undefined) throw new TypeError('No response was received.');
    try {
      return (await read({ ...this.#head, body: this.#splitter.end() }, undefined)) as Response;
    } catch (error) {
      throw this.failed(error);
    }
  }

  failed(error: unknown): unknown {
    this.discard();
    const { operation, address } = this.#call;
    if (error instanceof RecordTooLarge) {
      return new ClientError('too-large', 'A record, or the response without its records, exceeds maxBodyBytes.', {
        operation: operation.name,
        address,
      });
    }
    if (!(error instanceof XmlError)) return error;
    return new ClientError('bad-answer', error.message, { operation: operation.name, address, cause: error });
  }

  discard(): void {
    this.#head = undefined;
    this.#splitter = undefined;
  }

  #fail(error: unknown): never {
    this.#failure = { error };
    throw error;
  }
}

/** @param name in lower case. */
function headerOf(headers: readonly string[], name: string): string | undefined {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name);
  return at === -1 ? undefined : headers[at + 1];
}

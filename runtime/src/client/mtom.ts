import { defaultSpool } from '#spool';
import type { PartLimits } from '../mime/multipart-parser.ts';
import { type PartOptions, withPartDefaults } from '../mime/part-options.ts';
import { readWithParts } from '../mime/part-reader.ts';
import { RelatedMessage } from '../mime/related-message.ts';
import { envelopeType, type RelatedType, relatedType } from '../mime/related-type.ts';
import { relatedMessage } from '../mime/related-writer.ts';
import type { StreamedCall } from '../soap/operation.ts';
import type { ReadReceived, ReceivedResponse, StreamedResponse, StreamSettings } from '../soap/response-streaming.ts';
import { SpoolBudget } from '../spool/spool.ts';
import { errorsOf, responseErrors } from './call-error.ts';
import { ClientError } from './client-error.ts';
import { findHeader, withContentType } from './http-headers.ts';
import type { Multipart } from './multipart.ts';
import { partsError } from './parts-error.ts';
import { awaited } from './sink-wait.ts';

export { type WholeMessage, type WholePart, wholeParts } from '../mime/whole-parts.ts';

export interface MtomOptions extends PartOptions {
  /**
   * Whether requests are sent as multipart: `large`, those with a value of `threshold` bytes or more; `always`, as services
   * demand whose policy requires MTOM; `never`, responses are read, and only attachments are sent so. Default `large`.
   */
  readonly send?: 'large' | 'always' | 'never' | undefined;
}

/**
 * Binary values in parts of their own, for `new SoapClient({ address, multipart: mtom() })`: MTOM with XOP in both versions
 * of SOAP, and SOAP with Attachments: those that a contract declares, and those of responses that elements refer to by `href`.
 *
 * Parts of a response of at most 64 KiB are in memory, others in the spool. Blobs of parts have the `type` of their
 * Content-Type, and the `name` of their file name.
 *
 * @throws {ClientError} `invalid-options`.
 * @see https://www.w3.org/TR/xop10/ and https://www.w3.org/TR/soap12-mtom/
 */
export function mtom(options: MtomOptions = {}): Multipart {
  const { send = 'large' } = options;
  const { threshold, ...partLimits } = checked(options);
  const budgets = new WeakMap<StreamSettings, SpoolBudget>();
  return {
    write(message, version, { operation }) {
      return relatedMessage(message, version, {
        isXop: send !== 'never',
        threshold,
        always: send === 'always',
        action: operation.soapAction || undefined,
        unique: () => crypto.randomUUID(),
      });
    },
    receive(call, settings, plain) {
      const budget = budgets.get(settings) ?? new SpoolBudget(settings.limits);
      budgets.set(settings, budget);
      return new PartsResponse(call, settings, plain, budget, partLimits);
    },
    async receiveWhole({ status, headers, body }, sink) {
      if (relatedType(findHeader(headers, 'content-type')) === undefined) return;
      if (sink.begin(status, headers)) await sink.write(body);
    },
  };
}

function checked(options: PartOptions): ReturnType<typeof withPartDefaults> {
  try {
    return withPartDefaults(options);
  } catch (error) {
    throw new ClientError('invalid-options', error instanceof Error ? error.message : String(error));
  }
}

/** Receives a response: one of several parts itself, any other by the way of plain ones. */
class PartsResponse implements StreamedResponse {
  readonly #call: StreamedCall;
  readonly #settings: StreamSettings;
  readonly #plain: StreamedResponse | undefined;
  readonly #budget: SpoolBudget;
  readonly #partLimits: PartLimits;
  #head: Omit<ReceivedResponse, 'body'> | undefined;
  #type: RelatedType | undefined;
  #message: RelatedMessage | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(
    call: StreamedCall,
    settings: StreamSettings,
    plain: StreamedResponse | undefined,
    budget: SpoolBudget,
    partLimits: PartLimits,
  ) {
    this.#call = call;
    this.#settings = settings;
    this.#plain = plain;
    this.#budget = budget;
    this.#partLimits = partLimits;
  }

  get isReceived(): boolean {
    return this.#message !== undefined || this.#plain?.isReceived === true;
  }

  begin(status: number, headers: readonly string[]): boolean {
    this.discard();
    const type = relatedType(findHeader(headers, 'content-type'));
    const isRead = findHeader(headers, 'content-encoding') === undefined && (status < 300 || status > 399);
    if (type === undefined || !isRead) return this.#plain?.begin(status, headers) ?? false;
    const { limits, spool = defaultSpool() } = this.#settings;
    this.#head = { status, headers };
    this.#type = type;
    this.#message = new RelatedMessage(type, {
      limits: { ...limits, ...this.#partLimits },
      spool,
      budget: this.#budget,
    });
    return true;
  }

  write(piece: Uint8Array): Promise<void> | undefined {
    if (this.#message === undefined) return this.#plain?.write(piece);
    try {
      return awaited(this.#message.add(piece)?.catch((error: unknown) => this.#fail(error)));
    } catch (error) {
      return this.#fail(error);
    }
  }

  hasThrown(error: unknown): boolean {
    return (this.#failure !== undefined && this.#failure.error === error) || this.#plain?.hasThrown(error) === true;
  }

  async read<Response>(read: ReadReceived<Response>): Promise<Response> {
    const [message, head, type] = [this.#message, this.#head, this.#type];
    if (message === undefined || head === undefined || type === undefined) {
      if (this.#plain === undefined) throw new TypeError('No response was received.');
      return await this.#plain.read(read);
    }
    try {
      const { root, contentType, parts } = message.end();
      const { limits, reading } = this.#settings;
      const response = { ...head, headers: withContentType(head.headers, envelopeType(contentType, type)), body: root };
      const result = await readWithParts(parts, reading, limits, (tolerance) =>
        read(response, undefined, { ...reading, tolerance }),
      );
      message.keep();
      return result;
    } catch (error) {
      throw this.failed(error);
    }
  }

  failed(error: unknown): unknown {
    if (this.#message === undefined && this.#plain !== undefined) return this.#plain.failed(error);
    const fail = errorsOf(this.#call);
    const errors = this.#head === undefined ? fail : responseErrors(this.#head, fail);
    this.discard();
    return partsError(error, errors);
  }

  discard(): void {
    void this.#message?.discard();
    this.#message = undefined;
    this.#head = undefined;
    this.#plain?.discard();
  }

  #fail(error: unknown): never {
    this.#failure = { error };
    throw error;
  }
}

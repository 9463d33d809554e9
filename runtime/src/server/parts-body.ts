import { MessageStream } from '../xml/message-stream.ts';
import type { Exchange } from './exchange.ts';
import { closeBody, type HttpResponse } from './http-response.ts';
import type { RequestParts } from './multipart.ts';
import type { ShedReason } from './overload/admission.ts';
import type { ContentCoding } from './request-head.ts';
import type { BodyIntake, PendingBody } from './soap-server.ts';

/** The body of a request of several parts. */
export class PartsBody<State> implements PendingBody, BodyIntake {
  readonly limit: number;
  readonly length: number | undefined;
  readonly coding: ContentCoding | undefined;
  readonly mostBytes: number;
  early: HttpResponse | Promise<HttpResponse> | undefined;
  readonly #exchange: Exchange<State>;
  readonly #parts: RequestParts;
  #isOver = false;

  constructor(exchange: Exchange<State>, parts: RequestParts, mostBytes: number) {
    this.#exchange = exchange;
    this.#parts = parts;
    this.limit = exchange.limit;
    this.length = exchange.length;
    this.coding = exchange.coding;
    this.mostBytes = mostBytes;
  }

  /** Only its bytes tell which format `deflate` is: such a body is decoded in memory. */
  intake(): BodyIntake | undefined {
    return this.coding === 'deflate' ? undefined : this;
  }

  async respond(body: Uint8Array): Promise<HttpResponse> {
    await this.receive(body);
    const response = await (this.early ?? this.end());
    if (response.body instanceof MessageStream) response.body.whenOver(() => this.discard());
    else this.discard();
    return response;
  }

  receive(piece: Uint8Array): Promise<void> | undefined {
    try {
      return this.#parts.add(piece)?.catch((error: unknown) => this.#fail(error));
    } catch (error) {
      return this.#fail(error);
    }
  }

  end(): HttpResponse | Promise<HttpResponse> {
    try {
      return this.#exchange.respond(this.#parts.end());
    } catch (error) {
      return this.#exchange.unread(error);
    }
  }

  discard(): void {
    this.#isOver = true;
    void this.#parts.discard();
  }

  tooLarge(): HttpResponse {
    return this.#exchange.tooLarge();
  }

  shed(reason: ShedReason): HttpResponse {
    return this.#exchange.shed(reason);
  }

  undecodable(): HttpResponse {
    return this.#exchange.undecodable();
  }

  /** Responds early, after releasing the parts, so that a retry finds free space. */
  async #fail(error: unknown): Promise<void> {
    await this.#parts.discard();
    const response = this.#exchange.unread(error);
    if (this.#isOver) void Promise.resolve(response).then(closeBody);
    else this.early = response;
  }
}

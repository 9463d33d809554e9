import { type AssembledMessage, type AssemblerSettings, MessageAssembler } from '../streaming/message-assembler.ts';
import type { Service } from './configured-service.ts';
import { closeBody, type HttpResponse } from './http-response.ts';
import type { BodyIntake } from './soap-server.ts';

type Settings = Pick<AssemblerSettings, 'length' | 'identify'> & {
  respond(message: AssembledMessage): HttpResponse | Promise<HttpResponse>;
  /** The response to a body that cannot be received. */
  failed(error: unknown): HttpResponse | Promise<HttpResponse>;
};

/** The body of a request for an operation with streamed fields. */
export class StreamedBody<State> implements BodyIntake {
  early: HttpResponse | Promise<HttpResponse> | undefined;
  readonly #settings: Settings;
  readonly #assembler: MessageAssembler;
  #isOver = false;

  constructor({ limits, budget, spool, streamedNames: names }: Service<State>, settings: Settings) {
    const { length, identify } = settings;
    this.#settings = settings;
    this.#assembler = new MessageAssembler({ limits, budget, spool, names, length, identify });
  }

  receive(piece: Uint8Array): Promise<void> | undefined {
    try {
      return this.#assembler.add(piece)?.catch((error: unknown) => this.#fail(error));
    } catch (error) {
      return this.#fail(error);
    }
  }

  end(): HttpResponse | Promise<HttpResponse> {
    try {
      return this.#settings.respond(this.#assembler.end());
    } catch (error) {
      return this.#settings.failed(error);
    }
  }

  discard(): void {
    this.#isOver = true;
    void this.#assembler.discard();
  }

  /** Responds early, after releasing spooled values, so that a retry finds free space. */
  async #fail(error: unknown): Promise<void> {
    await this.#assembler.discard();
    const response = this.#settings.failed(error);
    if (this.#isOver) void Promise.resolve(response).then(closeBody);
    else this.early = response;
  }
}

import { type IntakeSettings, MessageIntake, type TakenMessage } from '../intake/message-intake.ts';
import type { Service } from './configured-service.ts';
import { closeBody, type HttpResponse } from './http-response.ts';
import type { BodyIntake } from './soap-server.ts';

type Settings = Pick<IntakeSettings, 'length' | 'judge'> & {
  respond(message: TakenMessage): HttpResponse | Promise<HttpResponse>;
  /** The response to a body that cannot be received. */
  failed(error: unknown): HttpResponse | Promise<HttpResponse>;
};

/** The body of a request for an operation with streamed fields. */
export class StreamedBody<State> implements BodyIntake {
  early: HttpResponse | Promise<HttpResponse> | undefined;
  readonly #settings: Settings;
  readonly #intake: MessageIntake;
  #isOver = false;

  constructor({ limits, budget, spool, streamedNames: names }: Service<State>, settings: Settings) {
    const { length, judge } = settings;
    this.#settings = settings;
    this.#intake = new MessageIntake({ limits, budget, spool, names, length, judge });
  }

  receive(piece: Uint8Array): Promise<void> | undefined {
    try {
      return this.#intake.take(piece)?.catch((error: unknown) => this.#fail(error));
    } catch (error) {
      return this.#fail(error);
    }
  }

  end(): HttpResponse | Promise<HttpResponse> {
    try {
      return this.#settings.respond(this.#intake.end());
    } catch (error) {
      return this.#settings.failed(error);
    }
  }

  discard(): void {
    this.#isOver = true;
    void this.#intake.discard();
  }

  /** Responds early, after releasing spooled values, so that a retry finds free space. */
  async #fail(error: unknown): Promise<void> {
    await this.#intake.discard();
    const response = this.#settings.failed(error);
    if (this.#isOver) void Promise.resolve(response).then(closeBody);
    else this.early = response;
  }
}

import { type IntakeSettings, MessageIntake, type TakenMessage } from '../intake/message-intake.ts';
import { MessageStream } from '../xml/message-stream.ts';
import type { Service } from './configured-service.ts';
import type { HttpResponse } from './http-response.ts';
import type { BodyIntake } from './soap-server.ts';

type Settings = Pick<IntakeSettings, 'length' | 'judge'> & {
  answer(message: TakenMessage): HttpResponse | Promise<HttpResponse>;
  /** The answer to what cannot be taken in. */
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

  take(piece: Uint8Array): Promise<void> | undefined {
    try {
      return this.#intake.take(piece)?.catch((error: unknown) => this.#fail(error));
    } catch (error) {
      return this.#fail(error);
    }
  }

  end(): HttpResponse | Promise<HttpResponse> {
    try {
      return this.#settings.answer(this.#intake.end());
    } catch (error) {
      return this.#settings.failed(error);
    }
  }

  discard(): void {
    this.#isOver = true;
    void this.#intake.discard();
  }

  /** Answers early, when what was spooled is gone: a caller that tries again finds its room. */
  async #fail(error: unknown): Promise<void> {
    await this.#intake.discard();
    const answer = this.#settings.failed(error);
    if (this.#isOver) void Promise.resolve(answer).then(giveUp);
    else this.early = answer;
  }
}

/** Closes what an answer that nobody waits for was to be read from. */
function giveUp({ body }: HttpResponse): void {
  if (body instanceof MessageStream) void body.return();
}

import { encodeUtf8 } from '#bytes';
import { MessageIntake, MessageTooLarge } from '../intake/message-intake.ts';
import type { SpoolBudget } from '../intake/spool-budget.ts';
import { parseContentType } from '../soap/content-type.ts';
import type { EnvelopeOptions } from '../soap/envelope-reader.ts';
import type { AnyClientOperation } from '../soap/operation.ts';
import { type Version, versionOfMediaType } from '../soap/version.ts';
import { type Spool, SpoolFull } from '../spool/spool.ts';
import { type Limits, limitMessage } from '../xml/limits.ts';
import { failingAnswer, judgeAnswer, readAnswer, unreadable } from './answer.ts';
import { ClientError } from './client-error.ts';
import type { Fail } from './failure.ts';
import type { Answer, Call } from './interceptor.ts';
import { type AnswerIntake, findHeader } from './transport.ts';

/** Answers up to this long are collected. */
const WHOLE = 64 * 1024;

/** What is the same for all calls of a client. */
export interface StreamSettings {
  readonly limits: Limits;
  readonly spool: Spool;
  readonly budget: SpoolBudget;
  readonly reading: EnvelopeOptions;
}

const none: readonly Uint8Array[] = [];
const known = new WeakMap<object, readonly Uint8Array[]>();

/** Local names of the streamed fields in an operation's answer, as UTF-8. */
export function streamedNames(operation: AnyClientOperation<unknown, unknown>): readonly Uint8Array[] {
  const { output } = operation.streamed ?? {};
  if (output === undefined) return none;
  let names = known.get(operation);
  if (names === undefined) {
    names = output.map(encodeUtf8);
    known.set(operation, names);
  }
  return names;
}

/** Takes in the answer to one call, whose operation answers with streamed fields. */
export class StreamedAnswer implements AnswerIntake {
  readonly #call: Call;
  readonly #version: Version;
  readonly #settings: StreamSettings;
  readonly #failing: Fail;
  #head: { readonly status: number; readonly headers: readonly string[] } = { status: 0, headers: [] };
  #intake: MessageIntake | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(call: Call, version: Version, settings: StreamSettings, failing: Fail) {
    this.#call = call;
    this.#version = version;
    this.#settings = settings;
    this.#failing = failing;
  }

  /** Whether the answer is taken in here. */
  get isBegun(): boolean {
    return this.#intake !== undefined;
  }

  begin(status: number, headers: readonly string[]): boolean {
    // A transport that sends again begins again.
    this.discard();
    if (status < 200 || status > 299 || findHeader(headers, 'content-encoding') !== undefined) return false;
    const type = findHeader(headers, 'content-type');
    const contentType = type === undefined ? undefined : parseContentType(type);
    if (contentType === undefined || versionOfMediaType(contentType.mediaType) !== this.#version) return false;
    if (contentType.charset !== undefined && contentType.charset.toLowerCase() !== 'utf-8') return false;
    const length = findHeader(headers, 'content-length');
    if (length !== undefined && Number(length) <= WHOLE) return false;
    const { limits, spool, budget, reading } = this.#settings;
    this.#head = { status, headers };
    this.#intake = new MessageIntake({
      limits,
      spool,
      budget,
      names: streamedNames(this.#call.operation),
      length: length === undefined ? undefined : Number(length),
      judge: (prefix, streamed) => judgeAnswer(this.#call, this.#version, prefix, { ...reading, streamed }),
    });
    return true;
  }

  take(piece: Uint8Array): Promise<void> | undefined {
    try {
      return this.#intake?.take(piece)?.catch((error: unknown) => this.#fail(error));
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** The answer, when all of it is there. @throws as `readAnswer`. */
  read(): Answer {
    const { reading } = this.#settings;
    const fail = failingAnswer(this.#head, this.#failing);
    try {
      const taken = this.#intake?.end();
      if (taken === undefined) throw new TypeError('No answer was taken in.');
      const { message: body, streamed } = taken;
      const answer = readAnswer(this.#call, this.#version, { ...this.#head, body }, reading, this.#failing, streamed);
      this.#intake?.keep();
      return answer;
    } catch (error) {
      this.discard();
      throw error instanceof ClientError ? error : this.#explained(error, fail);
    }
  }

  /** What a transport has rejected with, where it came from here. */
  explain(error: unknown): unknown {
    if (this.#failure === undefined || this.#failure.error !== error) return error;
    return this.#explained(error, failingAnswer(this.#head, this.#failing));
  }

  /** Forgets what was taken in: the call has failed. */
  discard(): void {
    this.#intake?.discard();
    this.#intake = undefined;
  }

  #fail(error: unknown): never {
    this.#failure = { error };
    throw error;
  }

  #explained(error: unknown, fail: Fail): unknown {
    if (error instanceof MessageTooLarge) {
      const limit = limitMessage('maxBodyBytes', this.#settings.limits.maxBodyBytes);
      return fail('too-large', `The answer is larger than is taken in, without its streamed fields: ${limit}.`);
    }
    if (error instanceof SpoolFull)
      return fail('too-large', `The answer is larger than is taken in: ${error.message}.`);
    return unreadable(error, fail);
  }
}

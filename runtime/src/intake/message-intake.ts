import { ALWAYS_IN_MEMORY, type Intake, type Spool, type SpooledValues } from '../spool/spool.ts';
import { LESS, SLASH } from '../xml/chars.ts';
import { XmlError } from '../xml/error.ts';
import { type Limits, limitMessage } from '../xml/limits.ts';
import type { StreamedFields } from '../xml/streamed-fields.ts';
import { BinaryContent, ContentError } from './binary-content.ts';
import { MarkupScanner } from './markup-scanner.ts';
import type { SpoolBudget } from './spool-budget.ts';

/** How many bytes may be read again to find out what an element is, for each byte that has come; and to begin with. */
const REREAD = 2;
const REREAD_FIRST = 1024 * 1024;

const endTagStart = new Uint8Array([LESS, SLASH]);

/** The message holds more than may be in memory. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge';
}

/** What an element turned out to be, at its start tag: a field that is streamed, at this path, or something else. */
export type Judgement = { readonly path: string } | undefined;

export interface IntakeSettings {
  readonly limits: Limits;
  readonly budget: SpoolBudget;
  readonly spool: Spool;
  /** Local names of streamed fields, as UTF-8. */
  readonly names: readonly Uint8Array[];
  /** Bytes of the message, where that is known. */
  readonly length: number | undefined;
  /**
   * Says what the element is whose start tag ends the prefix.
   *
   * @param prefix of the message, without the values that were taken out before; not to be kept.
   * @throws whatever ends the intake.
   */
  judge(prefix: Uint8Array, streamed: StreamedFields): Judgement | Promise<Judgement>;
}

/** A message that is there: its bytes but for the streamed values. */
export interface TakenMessage {
  readonly message: Uint8Array;
  readonly streamed: StreamedFields;
}

/**
 * Takes in a message that arrives in pieces. The values of streamed fields are decoded as they come and go to a spool; all
 * else is collected. What is a streamed field, and whether the message is right, is judged by those who read it.
 */
export class MessageIntake {
  readonly #settings: IntakeSettings;
  readonly #scanner: MarkupScanner;
  /** Begun with the first of them, so that what a spool throws is an error of the message. */
  #values: SpooledValues | undefined;
  readonly #taken = new Map<number, Blob>();
  #content: BinaryContent | undefined;
  #intake: Intake | undefined;
  #path = '';
  /** Bytes of streamed values that were counted. */
  #counted = 0;
  /** Bytes of the value that is being taken in. */
  #current = 0;
  /** Bytes of values that may be in memory, and of what stood in values beside them. */
  #beside = 0;
  #received = 0;
  #reread = 0;
  #hasHighBytes = false;
  #isOver = false;

  constructor(settings: IntakeSettings) {
    this.#settings = settings;
    this.#scanner = new MarkupScanner(
      settings.names,
      Math.min(settings.length ?? Infinity, settings.limits.maxBodyBytes),
    );
  }

  /**
   * Takes the next piece, which must not change until it is taken: when a promise that is answered resolves.
   *
   * @throws {XmlError | MessageTooLarge | SpoolFull} and what `judge` throws; so may the promise.
   */
  take(piece: Uint8Array): Promise<void> | undefined {
    // What comes behind the end of it all would be given back by nobody.
    if (this.#isOver) return undefined;
    this.#received += piece.length;
    return this.#go(piece, 0);
  }

  #go(piece: Uint8Array, from: number): Promise<void> | undefined {
    for (let at = from; at < piece.length; ) {
      let wait: Promise<void> | undefined;
      if (this.#content === undefined) {
        at = this.#scanner.take(piece, at);
        this.#checkMemory();
        if (this.#scanner.isBehindTag) wait = this.#judged();
      } else {
        at = this.#contentOf(this.#content, piece, at);
        wait = this.#content.ended ? this.#endContent(this.#content) : this.#content.wait;
      }
      if (wait !== undefined) return wait.then(() => (this.#isOver ? undefined : this.#go(piece, at)));
    }
    return undefined;
  }

  /**
   * The message, when all of it is there.
   *
   * @throws {XmlError} when it ends in a streamed field.
   */
  end(): TakenMessage {
    if (this.#content !== undefined) {
      throw this.#error('ill-formed', 'the message ends inside this element');
    }
    return { message: this.#scanner.collected.bytes, streamed: this.#streamed(false) };
  }

  /** Leaves the values to whoever has them: each file goes when nobody refers to it any more. */
  keep(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#settings.budget.giveBack(this.#counted);
    this.#values?.keep();
  }

  /** Forgets the values that nobody has moved away, as `SpooledValues.discard`. To be called in the end, whatever happens. */
  discard(): Promise<void> | undefined {
    if (this.#isOver) return undefined;
    this.#isOver = true;
    this.#settings.budget.giveBack(this.#counted);
    return this.#values?.discard();
  }

  #checkMemory(): void {
    if (this.#scanner.collected.size + this.#beside + (this.#content?.rest ?? 0) > this.#settings.limits.maxBodyBytes) {
      throw new MessageTooLarge();
    }
  }

  /** Asks what has begun. Where asking would cost too much, it is nothing that is streamed. */
  #judged(): Promise<void> | undefined {
    const prefix = this.#scanner.collected.bytes;
    this.#reread += prefix.length;
    if (this.#reread > REREAD * this.#received + REREAD_FIRST) return undefined;
    const judgement = this.#settings.judge(prefix, this.#streamed(true));
    if (!(judgement instanceof Promise)) {
      this.#begin(judgement);
      return undefined;
    }
    return judgement.then((settled) => {
      if (!this.#isOver) this.#begin(settled);
    });
  }

  #begin(judgement: Judgement): void {
    if (judgement === undefined) return;
    const { length } = this.#settings;
    const left = length === undefined ? undefined : Math.ceil(((length - this.#received) / 4) * 3) + ALWAYS_IN_MEMORY;
    this.#path = judgement.path;
    this.#current = 0;
    this.#values ??= this.#settings.spool.begin();
    this.#intake = this.#values.open(left);
    this.#content = new BinaryContent(this.#intake);
  }

  #contentOf(content: BinaryContent, piece: Uint8Array, from: number): number {
    try {
      return content.take(piece, from);
    } catch (error) {
      throw error instanceof ContentError ? this.#error(error.code, error.message) : error;
    } finally {
      this.#count(content);
      this.#checkMemory();
    }
  }

  #count({ bytes }: BinaryContent): void {
    const { limits, budget } = this.#settings;
    const more = bytes - this.#current;
    this.#current = bytes;
    if (bytes > limits.maxStreamBytes) {
      throw this.#error('limit', limitMessage('maxStreamBytes', limits.maxStreamBytes));
    }
    budget.take(more);
    this.#counted += more;
  }

  #endContent(content: BinaryContent): Promise<void> | undefined {
    try {
      content.finish();
    } catch (error) {
      throw error instanceof ContentError ? this.#error(error.code, error.message) : error;
    }
    this.#count(content);
    const place = this.#scanner.collected.size;
    this.#beside += content.rest + Math.min(content.bytes, ALWAYS_IN_MEMORY);
    this.#hasHighBytes ||= content.hasHighBytes;
    this.#content = undefined;
    this.#scanner.take(endTagStart, 0);
    const blob = this.#intake?.finish();
    if (blob instanceof Promise) {
      return blob.then((settled) => {
        this.#taken.set(place, settled);
      });
    }
    if (blob !== undefined) this.#taken.set(place, blob);
    return undefined;
  }

  #streamed(isPrefix: boolean): StreamedFields {
    return { isPrefix, values: this.#taken, hasHighBytes: this.#hasHighBytes };
  }

  #error(code: XmlError['code'], reason: string): XmlError {
    return new XmlError(code, `${this.#path}: ${reason}`, this.#path);
  }
}

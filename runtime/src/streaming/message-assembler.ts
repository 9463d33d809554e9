import { MessageValues, type MessageValuesSettings } from '../spool/message-values.ts';
import { ALWAYS_IN_MEMORY, type SpoolWriter } from '../spool/spool.ts';
import { LESS, SLASH } from '../xml/chars.ts';
import { XmlError } from '../xml/error.ts';
import { limitMessage, type NamedLimits } from '../xml/limits.ts';
import { type StreamedFields, streamReached } from '../xml/streamed-fields.ts';
import { BinaryContent, ContentError } from './binary-content.ts';
import { StartTagScanner } from './start-tag-scanner.ts';

/** Bytes that may be read again to identify elements, for each received byte, and in addition. */
const REREAD = 2;
const REREAD_FIRST = 1024 * 1024;

const endTagStart = new Uint8Array([LESS, SLASH]);

/** The message has more bytes than may be in memory. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge';
}

/** The path of a streamed field; undefined for another element. */
export type Identified = { readonly path: string } | undefined;

export interface AssemblerSettings extends MessageValuesSettings {
  readonly limits: NamedLimits;
  /** Local names of streamed fields, as UTF-8. */
  readonly names: readonly Uint8Array[];
  /** Bytes of the message, where known. */
  readonly length: number | undefined;
  /**
   * Identifies the element whose start tag ends the prefix.
   *
   * @param prefix of the message, without the extracted values; valid during the call.
   * @throws any error, which rejects the message.
   */
  identify(prefix: Uint8Array, streamed: StreamedFields): Identified | Promise<Identified>;
}

/** A complete message without the streamed values. */
export interface AssembledMessage {
  readonly message: Uint8Array;
  readonly streamed: StreamedFields;
}

/**
 * Assembles a message that arrives in pieces. The values of streamed fields are decoded and written to a spool as they
 * arrive; everything else is collected. The codec that `identify` calls decides which fields are streamed.
 */
export class MessageAssembler {
  readonly #settings: AssemblerSettings;
  readonly #scanner: StartTagScanner;
  readonly #values: MessageValues;
  /** The extracted values by their offset in the collected message. */
  readonly #extracted = new Map<number, Blob>();
  #content: BinaryContent | undefined;
  #writer: SpoolWriter | undefined;
  #path = '';
  /** Bytes of the value that is arriving. */
  #current = 0;
  /** Bytes of values that stay in memory, and of white space and markup inside values. */
  #uncollected = 0;
  #received = 0;
  /** Received bytes that follow the position in the message. */
  #ahead = 0;
  #reread = 0;
  #hasHighBytes = false;

  constructor(settings: AssemblerSettings) {
    this.#settings = settings;
    this.#values = new MessageValues(settings);
    this.#scanner = new StartTagScanner(
      settings.names,
      Math.min(settings.length ?? Infinity, settings.limits.maxBodyBytes),
    );
  }

  /**
   * Adds the next piece, which must not change until the returned promise, if any, has resolved.
   *
   * @throws {XmlError | MessageTooLarge | SpoolFull} and the errors of `identify`; the promise rejects with the same.
   */
  add(piece: Uint8Array): Promise<void> | undefined {
    // Nothing would release bytes added after the end.
    if (this.#values.isOver) return undefined;
    this.#received += piece.length;
    return this.#addFrom(piece, 0);
  }

  #addFrom(piece: Uint8Array, from: number): Promise<void> | undefined {
    for (let at = from; at < piece.length; ) {
      let wait: Promise<void> | undefined;
      if (this.#content === undefined) {
        at = this.#scanner.scan(piece, at);
        this.#checkMemory();
        this.#ahead = piece.length - at;
        if (this.#scanner.isAfterTag) wait = this.#identify();
      } else {
        at = this.#contentOf(this.#content, piece, at);
        wait = this.#content.ended ? this.#endContent(this.#content) : this.#content.wait;
      }
      if (wait !== undefined) return wait.then(() => (this.#values.isOver ? undefined : this.#addFrom(piece, at)));
    }
    return undefined;
  }

  /** The message, after the last piece. @throws {XmlError} when it ends in a streamed field. */
  end(): AssembledMessage {
    if (this.#content !== undefined) throw this.#error('ill-formed', 'the message ends inside this element');
    return { message: this.#scanner.collected.bytes, streamed: this.#streamed(false) };
  }

  /** As `MessageValues.keep`. */
  keep(): void {
    this.#values.keep();
  }

  /** As `MessageValues.discard`. */
  discard(): Promise<void> | undefined {
    return this.#values.discard();
  }

  #checkMemory(): void {
    if (
      this.#scanner.collected.size + this.#uncollected + (this.#content?.rest ?? 0) >
      this.#settings.limits.maxBodyBytes
    ) {
      throw new MessageTooLarge();
    }
  }

  /** Identifies the element. When that would cost too much, it is read as one that is not streamed. */
  #identify(): Promise<void> | undefined {
    const prefix = this.#scanner.collected.bytes;
    this.#reread += prefix.length;
    if (this.#reread > REREAD * this.#received + REREAD_FIRST) return undefined;
    const identified = this.#settings.identify(prefix, this.#streamed(true));
    if (!(identified instanceof Promise)) {
      this.#begin(identified);
      return undefined;
    }
    return identified.then((settled) => {
      if (!this.#values.isOver) this.#begin(settled);
    });
  }

  #begin(identified: Identified): void {
    if (identified === undefined) return;
    const { length } = this.#settings;
    const digits = length === undefined ? undefined : length - this.#received + this.#ahead;
    this.#path = identified.path;
    this.#current = 0;
    this.#writer = this.#values.open(digits === undefined ? undefined : Math.max(Math.ceil((digits * 3) / 4), 0));
    this.#content = new BinaryContent(this.#writer);
  }

  #contentOf(content: BinaryContent, piece: Uint8Array, from: number): number {
    try {
      return content.decode(piece, from);
    } catch (error) {
      throw error instanceof ContentError ? this.#error(error.code, error.message) : error;
    } finally {
      this.#count(content);
      this.#checkMemory();
    }
  }

  #count({ bytes }: BinaryContent): void {
    const { limits } = this.#settings;
    const more = bytes - this.#current;
    this.#current = bytes;
    if (bytes > limits.maxStreamBytes) {
      throw this.#error('limit', limitMessage('maxStreamBytes', limits));
    }
    this.#values.reserve(more);
  }

  #endContent(content: BinaryContent): Promise<void> | undefined {
    try {
      content.finish();
    } catch (error) {
      throw error instanceof ContentError ? this.#error(error.code, error.message) : error;
    }
    this.#count(content);
    const offset = this.#scanner.collected.size;
    this.#uncollected += content.rest + Math.min(content.bytes, ALWAYS_IN_MEMORY);
    this.#hasHighBytes ||= content.hasHighBytes;
    this.#content = undefined;
    this.#scanner.scan(endTagStart, 0);
    const blob = this.#writer?.finish();
    if (blob instanceof Promise) {
      return blob.then((settled) => {
        this.#extracted.set(offset, settled);
      });
    }
    if (blob !== undefined) this.#extracted.set(offset, blob);
    return undefined;
  }

  #streamed(isPrefix: boolean): StreamedFields {
    return { reached: isPrefix ? streamReached : undefined, values: this.#extracted, hasHighBytes: this.#hasHighBytes };
  }

  #error(code: XmlError['code'], reason: string): XmlError {
    return new XmlError(code, `${this.#path}: ${reason}`, this.#path);
  }
}

/** Literal messages by functions that are made of the model, one for each type: as generated code reads and writes them. */
import { isEmptyBody, type ResolvedBody, type ResolvedOperation } from '../../contract/index.ts';
import type { ValueModel } from '../model/value-model.ts';
import { CodecNames, NoCodecError, type Read } from './codec-names.ts';
import { CodecReader } from './codec-reader.ts';
import { CodecWriter, type RootWriter } from './codec-writer.ts';

export type { Read, RootWriter };

/** The codecs of a service. */
export class MessageCodecs {
  readonly #names: CodecNames;
  #reader: CodecReader;
  #writer: CodecWriter;

  constructor(model: ValueModel) {
    this.#names = new CodecNames(model);
    this.#reader = new CodecReader(this.#names);
    this.#writer = new CodecWriter(this.#names);
  }

  /** Writes the requests of an operation; undefined where only the writer of whole messages does. */
  writer({ input, attachments }: Pick<ResolvedOperation, 'input' | 'attachments'>): RootWriter | undefined {
    return attachments.input.length > 0 ? undefined : this.#made(() => this.#writer.root(input));
  }

  /** Reads the body of a response; undefined where only the reader of whole messages does. */
  reader(body: ResolvedBody): Read | undefined {
    return isEmptyBody(body.element) ? undefined : this.#made(() => this.#reader.root(body));
  }

  #made<T>(make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof NoCodecError)) throw error;
      // Types that contain what cannot be read are half made.
      this.#reader = new CodecReader(this.#names);
      this.#writer = new CodecWriter(this.#names);
      return undefined;
    }
  }
}

import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';

/** The two versions of SOAP that share an address. */
export type SoapVersion = '1.1' | '1.2';

/**
 * One operation of a binding: what is the same for its client and its server. Generated `binding.ts` holds one for each
 * operation of the contract.
 */
export interface Operation<Input, Output> {
  readonly name: string;
  /** Value of the SOAPAction header in SOAP 1.1, without quotes. */
  readonly soapAction: string;
  /** The element that stands in the body of a request. Its QName chooses the operation (rule D1). */
  readonly input: Tag;
  /** The element that stands in the body of an answer. */
  readonly output: Tag;
  /** Each reads or writes the content of the body's element. */
  readInput(reader: XmlReader): Input;
  writeInput(writer: XmlWriter, input: Input): void;
  readOutput(reader: XmlReader): Output;
  writeOutput(writer: XmlWriter, output: Output): void;
}

import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import type { HeaderUse } from './header-type.ts';
import type { FaultType } from './typed-fault.ts';

/** What an operation is whether it has an answer or not. */
interface Request<Input> {
  readonly name: string;
  /** Value of the SOAPAction header in SOAP 1.1, without quotes; empty where the contract says so. */
  readonly soapAction: string;
  /**
   * The element that stands in the body of a request. Its QName chooses the operation (rule D1). Where it is a start tag
   * without its `>`, `writeInput` begins with the attributes.
   */
  readonly input: Tag;
  /** Another operation has the same element, so that the action alone tells the two apart (rule D2). */
  readonly sharesInput?: true | undefined;
  /** Local names of the streamed fields of the request and of the answer, wherever they stand in them. */
  readonly streamed?: { readonly input?: readonly string[]; readonly output?: readonly string[] } | undefined;
  /** Each reads or writes the content of the body's element. */
  readInput(reader: XmlReader): Input;
  writeInput(writer: XmlWriter, input: Input): void;
  /** Faults that the contract declares: a client reads their detail, and throws a `TypedFault`. */
  readonly faults?: readonly FaultType<unknown>[] | undefined;
  /** Header blocks that the contract declares for the request and for the answer. */
  readonly headers?: OperationHeaders | undefined;
}

/** The header blocks of an operation. They count as understood (rule D5). */
export interface OperationHeaders {
  readonly input?: readonly HeaderUse[] | undefined;
  readonly output?: readonly HeaderUse[] | undefined;
}

/**
 * One operation of a binding: what is the same for its client and its server. Generated `binding.ts` holds one for each
 * operation of the contract.
 */
export interface Operation<Input, Output> extends Request<Input> {
  readonly oneWay?: false | undefined;
  /** The element that stands in the body of an answer; a start tag as `input` may be one. */
  readonly output: Tag;
  readOutput(reader: XmlReader): Output;
  writeOutput(writer: XmlWriter, output: Output): void;
}

/**
 * An operation without an answer (WSDL 1.1, 2.4.1): HTTP status 202 and no body say that it was carried out. What went
 * wrong comes back as a fault all the same.
 */
export interface OneWayOperation<Input> extends Request<Input> {
  readonly oneWay: true;
}

/** An operation of either kind. */
export type AnyOperation<Input, Output> = Operation<Input, Output> | OneWayOperation<Input>;

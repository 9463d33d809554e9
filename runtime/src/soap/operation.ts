import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import type { HeaderContent, HeaderType, HeaderUse, ReadableHeader, WritableHeader } from './header-type.ts';
import type { StreamedResponse, StreamSettings } from './response-streaming.ts';
import type { ReadableFault } from './typed-fault.ts';
import type { Version } from './version.ts';

/** Names that the client and the server of an operation share. */
interface OperationNames {
  readonly name: string;
  /** Value of the SOAPAction header in SOAP 1.1, without quotes; may be empty. */
  readonly soapAction: string;
  /**
   * `wsam:Action` of the request (WS-Addressing 1.0 - Metadata, 4.4.1), if it is not the `soapAction`. Clients such as those
   * of JAX-WS send it as SOAPAction.
   */
  readonly addressingAction?: string | undefined;
  /** The WSDL gives no soapAction: a server accepts any that is not of another operation (rule D2). */
  readonly anySoapAction?: true | undefined;
  /**
   * The element in the body of a request. Its QName selects the operation (rule D1). If it is a start tag without its
   * `>`, the codec begins with the attributes.
   */
  readonly input: Tag;
  /** Another operation has the same element, so that only the action distinguishes the two (rule D2). */
  readonly sharesInput?: true | undefined;
  /**
   * Messages to read have SOAP encoding (SOAP 1.1, 5): the element may be in no namespace, and that of a response
   * have any name (7.1).
   */
  readonly encoded?: true | undefined;
  readonly streamed?: StreamedParts | undefined;
}

/** The streamed fields of an operation. */
export interface StreamedParts {
  /** Local names of the streamed fields of the request, at any depth. */
  readonly input?: readonly string[];
  /** `streamedResponse(...)` with the local names of the streamed fields of the response. */
  readonly output?: ResponseStreaming | undefined;
}

/** The part of a call that its streamed response needs. */
export interface StreamedCall {
  readonly operation: AnyClientOperation<unknown, unknown>;
  /** Address of the service, without credentials. */
  readonly address: string;
  readonly headerBlocks: readonly HeaderContent[];
}

/** Opens the response of one call. Only operations with streamed responses refer to one, so other clients need not load it. */
export type ResponseStreaming = (call: StreamedCall, version: Version, settings: StreamSettings) => StreamedResponse;

/** The header blocks of an operation. They count as understood (rule D5). */
export interface OperationHeaders<Input = HeaderType<unknown>, Output = HeaderType<unknown>> {
  /** Of the request. */
  readonly input?: readonly HeaderUse<Input>[] | undefined;
  /** Of the response. */
  readonly output?: readonly HeaderUse<Output>[] | undefined;
}

interface TwoWay {
  readonly oneWay?: false | undefined;
  /** The element in the body of a response; it may be a start tag, as `input` may. */
  readonly output: Tag;
}

/**
 * An operation without a response (WSDL 1.1, 2.4.1): the server confirms it with HTTP status 202 and an empty body. Errors
 * are returned as faults.
 */
interface OneWay {
  readonly oneWay: true;
}

interface RequestWriter<Input> extends OperationNames {
  /** Faults that the contract declares: a client reads their detail, and throws a `TypedFault`. */
  readonly faults?: readonly ReadableFault<unknown>[] | undefined;
  readonly headers?: OperationHeaders<WritableHeader<unknown>, ReadableHeader<unknown>> | undefined;
  /** Writes the content of the element `input`. */
  writeInput(writer: XmlWriter, input: Input): void;
}

interface RequestReader<Input> extends OperationNames {
  /** `wsam:Action` of the response. */
  readonly responseAction?: string | undefined;
  /** `wsam:Action` of each declared fault, by the names of their types. */
  readonly faultActions?: Readonly<Record<string, string>> | undefined;
  readonly headers?: OperationHeaders<ReadableHeader<unknown>, WritableHeader<unknown>> | undefined;
  /** Reads the content of the element `input`. */
  readInput(reader: XmlReader): Input;
}

/** The client's side of an operation. Generated `client-operations.ts` exports one for each operation of the contract. */
export interface ClientOperation<Input, Output> extends RequestWriter<Input>, TwoWay {
  /** Reads the content of the element `output`. */
  readOutput(reader: XmlReader): Output;
}

/** The client's side of an operation without a response. */
export interface ClientOneWayOperation<Input> extends RequestWriter<Input>, OneWay {}

/** The client's side of an operation of either kind. */
export type AnyClientOperation<Input, Output> = ClientOperation<Input, Output> | ClientOneWayOperation<Input>;

/** The server's side of an operation. Generated `server-operations.ts` exports one for each operation of the contract. */
export interface ServerOperation<Input, Output> extends RequestReader<Input>, TwoWay {
  /** Writes the content of the element `output`. */
  writeOutput(writer: XmlWriter, output: Output): void;
}

/** The server's side of an operation without a response. */
export interface ServerOneWayOperation<Input> extends RequestReader<Input>, OneWay {}

/** The server's side of an operation of either kind. */
export type AnyServerOperation<Input, Output> = ServerOperation<Input, Output> | ServerOneWayOperation<Input>;

/** Both sides of an operation, for operations that are written by hand. */
export interface Operation<Input, Output> extends ClientOperation<Input, Output>, ServerOperation<Input, Output> {
  readonly headers?: OperationHeaders | undefined;
}

/** Both sides of an operation without a response. */
export interface OneWayOperation<Input> extends ClientOneWayOperation<Input>, ServerOneWayOperation<Input> {
  readonly headers?: OperationHeaders | undefined;
}

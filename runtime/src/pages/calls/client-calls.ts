import type { HeaderBlock } from '../../soap/header-block.ts';
import type { ReaderOptions } from '../../xml/bytes-reader.ts';
import type { XmlReader } from '../../xml/reader.ts';

/** What generated code gives the pages, so that they can show a request as a call of the generated client. */
export interface ClientCalls {
  /** Name of the class. */
  readonly client: string;
  /** Class and method of each operation of another class, by the name of its export. */
  readonly others?: Readonly<Record<string, readonly [client: string, method: string]>>;
  /** What the option `credentials` of a class is, as TypeScript, by its name; absent where the contract demands nothing. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Where a program in the folder of the generated code imports it from. */
  readonly module: string;
  /** All exports of server-operations.ts. */
  readonly operations: Readonly<Record<string, ReadableOperation>>;
  /** All exports of server-headers.ts, and where a client imports its headers from; absent without headers. */
  readonly headers?: { readonly module: string; readonly exports: Readonly<Record<string, object>> };
}

/** The part of an operation that reads its request. */
export interface ReadableOperation {
  readonly name: string;
  readonly soapAction: string;
  readInput(reader: XmlReader): unknown;
  readonly headers?: { readonly input?: readonly { readonly header: ReadableBlock }[] | undefined } | undefined;
}

export interface ReadableBlock {
  readonly tag: { readonly namespace: string; readonly local: string };
  read(blocks: readonly HeaderBlock[], options: ReaderOptions): unknown;
}

import { encodeUtf8 } from '#bytes';
import type { QName } from '../types/qname.ts';
import type { ReaderOptions } from '../xml/bytes-reader.ts';
import type { XmlReader } from '../xml/reader.ts';
import { requireDeclaredNamespace, type Tag } from '../xml/tag.ts';
import { openReader, readTolerantly } from '../xml/tolerance.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { type FaultCode, SoapFault, type SoapFaultInit } from './fault.ts';

/** A declared fault, without its detail. */
export interface TypedFaultInit {
  /** For people; sent to the caller unchanged. */
  readonly reason: string;
  /** Default `Sender`. */
  readonly code?: FaultCode | undefined;
  /** A code of your own, more specific than `code`. */
  readonly subcode?: QName | undefined;
  /** Language of the reason, as in `xml:lang`; default `en`. */
  readonly language?: string | undefined;
  /** HTTP status of the response; default by rule T7. */
  readonly httpStatus?: number | undefined;
  /** Milliseconds until the caller may try again; sent as `Retry-After` in seconds. */
  readonly retryAfter?: number | undefined;
  /** Never sent. */
  readonly cause?: unknown;
}

interface DeclaredFault<Detail> {
  /** Name in the contract, and the `detailCode` of such faults. */
  readonly name: string;
  /** The element in the detail. */
  readonly tag: Tag;
  /** Whether a caught error is a fault of this type. */
  is(error: unknown): error is TypedFault<Detail>;
}

/** A declared fault for clients. Generated `client-faults.ts` exports one for each fault of the contract. */
export interface ReadableFault<Detail> extends DeclaredFault<Detail> {
  /** Reads the content of the element in the detail. */
  read(reader: XmlReader): Detail;
  /** Reads a fault of this type. Part of the type, so that only clients of declared faults load it. */
  readonly readDetail: typeof readDetail;
}

/** A declared fault for servers. Generated `server-faults.ts` exports one for each fault of the contract. */
export interface WritableFault<Detail> extends DeclaredFault<Detail> {
  /** Creates a fault for a handler to throw. */
  create(detail: Detail, init: TypedFaultInit): TypedFault<Detail>;
  /** Writes the content of the element in the detail. */
  write(writer: XmlWriter, detail: Detail): void;
}

/** A declared fault for both sides. */
export interface FaultType<Detail> extends ReadableFault<Detail>, WritableFault<Detail> {}

/** A fault whose detail is an element that the contract declares. `is` of its type recognises it. */
export class TypedFault<Detail> extends SoapFault {
  static override readonly className: string = 'TypedFault';
  // Private, so that a log that prints the error does not print the detail.
  readonly #type: ReadableFault<Detail> | WritableFault<Detail>;
  readonly #value: Detail;

  constructor(type: ReadableFault<Detail> | WritableFault<Detail>, value: Detail, init: SoapFaultInit) {
    super(init);
    this.#type = type;
    this.#value = value;
  }

  get type(): ReadableFault<Detail> | WritableFault<Detail> {
    return this.#type;
  }

  /** The content of the detail. */
  get value(): Detail {
    return this.#value;
  }
}

/**
 * Reads a detail of a declared fault.
 *
 * @param element as XML text.
 * @param beside XML text of the elements that its references may lead to (SOAP 1.1, 5).
 * @returns creates the fault.
 * @throws {XmlError} when it is not valid for its type.
 */
function readDetail<Detail>(
  type: ReadableFault<Detail>,
  element: string,
  beside: string,
  options: ReaderOptions,
): (init: SoapFaultInit) => TypedFault<Detail> {
  const document = encodeUtf8(beside === '' ? element : `<detail>${element}${beside}</detail>`);
  return readTolerantly(options, (given) => {
    const reader = openReader(document, given);
    reader.openRoot();
    if (beside !== '') reader.openChild();
    const value = type.read(reader);
    if (beside === '') reader.finish();
    return (init) => new TypedFault(type, value, init);
  });
}

/**
 * Declares a type of fault for clients.
 *
 * @param name in the contract.
 * @param tag of the element in the detail; a start tag without its `>` where the element has attributes.
 * @throws {TypeError} when the tag does not declare its namespace.
 *
 * @example
 * if (NotFound.is(error)) console.log(error.value.Name);
 */
export function readableFault<Detail>(
  name: string,
  tag: Tag,
  read: (reader: XmlReader) => Detail,
): ReadableFault<Detail> {
  requireDeclaredNamespace(name, tag);
  const type: ReadableFault<Detail> = {
    name,
    tag,
    read,
    readDetail,
    is: (error): error is TypedFault<Detail> => error instanceof TypedFault && error.type === type,
  };
  return type;
}

/**
 * Declares a type of fault for servers; parameters and errors as of `readableFault`.
 *
 * @example
 * throw NotFound.create({ Name: 'a' }, { reason: 'There is no such folder.' });
 */
export function writableFault<Detail>(
  name: string,
  tag: Tag,
  write: (writer: XmlWriter, detail: Detail) => void,
): WritableFault<Detail> {
  requireDeclaredNamespace(name, tag);
  const type: WritableFault<Detail> = {
    name,
    tag,
    write,
    create: (detail, { code = 'Sender', ...init }) => new TypedFault(type, detail, { ...init, code, detailCode: name }),
    is: (error): error is TypedFault<Detail> => error instanceof TypedFault && error.type === type,
  };
  return type;
}

/** Declares a type of fault for both sides; parameters and errors as of `readableFault`. */
export function fault<Detail>(
  name: string,
  tag: Tag,
  read: (reader: XmlReader) => Detail,
  write: (writer: XmlWriter, detail: Detail) => void,
): FaultType<Detail> {
  return Object.assign(writableFault(name, tag, write), { read, readDetail });
}

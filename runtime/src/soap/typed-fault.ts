import type { QName } from '../types/qname.ts';
import type { XmlReader } from '../xml/reader.ts';
import { requireDeclaredNamespace, type Tag } from '../xml/tag.ts';
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

/** A type of fault that a contract declares. Generated `faults.ts` exports one for each. */
export interface FaultType<Detail> {
  /** Name in the contract, and the `detailCode` of such faults. */
  readonly name: string;
  /** The element in the detail. */
  readonly tag: Tag;
  /** Creates a fault for a handler to throw. */
  create(detail: Detail, init: TypedFaultInit): TypedFault<Detail>;
  /** Whether a caught error is a fault of this type. */
  is(error: unknown): error is TypedFault<Detail>;
  /** Each reads or writes the content of the element in the detail. */
  read(reader: XmlReader): Detail;
  write(writer: XmlWriter, detail: Detail): void;
}

/** A fault whose detail is an element that the contract declares. `FaultType.is` finds out which. */
export class TypedFault<Detail> extends SoapFault {
  // Private, so that a log that prints the error does not print the detail.
  readonly #type: FaultType<Detail>;
  readonly #value: Detail;

  constructor(type: FaultType<Detail>, value: Detail, init: SoapFaultInit) {
    super(init);
    this.#type = type;
    this.#value = value;
  }

  get type(): FaultType<Detail> {
    return this.#type;
  }

  /** The content of the detail. */
  get value(): Detail {
    return this.#value;
  }
}

/**
 * Declares a type of fault.
 *
 * @param name in the contract.
 * @param tag of the element in the detail; a start tag without its `>` where `write` begins with attributes.
 * @throws {TypeError} when the tag does not declare its namespace.
 *
 * @example
 * throw NotFound.create({ Name: 'a' }, { reason: 'There is no such folder.' });
 * // On the client:
 * if (NotFound.is(error)) console.log(error.value.Name);
 */
export function fault<Detail>(
  name: string,
  tag: Tag,
  read: (reader: XmlReader) => Detail,
  write: (writer: XmlWriter, detail: Detail) => void,
): FaultType<Detail> {
  requireDeclaredNamespace(name, tag);
  const type: FaultType<Detail> = {
    name,
    tag,
    read,
    write,
    create: (detail, { code = 'Sender', ...init }) => new TypedFault(type, detail, { ...init, code, detailCode: name }),
    is: (error): error is TypedFault<Detail> => error instanceof TypedFault && error.type === type,
  };
  return type;
}

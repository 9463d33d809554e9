import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { type FaultCode, SoapFault, type SoapFaultInit } from './fault.ts';
import type { QName } from './qname.ts';
import { checkRoot } from './root.ts';

/** What a declared fault says besides its detail. */
export interface TypedFaultInit {
  /** For people; shown to the caller as it stands. */
  readonly reason: string;
  /** Whose mistake it is; the sender's unless it is given. */
  readonly code?: FaultCode | undefined;
  /** A code of your own below that one. */
  readonly subcode?: QName | undefined;
  /** Language of the reason, as `xml:lang` has it; default `en`. */
  readonly language?: string | undefined;
  /** HTTP status that it is sent with; without it rule T7 decides. */
  readonly httpStatus?: number | undefined;
  /** Milliseconds after which it is worth trying again; sent as `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** Never sent. */
  readonly cause?: unknown;
}

/** A kind of fault that a contract declares. Generated `faults.ts` holds one for each. */
export interface FaultType<Detail> {
  /** Name in the contract. It is the `detailCode` of such faults. */
  readonly name: string;
  /** The element that stands in the detail. */
  readonly tag: Tag;
  /** For a handler to throw. */
  create(detail: Detail, init: TypedFaultInit): TypedFault<Detail>;
  /** Whether what was caught is a fault of this type. */
  is(error: unknown): error is TypedFault<Detail>;
  /** Each reads or writes the content of the element in the detail. */
  read(reader: XmlReader): Detail;
  write(writer: XmlWriter, detail: Detail): void;
}

/** A fault whose detail is an element that the contract declares. Tell them apart by `FaultType.is`. */
export class TypedFault<Detail> extends SoapFault {
  // Not fields of the object, so that whoever prints the error does not print what it holds.
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
 * Declares a kind of fault.
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
  checkRoot(name, tag);
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

import { isInstance } from '../class-of-copies.ts';
import type { QName } from '../types/qname.ts';
import type { HeaderBlock } from './header-block.ts';
import type { SoapVersion } from './version.ts';

/**
 * The fault codes of SOAP 1.2 (part 1, 5.4.6). In SOAP 1.1 `Sender` is sent as `Client` and `Receiver` as `Server` (SOAP 1.1,
 * 4.4.1).
 */
export type FaultCode = 'Sender' | 'Receiver' | 'VersionMismatch' | 'MustUnderstand' | 'DataEncodingUnknown';

/** A code below `FaultCode`. */
export interface FaultSubcode extends QName {
  /** A code below it, which is sent in SOAP 1.2, and instead of it in SOAP 1.1. Not read from received faults. */
  readonly subcode?: QName | undefined;
}

export interface SoapFaultInit {
  readonly code: FaultCode;
  /** For people; sent to the caller unchanged. */
  readonly reason: string;
  /**
   * A code of your own, more specific than `code`. SOAP 1.2 sends both; SOAP 1.1, which has only one code, sends this one.
   */
  readonly subcode?: FaultSubcode | undefined;
  /** Language of the reason, as in `xml:lang`; default of a sent fault `en`. */
  readonly language?: string | undefined;
  /** Stable name of the error for programs, sent in the detail. */
  readonly detailCode?: string | undefined;
  /** Path of the field that the error is about: `Folder/Name`. */
  readonly path?: string | undefined;
  /** Id of the request in the server's log. */
  readonly requestId?: string | undefined;
  /** Content of a received fault's detail element, as XML text. Never sent: it was not meant for other callers. */
  readonly detail?: string | undefined;
  /**
   * XML text that replaces Code, Path and RequestId in the detail: elements that declare their namespaces.
   * An empty text sends no detail, as a fault about a header block has none in SOAP 1.1 (4.4).
   */
  readonly detailXml?: string | undefined;
  /** URI of the node that generated the fault: `Node`, and in SOAP 1.1 `faultactor`. */
  readonly node?: string | undefined;
  /** URI of the role in which it did: `Role`, and in SOAP 1.1 `faultactor` unless there is a `node`. */
  readonly role?: string | undefined;
  /** Blocks of the SOAP header of a received fault. */
  readonly headerBlocks?: readonly HeaderBlock[] | undefined;
  /** SOAP version of a received fault. */
  readonly version?: SoapVersion | undefined;
  /** HTTP status that the fault came with or is sent with; default by rule T7. */
  readonly httpStatus?: number | undefined;
  /** Milliseconds until the caller may try again: the `Retry-After` header, received or sent. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

const codes: ReadonlySet<string> = /* @__PURE__ */ new Set<FaultCode>([
  'Sender',
  'Receiver',
  'VersionMismatch',
  'MustUnderstand',
  'DataEncodingUnknown',
]);

/**
 * A SOAP fault. A handler throws it to send it to the caller; a client throws it when it received one.
 *
 * @see https://www.w3.org/TR/soap12-part1/#soapfault
 */
export class SoapFault extends Error {
  static readonly className: string = 'SoapFault';
  override readonly name = 'SoapFault';
  readonly code: FaultCode;
  readonly reason: string;
  readonly subcode: FaultSubcode | undefined;
  readonly language: string | undefined;
  readonly detailCode: string | undefined;
  readonly path: string | undefined;
  readonly requestId: string | undefined;
  readonly node: string | undefined;
  readonly role: string | undefined;
  readonly version: SoapVersion | undefined;
  readonly httpStatus: number | undefined;
  readonly retryAfter: number | undefined;
  // Private, so that a log that prints the error does not print the message.
  readonly #detail: string | undefined;
  readonly #detailXml: string | undefined;
  readonly #headerBlocks: readonly HeaderBlock[];

  constructor(init: SoapFaultInit) {
    super(init.reason, init.cause === undefined ? undefined : { cause: init.cause });
    // A handler without types can pass any string, such as `Server`.
    this.code = codes.has(init.code) ? init.code : 'Receiver';
    this.reason = init.reason;
    this.subcode = init.subcode;
    this.language = init.language;
    this.detailCode = init.detailCode;
    this.path = init.path;
    this.requestId = init.requestId;
    this.#detail = init.detail;
    this.#detailXml = init.detailXml;
    this.#headerBlocks = init.headerBlocks ?? [];
    this.node = init.node;
    this.role = init.role;
    this.version = init.version;
    this.httpStatus = init.httpStatus;
    this.retryAfter = init.retryAfter;
  }

  /** Content of a received fault's detail element, as XML text. */
  get detail(): string | undefined {
    return this.#detail;
  }

  /** The content of the detail as XML text; empty for no detail. */
  get detailXml(): string | undefined {
    return this.#detailXml;
  }

  /** Blocks of the SOAP header of a received fault. */
  get headerBlocks(): readonly HeaderBlock[] {
    return this.#headerBlocks;
  }

  /** Faults of another copy of this package are instances too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the class may be a derived one.
    return isInstance(value, this);
  }

  /** An error of the caller: `Sender` in SOAP 1.2, `Client` in 1.1. */
  static sender(detailCode: string, reason: string): SoapFault {
    return new SoapFault({ code: 'Sender', detailCode, reason });
  }

  /** An error of the server: `Receiver` in SOAP 1.2, `Server` in 1.1. */
  static receiver(detailCode: string, reason: string): SoapFault {
    return new SoapFault({ code: 'Receiver', detailCode, reason });
  }
}

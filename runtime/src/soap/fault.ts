import type { HeaderBlock } from './header-block.ts';
import type { QName } from './qname.ts';
import type { SoapVersion } from './version.ts';

/**
 * The class of a fault, in the words of SOAP 1.2 part 1, 5.4.6. On the wire of SOAP 1.1 `Sender` is `Client` and
 * `Receiver` is `Server` (SOAP 1.1, 4.4.1).
 */
export type FaultCode = 'Sender' | 'Receiver' | 'VersionMismatch' | 'MustUnderstand' | 'DataEncodingUnknown';

export interface SoapFaultInit {
  readonly code: FaultCode;
  /** For people; shown to the caller as it stands. */
  readonly reason: string;
  /**
   * A code of your own that says more than `code`. SOAP 1.2 puts it below that one; SOAP 1.1, which has one code only, has
   * it in place of that one.
   */
  readonly subcode?: QName | undefined;
  /** Language of the reason, as `xml:lang` has it; sent faults are in `en` unless it is given. */
  readonly language?: string | undefined;
  /** Stable name of what went wrong, carried in the fault's detail, for programs. */
  readonly detailCode?: string | undefined;
  /** Path of the field that it is about. */
  readonly path?: string | undefined;
  /** Id under which the server's log has more. */
  readonly requestId?: string | undefined;
  /** The whole content of a received fault's detail element, as XML text. */
  readonly detail?: string | undefined;
  /** `faultactor` or `Role` of a received fault. */
  readonly role?: string | undefined;
  /** Blocks of the SOAP header that a received fault came with. */
  readonly headerBlocks?: readonly HeaderBlock[] | undefined;
  /** SOAP version of a received fault. */
  readonly version?: SoapVersion | undefined;
  /** HTTP status that a fault came with, or is to be sent with; without it rule T7 decides. */
  readonly httpStatus?: number | undefined;
  /** Milliseconds after which it is worth trying again: the `Retry-After` that came, or is to be sent. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A SOAP fault: thrown by a handler it goes to the caller, thrown by a client it came from the server. */
export class SoapFault extends Error {
  override readonly name = 'SoapFault';
  readonly code: FaultCode;
  readonly reason: string;
  readonly subcode: QName | undefined;
  readonly language: string | undefined;
  readonly detailCode: string | undefined;
  readonly path: string | undefined;
  readonly requestId: string | undefined;
  readonly role: string | undefined;
  readonly version: SoapVersion | undefined;
  readonly httpStatus: number | undefined;
  readonly retryAfter: number | undefined;
  // Not fields of the object, so that whoever prints the error does not print what they hold.
  readonly #detail: string | undefined;
  readonly #headerBlocks: readonly HeaderBlock[];

  constructor(init: SoapFaultInit) {
    super(init.reason, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = init.code;
    this.reason = init.reason;
    this.subcode = init.subcode;
    this.language = init.language;
    this.detailCode = init.detailCode;
    this.path = init.path;
    this.requestId = init.requestId;
    this.#detail = init.detail;
    this.#headerBlocks = init.headerBlocks ?? [];
    this.role = init.role;
    this.version = init.version;
    this.httpStatus = init.httpStatus;
    this.retryAfter = init.retryAfter;
  }

  /** The whole content of a received fault's detail element, as XML text. */
  get detail(): string | undefined {
    return this.#detail;
  }

  /** Blocks of the SOAP header that a received fault came with. */
  get headerBlocks(): readonly HeaderBlock[] {
    return this.#headerBlocks;
  }

  /** The caller is at fault: `Sender` in SOAP 1.2, `Client` in 1.1. */
  static sender(detailCode: string, reason: string): SoapFault {
    return new SoapFault({ code: 'Sender', detailCode, reason });
  }

  /** The server is at fault: `Receiver` in SOAP 1.2, `Server` in 1.1. */
  static receiver(detailCode: string, reason: string): SoapFault {
    return new SoapFault({ code: 'Receiver', detailCode, reason });
  }
}

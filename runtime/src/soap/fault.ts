import type { SoapVersion } from './operation.ts';

/**
 * The class of a fault, in the words of SOAP 1.2 part 1, 5.4.6. On the wire of SOAP 1.1 `Sender` is `Client` and
 * `Receiver` is `Server` (SOAP 1.1, 4.4.1).
 */
export type FaultCode = 'Sender' | 'Receiver' | 'VersionMismatch' | 'MustUnderstand' | 'DataEncodingUnknown';

export interface SoapFaultInit {
  readonly code: FaultCode;
  /** For people; shown to the caller as it stands. */
  readonly reason: string;
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
  /** SOAP version of a received fault. */
  readonly version?: SoapVersion | undefined;
  /** HTTP status that a fault came with, or is to be sent with; without it rule T7 decides. */
  readonly httpStatus?: number | undefined;
  readonly cause?: unknown;
}

/** A SOAP fault: thrown by a handler it goes to the caller, thrown by a client it came from the server. */
export class SoapFault extends Error {
  override readonly name = 'SoapFault';
  readonly code: FaultCode;
  readonly reason: string;
  readonly detailCode: string | undefined;
  readonly path: string | undefined;
  readonly requestId: string | undefined;
  readonly detail: string | undefined;
  readonly role: string | undefined;
  readonly version: SoapVersion | undefined;
  readonly httpStatus: number | undefined;

  constructor(init: SoapFaultInit) {
    super(init.reason, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = init.code;
    this.reason = init.reason;
    this.detailCode = init.detailCode;
    this.path = init.path;
    this.requestId = init.requestId;
    this.detail = init.detail;
    this.role = init.role;
    this.version = init.version;
    this.httpStatus = init.httpStatus;
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

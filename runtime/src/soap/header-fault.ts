import { SoapFault } from './fault.ts';
import type { QName } from './qname.ts';

/**
 * A fault about the envelope or its header. It never carries a detail, which speaks of the body (rule W3); in SOAP 1.2 it
 * is written with header blocks that say more.
 */
export class HeaderFault extends SoapFault {
  /** Envelopes that are served (`VersionMismatch`), or header blocks that nobody understood (`MustUnderstand`). */
  readonly names: readonly QName[];

  private constructor(code: 'VersionMismatch' | 'MustUnderstand', reason: string, names: readonly QName[]) {
    super({ code, reason });
    this.names = names;
  }

  /** The message's envelope is not one of those that are supported (SOAP 1.2 part 1, 5.4.7). */
  static versionMismatch(reason: string, supported: readonly QName[]): HeaderFault {
    return new HeaderFault('VersionMismatch', reason, supported);
  }

  /** Header blocks for this node must be understood and are not (SOAP 1.2 part 1, 5.4.8). */
  static mustUnderstand(notUnderstood: readonly QName[]): HeaderFault {
    const names = notUnderstood.map(({ namespace, local }) => `{${namespace}}${local}`).join(', ');
    return new HeaderFault('MustUnderstand', `Header blocks that must be understood are not: ${names}.`, notUnderstood);
  }
}

import type { XmlError } from '../xml/error.ts';
import { type FaultCode, SoapFault } from './fault.ts';
import type { RuntimeDetailCode } from './fault-codes.ts';
import type { QName } from './qname.ts';

/** Header blocks that one fault names. */
const MOST_NAMED = 20;

/**
 * A fault about the envelope or its header. In SOAP 1.1 it never carries a detail, which speaks of the body alone (SOAP
 * 1.1, 4.4; rule W3); in SOAP 1.2 some are written with header blocks that say more.
 */
export class HeaderFault extends SoapFault {
  /** Envelopes that are served (`VersionMismatch`), or header blocks that nobody understood (`MustUnderstand`). */
  readonly names: readonly QName[];

  private constructor(
    code: FaultCode,
    reason: string,
    names: readonly QName[],
    more: { readonly detailCode?: RuntimeDetailCode; readonly path?: string; readonly cause?: unknown } = {},
  ) {
    super({ code, reason, ...more });
    this.names = names;
  }

  /** The message's envelope is not one of those that are supported (SOAP 1.2 part 1, 5.4.7). */
  static versionMismatch(reason: string, supported: readonly QName[]): HeaderFault {
    return new HeaderFault('VersionMismatch', reason, supported);
  }

  /**
   * Header blocks for this node must be understood and are not. A fault need not name all of them (SOAP 1.2 part 1, 5.4.8):
   * each name stands in it once, and of a flood the first few.
   */
  static mustUnderstand(notUnderstood: readonly QName[]): HeaderFault {
    const byName = new Map<string, QName>();
    for (const name of notUnderstood) byName.set(shown(name), name);
    const named = [...byName].slice(0, MOST_NAMED);
    const more = byName.size - named.length;
    const names = named.map(([text]) => text).join(', ') + (more === 0 ? '' : ` and ${more} more`);
    return new HeaderFault(
      'MustUnderstand',
      `Header blocks that must be understood are not: ${names}.`,
      named.map(([, name]) => name),
    );
  }

  /** A header block that the operation requires is not there. */
  static missing(name: QName): HeaderFault {
    const reason = `The header block ${shown(name)} is missing.`;
    return new HeaderFault('Sender', reason, [], { detailCode: 'MissingHeader', path: name.local });
  }

  /** A declared header block is there twice. */
  static repeated(name: QName): HeaderFault {
    const reason = `The header block ${shown(name)} may be there once only.`;
    return new HeaderFault('Sender', reason, [], { detailCode: 'RepeatedHeader', path: name.local });
  }

  /** A declared header block cannot be read. */
  static invalid(name: QName, error: XmlError): HeaderFault {
    const reason = `The header block ${shown(name)} cannot be read: ${error.message}`;
    return new HeaderFault('Sender', reason, [], { detailCode: 'InvalidHeader', path: error.path, cause: error });
  }
}

function shown({ namespace, local }: QName): string {
  return `{${namespace}}${local}`;
}

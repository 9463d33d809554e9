import type { QName } from '../types/qname.ts';
import type { XmlError } from '../xml/error.ts';
import type { RuntimeDetailCode } from './detail-codes.ts';
import { type FaultCode, SoapFault } from './fault.ts';

/** The most header blocks that one fault names. */
const MAX_NAMES = 20;

/**
 * A fault about the envelope or its header. In SOAP 1.1 it has no detail, which is for errors of the body (SOAP 1.1, 4.4; rule
 * W3). In SOAP 1.2 some have header blocks that name more.
 */
export class HeaderFault extends SoapFault {
  static override readonly className: string = 'HeaderFault';
  /** The supported envelopes (`VersionMismatch`), or the blocks that were not understood (`MustUnderstand`). */
  readonly names: readonly QName[];

  constructor(
    code: FaultCode,
    reason: string,
    names: readonly QName[],
    more: { readonly detailCode?: RuntimeDetailCode; readonly path?: string; readonly cause?: unknown } = {},
  ) {
    super({ code, reason, ...more });
    this.names = names;
  }

  /** The envelope of the message is not supported (SOAP 1.2 part 1, 5.4.7). */
  static versionMismatch(reason: string, supported: readonly QName[]): HeaderFault {
    return new HeaderFault('VersionMismatch', reason, supported);
  }

  /**
   * Mandatory header blocks for this receiver are not understood. A fault need not name all of them (SOAP 1.2 part 1, 5.4.8):
   * it names each once, and at most 20.
   */
  static mustUnderstand(notUnderstood: readonly QName[]): HeaderFault {
    const byName = new Map<string, QName>();
    for (const name of notUnderstood) byName.set(clark(name), name);
    const named = [...byName].slice(0, MAX_NAMES);
    const more = byName.size - named.length;
    const names = named.map(([text]) => text).join(', ') + (more === 0 ? '' : ` and ${more} more`);
    return new HeaderFault(
      'MustUnderstand',
      `Header blocks that must be understood are not: ${names}.`,
      named.map(([, name]) => name),
    );
  }
}

// Functions, so that clients without declared headers do not load them.

/** The fault for a header block that the operation requires, and that is missing. */
export function missingHeader(name: QName): HeaderFault {
  const reason = `The header block ${clark(name)} is missing.`;
  return new HeaderFault('Sender', reason, [], { detailCode: 'MissingHeader', path: name.local });
}

/** The fault for a declared header block that occurs twice. */
export function repeatedHeader(name: QName): HeaderFault {
  const reason = `The header block ${clark(name)} may occur only once.`;
  return new HeaderFault('Sender', reason, [], { detailCode: 'RepeatedHeader', path: name.local });
}

/** The fault for a declared header block that cannot be read. */
export function invalidHeader(name: QName, error: XmlError): HeaderFault {
  const reason = `The header block ${clark(name)} cannot be read: ${error.message}`;
  return new HeaderFault('Sender', reason, [], { detailCode: 'InvalidHeader', path: error.path, cause: error });
}

function clark({ namespace, local }: QName): string {
  return `{${namespace}}${local}`;
}

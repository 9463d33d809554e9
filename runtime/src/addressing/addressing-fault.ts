import { type FaultSubcode, SoapFault } from '../soap/fault.ts';
import { escapeXml } from '../soap/fault-text.ts';
import { soap11, type Version } from '../soap/version.ts';
import type { AddressingVersion } from './addressing-version.ts';

/** Second subcodes of `InvalidAddressingHeader` (WS-Addressing 1.0 - SOAP Binding, 6.4.1). */
export type HeaderProblem =
  | 'InvalidAddress'
  | 'InvalidCardinality'
  | 'MissingAddressInEPR'
  | 'ActionMismatch'
  | 'OnlyAnonymousAddressSupported';

/** A fault about addressing, before the version of SOAP is known. */
export interface AddressingProblem {
  /** Local name of the subcode. */
  readonly subcode: string;
  readonly below?: HeaderProblem | undefined;
  readonly reason: string;
  /** Content of the detail, without its namespace. */
  readonly detail: string;
}

/** A header block is invalid. @param local name of the block. */
export function invalidHeader(
  version: AddressingVersion,
  local: string,
  below: HeaderProblem | undefined,
  reason: string,
): AddressingProblem {
  return { subcode: version.invalidHeader, below, reason, detail: problemHeader(local) };
}

/** A header block is missing. */
export function headerRequired(version: AddressingVersion, local: string): AddressingProblem {
  const reason = `The header block ${local} of WS-Addressing is missing.`;
  return { subcode: version.headerRequired, reason, detail: problemHeader(local) };
}

/** The action names no operation of the body's element. */
export function actionNotSupported(action: string): AddressingProblem {
  return {
    subcode: 'ActionNotSupported',
    reason: 'The Action of WS-Addressing is not that of an operation with the element in the body.',
    detail: `<wsa:ProblemAction><wsa:Action>${escapeXml(action)}</wsa:Action></wsa:ProblemAction>`,
  };
}

/** The message is for another service. */
export function destinationUnreachable(to: string): AddressingProblem {
  return {
    subcode: 'DestinationUnreachable',
    reason: 'The To of WS-Addressing is not an address of this service.',
    detail: `<wsa:ProblemIRI>${escapeXml(to)}</wsa:ProblemIRI>`,
  };
}

function problemHeader(local: string): string {
  return `<wsa:ProblemHeaderQName>wsa:${local}</wsa:ProblemHeaderQName>`;
}

/** A fault about a header: in SOAP 1.1 its detail is a header block (WS-Addressing 1.0 - SOAP Binding, 6.2). */
export class AddressingFault extends SoapFault {
  static override readonly className: string = 'AddressingFault';
  /** XML text of a header block with the detail, for SOAP 1.1. */
  readonly detailBlock: string | undefined;

  constructor(problem: AddressingProblem, version: AddressingVersion, soap: Version) {
    const { namespace, hasDetail } = version;
    const declared = problem.detail.replace('>', ` xmlns:wsa="${namespace}">`);
    const detail = hasDetail ? declared : '';
    super({
      code: 'Sender',
      detailCode: problem.below ?? problem.subcode,
      reason: problem.reason,
      subcode: subcodes(problem, version),
      detailXml: soap === soap11 ? '' : detail,
    });
    this.detailBlock =
      soap === soap11 && detail !== ''
        ? `<wsa:FaultDetail xmlns:wsa="${namespace}">${problem.detail}</wsa:FaultDetail>`
        : undefined;
  }
}

function subcodes({ subcode, below }: AddressingProblem, version: AddressingVersion): FaultSubcode {
  const { namespace, hasDetail } = version;
  const first = { namespace, local: subcode };
  return below === undefined || !hasDetail ? first : { ...first, subcode: { namespace, local: below } };
}

import { AddressingBlocks } from '../addressing/addressing-blocks.ts';
import {
  AddressingFault,
  type AddressingProblem,
  actionNotSupported,
  destinationUnreachable,
  headerRequired,
  invalidHeader,
} from '../addressing/addressing-fault.ts';
import { type AddressingHeaders, type Endpoint, readAddressing } from '../addressing/addressing-headers.ts';
import {
  type AddressingName,
  type AddressingVersion,
  addressingVersion,
  addressingVersions,
} from '../addressing/addressing-version.ts';
import { blockNames } from '../addressing/block-names.ts';
import { asXmlError } from '../soap/detail-codes.ts';
import { SoapFault } from '../soap/fault.ts';
import type { HeaderBlock } from '../soap/header-block.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { AnyServerOperation } from '../soap/operation.ts';
import type { Version } from '../soap/version.ts';
import type { AddressedRequest, ServerAddressing } from './addressed-request.ts';
import type { Implementation } from './handler.ts';

export type { AddressingName };

export interface AddressingOptions {
  /** The only version that is read; default both. */
  readonly version?: AddressingName | undefined;
  /** Whether requests without WS-Addressing are rejected; default false. */
  readonly required?: boolean | undefined;
  /**
   * Addresses of the service: a request whose To is another one, or which has none, is refused. Default: To is not read, since
   * the addresses behind proxies differ.
   */
  readonly to?: readonly string[] | undefined;
  /** The action of the request, by the name of its operation. Default: that of the contract, and its soapAction. */
  readonly action?: ((operation: string) => string | undefined) | undefined;
  /** The action of the response. Default: that of the contract, else that of the request and `Response`. */
  readonly responseAction?: ((operation: string) => string | undefined) | undefined;
}

/**
 * WS-Addressing for `createServer(…, { addressing: addressing() })`: a request with its header blocks must have an Action that
 * fits the soapAction and the body and, if it gets a response, a MessageID. The response has RelatesTo, Action and a MessageID
 * of its own. Responses go to the caller alone: any other ReplyTo or FaultTo is refused, and nothing is ever sent there.
 *
 * @throws {TypeError} for an unknown version.
 * @see https://www.w3.org/TR/ws-addr-soap/
 */
export function addressing(options: AddressingOptions = {}): ServerAddressing {
  const { version, required = false, to, action, responseAction } = options;
  const versions = (version === undefined ? addressingVersions : [addressingVersion(version)]).map(
    (one) => new AddressingBlocks(one),
  );
  const [first] = versions;
  return {
    understood: versions.flatMap((one) => blockNames(one.version)),
    withActions(implementation) {
      const { name, addressingAction, responseAction: ofContract } = implementation.operation;
      const actions = {
        addressingAction: action?.(name) ?? addressingAction,
        responseAction: responseAction?.(name) ?? ofContract,
      };
      return { ...implementation, operation: { ...implementation.operation, ...actions } };
    },
    begin(blocks, soap) {
      for (const one of versions) {
        const request = requestOf(blocks, one, { versions, to }, soap);
        if (request !== undefined) return request;
      }
      return required && first !== undefined ? new Request(none, first, soap, missingAction(first.version)) : undefined;
    },
  };
}

const none: AddressingHeaders = {
  to: () => undefined,
  action: undefined,
  messageId: undefined,
  replyTo: undefined,
  faultTo: undefined,
  repliesTo: [],
  repeated: undefined,
};

function missingAction(version: AddressingVersion): AddressingProblem {
  return headerRequired(version, 'Action');
}

/** A request with blocks of a version. */
function requestOf(
  blocks: readonly HeaderBlock[],
  writer: AddressingBlocks,
  { versions, to }: { readonly versions: readonly AddressingBlocks[]; readonly to: AddressingOptions['to'] },
  soap: Version,
): Request | undefined {
  const { version } = writer;
  try {
    const headers = readAddressing(blocks, version);
    if (headers === undefined) return undefined;
    const isMixed = versions.some(
      (other) => other !== writer && blocks.some(({ namespace }) => namespace === other.version.namespace),
    );
    const problem = isMixed ? mixed(version) : to && destinationProblem(headers.to(), to, version);
    return new Request(headers, writer, soap, problem);
  } catch (error) {
    const reason = asXmlError(error)?.message;
    if (reason === undefined) throw error;
    const problem = invalidHeader(version, 'Action', undefined, `A header block cannot be read: ${reason}`);
    return new Request(none, writer, soap, problem);
  }
}

function destinationProblem(
  to: string | undefined,
  addresses: readonly string[],
  version: AddressingVersion,
): AddressingProblem | undefined {
  if (to === undefined) return headerRequired(version, 'To');
  return addresses.includes(to) ? undefined : destinationUnreachable(to);
}

function mixed(version: AddressingVersion): AddressingProblem {
  return invalidHeader(
    version,
    'Action',
    'InvalidCardinality',
    'The header has blocks of two versions of WS-Addressing.',
  );
}

class Request implements AddressedRequest {
  readonly #headers: AddressingHeaders;
  readonly #writer: AddressingBlocks;
  readonly #soap: Version;
  readonly #problem: AddressingProblem | undefined;
  #operation: AnyServerOperation<unknown, unknown> | undefined;

  constructor(
    headers: AddressingHeaders,
    writer: AddressingBlocks,
    soap: Version,
    problem: AddressingProblem | undefined,
  ) {
    this.#headers = headers;
    this.#writer = writer;
    this.#soap = soap;
    this.#problem = problem ?? headersProblem(headers, writer.version);
  }

  find<State>(
    announced: string | undefined,
    find: (action: string | undefined) => Implementation<State>,
  ): Implementation<State> {
    if (this.#problem !== undefined) throw this.#fault(this.#problem);
    const { action = '', messageId } = this.#headers;
    const { version } = this.#writer;
    let chosen: Implementation<State>;
    try {
      chosen = find(action);
    } catch (error) {
      const isOfAction = error instanceof SoapFault && error.detailCode === 'ActionMismatch';
      throw isOfAction ? this.#fault(actionNotSupported(action)) : error;
    }
    const operation: AnyServerOperation<unknown, unknown> = chosen.operation;
    this.#operation = operation;
    const { soapAction, addressingAction = action } = operation;
    if (action !== addressingAction && action !== soapAction) throw this.#fault(actionNotSupported(action));
    // A contract may give both: then each is right in its place.
    const isPair = announced === soapAction && action === operation.addressingAction;
    if (announced !== undefined && announced !== '' && announced !== action && !isPair) {
      const reason = 'The Action of WS-Addressing is not that of the HTTP header.';
      throw this.#fault(invalidHeader(version, 'Action', 'ActionMismatch', reason));
    }
    if (!operation.oneWay && messageId === undefined) throw this.#fault(headerRequired(version, 'MessageID'));
    return chosen;
  }

  answer(fault?: SoapFault): readonly HeaderContent[] | undefined {
    const { messageId, replyTo, faultTo } = this.#headers;
    const { version } = this.#writer;
    const isRefused = fault instanceof AddressingFault;
    const { address } = (fault === undefined ? replyTo : (faultTo ?? replyTo)) ?? {};
    // The fault about an address does not go there.
    if (address !== undefined && address === version.none && !isRefused) return undefined;
    return [
      // A response of 2004/08 must have it.
      this.#writer.text('To', version.anonymous),
      this.#writer.text('Action', fault === undefined ? this.#responseAction() : this.#faultAction(fault)),
      this.#writer.text('MessageID', `urn:uuid:${crypto.randomUUID()}`),
      ...(messageId === undefined ? [] : [this.#writer.text('RelatesTo', messageId)]),
      ...(isRefused && fault.detailBlock !== undefined ? [fault.detailBlock] : []),
    ];
  }

  #responseAction(): string {
    return this.#operation?.responseAction ?? `${this.#headers.action}Response`;
  }

  #faultAction(fault: SoapFault): string {
    const { faultAction, soapFaultAction } = this.#writer.version;
    if (fault instanceof AddressingFault) return faultAction;
    return this.#operation?.faultActions?.[fault.detailCode ?? ''] ?? soapFaultAction;
  }

  #fault(problem: AddressingProblem): AddressingFault {
    return new AddressingFault(problem, this.#writer.version, this.#soap);
  }
}

/** What is wrong with the blocks themselves. */
function headersProblem(headers: AddressingHeaders, version: AddressingVersion): AddressingProblem | undefined {
  const { repeated, action, messageId, replyTo, faultTo } = headers;
  if (repeated !== undefined) {
    return invalidHeader(version, repeated, 'InvalidCardinality', `The header block ${repeated} occurs twice.`);
  }
  if (action === undefined) return missingAction(version);
  if (action === '') return invalidHeader(version, 'Action', undefined, 'The Action of WS-Addressing is empty.');
  if (messageId === '') return invalidHeader(version, 'MessageID', undefined, 'The MessageID is empty.');
  return endpointProblem('ReplyTo', replyTo, version) ?? endpointProblem('FaultTo', faultTo, version);
}

function endpointProblem(
  local: 'ReplyTo' | 'FaultTo',
  endpoint: Endpoint | undefined,
  version: AddressingVersion,
): AddressingProblem | undefined {
  if (endpoint === undefined) return undefined;
  const { address = '' } = endpoint;
  if (address === '') return invalidHeader(version, local, 'MissingAddressInEPR', `The ${local} has no Address.`);
  if (address === version.anonymous || address === version.none) return undefined;
  const reason = `The ${local} is not anonymous: this service answers on the connection of the request alone.`;
  return invalidHeader(version, local, 'OnlyAnonymousAddressSupported', reason);
}

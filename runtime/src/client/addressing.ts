import { AddressingBlocks } from '../addressing/addressing-blocks.ts';
import { readAddressing } from '../addressing/addressing-headers.ts';
import { type AddressingName, addressingVersion } from '../addressing/addressing-version.ts';
import { addressingNamespaces, blockNames } from '../addressing/block-names.ts';
import { asXmlError } from '../soap/detail-codes.ts';
import { SoapFault } from '../soap/fault.ts';
import type { HeaderCarrier } from '../soap/header-block.ts';
import { type HeaderContent, type HeaderUse, hasNamespace, type ReadableHeader } from '../soap/header-type.ts';
import type { AnyClientOperation } from '../soap/operation.ts';
import { errorsOf } from './call-error.ts';
import { ClientError } from './client-error.ts';
import type { Call, Interceptor, SoapResponse } from './interceptor.ts';

export type { AddressingName };

export interface AddressingOptions {
  /** Default 1.0, of the namespace 2005/08; 2004-08 is the submission before it. */
  readonly version?: AddressingName | undefined;
  /** The action of a request, by the name of its operation. Default: that of the contract, else its soapAction. */
  readonly action?: ((operation: string) => string | undefined) | undefined;
  /** The URI in `To`; default the address that is called. */
  readonly to?: string | undefined;
  /** The address in `From`; default no such block. */
  readonly from?: string | undefined;
  /** Whether a service that does not know a block must reject the request; default false. */
  readonly mustUnderstand?: boolean | undefined;
  /** A new identifier for each request; default a random `urn:uuid:`. */
  readonly messageId?: (() => string) | undefined;
}

/**
 * WS-Addressing for `new SoapClient({ address, interceptors: [addressing()] })`: each request has To, Action, MessageID and,
 * if it has a response, an anonymous ReplyTo. Blocks of WS-Addressing in a response count as understood. One that relates to
 * another message ends the call with a `ClientError` of code `unrelated`; one that relates to none is accepted.
 *
 * It belongs at the end of the list, so that a request that is sent again has an identifier of its own. A call that has blocks
 * of WS-Addressing already is passed on as it is.
 *
 * @throws {ClientError} `invalid-options`; for an operation without an action when it is called.
 * @see https://www.w3.org/TR/ws-addr-soap/
 */
export function addressing(options: AddressingOptions = {}): Interceptor {
  const { action, to, from, messageId = () => `urn:uuid:${crypto.randomUUID()}` } = options;
  const blocks = new AddressingBlocks(checkedVersion(options.version), options.mustUnderstand);
  const { version } = blocks;
  const understood = new Understood(blocks);
  return (next) => async (call) => {
    if (call.headerBlocks.some(isAddressing)) return await next(call);
    const { operation } = call;
    const id = messageId();
    const added = [
      blocks.text('To', to ?? call.address),
      blocks.text('Action', action?.(operation.name) ?? actionOf(call)),
      blocks.text('MessageID', id),
      ...(from === undefined ? [] : [blocks.endpoint('From', from)]),
      ...(operation.oneWay ? [] : [blocks.endpoint('ReplyTo', version.anonymous)]),
    ];
    const check = (carrier: HeaderCarrier, httpStatus: number | undefined): void => {
      const repliesTo = readReplies(call, carrier, blocks);
      if (repliesTo.length === 0 || repliesTo.includes(id)) return;
      const remedy = 'Before you call again, find out whether the service executed the call.';
      throw errorsOf(call)('unrelated', `The response relates to another message. ${remedy}`, { remedy, httpStatus });
    };
    let response: SoapResponse;
    try {
      response = await next({
        ...call,
        operation: understood.operation(operation),
        headerBlocks: [...call.headerBlocks, ...added],
      });
    } catch (error) {
      if (error instanceof SoapFault) check(error, error.httpStatus);
      throw error;
    }
    check(response, response.httpStatus);
    return response;
  };
}

function checkedVersion(name: AddressingName = '1.0'): ReturnType<typeof addressingVersion> {
  try {
    return addressingVersion(name);
  } catch (error) {
    throw new ClientError('invalid-options', error instanceof Error ? error.message : String(error));
  }
}

function isAddressing(block: HeaderContent): boolean {
  return addressingNamespaces.some((namespace) => hasNamespace(block, namespace));
}

function actionOf(call: Call): string {
  const { addressingAction, soapAction } = call.operation;
  const action = addressingAction ?? soapAction;
  if (action !== '') return action;
  throw errorsOf(call)(
    'invalid-options',
    'the contract has neither a wsam:Action nor a soapAction: addressing({ action: (operation) => … }) names it.',
  );
}

/** The identifiers that a response replies to. */
function readReplies(call: Call, { headerBlocks }: HeaderCarrier, { version }: AddressingBlocks): readonly string[] {
  const fail = errorsOf(call);
  try {
    const { repeated, repliesTo = [] } = readAddressing(headerBlocks, version) ?? {};
    if (repeated !== undefined) throw fail('bad-answer', `The header block ${repeated} of the response occurs twice.`);
    return repliesTo;
  } catch (error) {
    const reason = asXmlError(error)?.message;
    if (reason === undefined) throw error;
    throw fail('bad-answer', `A header block of WS-Addressing cannot be read: ${reason}`, { cause: error });
  }
}

/** Operations with the blocks of WS-Addressing among the declared ones of their responses, which count as understood. */
class Understood {
  readonly #uses: readonly HeaderUse<ReadableHeader<unknown>>[];
  readonly #operations = new WeakMap<object, AnyClientOperation<unknown, unknown>>();

  constructor(blocks: AddressingBlocks) {
    this.#uses = blockNames(blocks.version).map(({ local }) => ({
      header: { name: local, tag: blocks.tag(local), role: undefined, of: unread, read: unread },
      required: false,
    }));
  }

  operation(operation: AnyClientOperation<unknown, unknown>): AnyClientOperation<unknown, unknown> {
    const known = this.#operations.get(operation);
    if (known !== undefined) return known;
    const { headers } = operation;
    const extended = { ...operation, headers: { ...headers, output: [...(headers?.output ?? []), ...this.#uses] } };
    this.#operations.set(operation, extended);
    return extended;
  }
}

function unread(): undefined {
  return undefined;
}

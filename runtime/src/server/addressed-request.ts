import type { SoapFault } from '../soap/fault.ts';
import type { HeaderBlock } from '../soap/header-block.ts';
import type { HeaderContent } from '../soap/header-type.ts';
import type { Version } from '../soap/version.ts';
import type { QName } from '../types/qname.ts';
import type { Implementation } from './handler.ts';

/** Checks and answers header blocks of WS-Addressing. An option, so that only servers with it load the code: `addressing()`. */
export interface ServerAddressing {
  /** The header blocks that count as understood. */
  readonly understood: readonly QName[];
  /** The implementation with the actions by which requests announce its operation. */
  withActions<State>(implementation: Implementation<State>): Implementation<State>;
  /** Begins with the header of a request; undefined for one without addressing, if it needs none. */
  begin(blocks: readonly HeaderBlock[], version: Version): AddressedRequest | undefined;
}

/** A request with header blocks of WS-Addressing, or without the blocks that it needs. */
export interface AddressedRequest {
  /**
   * Finds the operation.
   *
   * @param announced by the head of the request.
   * @param find finds it by an action, and throws a `SoapFault` unless the body confirms it.
   * @throws {SoapFault} also for header blocks that are refused.
   */
  find<State>(
    announced: string | undefined,
    find: (action: string | undefined) => Implementation<State>,
  ): Implementation<State>;
  /** The header blocks of the response, or of a fault; undefined if the caller wants to receive none. */
  answer(fault?: SoapFault): readonly HeaderContent[] | undefined;
}

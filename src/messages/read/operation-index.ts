import {
  isEmptyBody,
  nameKey,
  type QName,
  type ResolvedOperation,
  type ResolvedService,
} from '../../contract/index.ts';
import type { Envelope } from './envelope.ts';

export type Direction = 'request' | 'response';

/** The operation of a message. */
export interface Found {
  readonly operation: ResolvedOperation;
  readonly direction: Direction;
}

/** What is known of a message outside of its envelope. */
export interface Hints {
  readonly direction?: Direction | undefined;
  readonly action?: string | undefined;
  /** The operation of the request that a response is for. */
  readonly operation?: ResolvedOperation | undefined;
}

/** Finds the operations of messages, by the element in their body and by their action. */
export class OperationIndex {
  readonly #operations: readonly ResolvedOperation[];

  constructor({ operations }: ResolvedService) {
    this.#operations = operations;
  }

  /**
   * The operations that a message can be of: none if the contract has none for it, several if neither its element nor its
   * action tells them apart. A fault has only the hints.
   */
  find({ body, fault }: Envelope, hints: Hints): readonly Found[] {
    const { operation } = hints;
    if (fault !== undefined) return operation === undefined ? [] : [{ operation, direction: 'response' }];
    const [element] = body;
    const exact = this.#candidates((name) => isNamed(name, element), hints);
    if (exact.length > 0) return exact;
    if (operation !== undefined && hints.direction !== 'request') return [{ operation, direction: 'response' }];
    const byAction = hints.action ? this.#operations.find(({ soapAction }) => soapAction === hints.action) : undefined;
    if (byAction !== undefined && hints.direction !== 'response')
      return [{ operation: byAction, direction: 'request' }];
    // In another namespace, perhaps, which is worth a better message.
    return element === undefined ? [] : this.#candidates(({ local }) => local === element.local, hints);
  }

  #candidates(fits: (name: QName) => boolean, { direction, action, operation }: Hints): readonly Found[] {
    const found = this.#operations.flatMap((one): readonly Found[] => {
      const isRequest = direction !== 'response' && fits(one.input.element);
      const isResponse = direction !== 'request' && one.output !== undefined && fits(one.output.element);
      return [
        ...(isRequest ? [{ operation: one, direction: 'request' as const }] : []),
        ...(isResponse ? [{ operation: one, direction: 'response' as const }] : []),
      ];
    });
    const asked = found.filter((one) => one.operation === operation && one.direction === 'response');
    if (asked.length > 0) return asked;
    const named = found.filter((one) => action !== undefined && one.operation.soapAction === action);
    return named.length > 0 ? named : found;
  }
}

/** @param element of the body; undefined for an empty one. */
function isNamed(name: QName, element: QName | undefined): boolean {
  return element === undefined ? isEmptyBody(name) : nameKey(name) === nameKey(element);
}

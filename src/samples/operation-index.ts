import { isEmptyBody, keyOf, type QName, type ResolvedOperation, type ResolvedService } from '../contract/index.ts';
import type { Envelope } from './envelope.ts';

export type Direction = 'request' | 'response';

/** The operation of a message. */
export interface Found {
  readonly operation: ResolvedOperation;
  readonly direction: Direction;
}

/** What is known of a message besides its envelope. */
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

  /** Undefined for a message of no operation of the contract. A fault has only the hints. */
  find({ body, fault }: Envelope, hints: Hints): Found | undefined {
    const { operation } = hints;
    if (fault !== undefined) return operation && { operation, direction: 'response' };
    const [element] = body;
    const exact = this.#candidates((name) => isNamed(name, element), hints);
    if (exact !== undefined) return exact;
    if (operation !== undefined && hints.direction !== 'request') return { operation, direction: 'response' };
    const byAction = hints.action ? this.#operations.find(({ soapAction }) => soapAction === hints.action) : undefined;
    if (byAction !== undefined && hints.direction !== 'response') return { operation: byAction, direction: 'request' };
    // In another namespace, perhaps, which is worth a better message.
    return element && this.#candidates(({ local }) => local === element.local, hints);
  }

  #candidates(fits: (name: QName) => boolean, { direction, action, operation }: Hints): Found | undefined {
    const found = this.#operations.flatMap((one): readonly Found[] => {
      const isRequest = direction !== 'response' && fits(one.input.element);
      const isResponse = direction !== 'request' && one.output !== undefined && fits(one.output.element);
      return [
        ...(isRequest ? [{ operation: one, direction: 'request' as const }] : []),
        ...(isResponse ? [{ operation: one, direction: 'response' as const }] : []),
      ];
    });
    return (
      found.find((one) => one.operation === operation && one.direction === 'response') ??
      found.find((one) => action !== undefined && one.operation.soapAction === action) ??
      found[0]
    );
  }
}

/** @param element of the body; undefined for an empty one. */
function isNamed(name: QName, element: QName | undefined): boolean {
  return element === undefined ? isEmptyBody(name) : keyOf(name) === keyOf(element);
}

import type { Contract, PortType, PortTypeOperation } from '../contract/index.ts';
import { isSimilar } from './field-matching.ts';

/** An operation of both contracts. */
export interface OperationPair {
  readonly before: PortTypeOperation;
  readonly after: PortTypeOperation;
}

export interface MatchedOperations {
  readonly pairs: readonly OperationPair[];
  /** With the new operation that looks like a rename of it. */
  readonly deleted: readonly {
    readonly operation: PortTypeOperation;
    readonly renamed: PortTypeOperation | undefined;
  }[];
  readonly added: readonly PortTypeOperation[];
}

/** Finds each operation of the old contract in the new one; overloads by the names of their inputs. */
export function matchOperations(before: Contract, after: Contract): MatchedOperations {
  const left = new Set(operationsOf(after));
  const pairs: OperationPair[] = [];
  const lost: PortTypeOperation[] = [];
  for (const operation of operationsOf(before)) {
    const named = [...left].filter(({ name }) => name === operation.name);
    const found = named.find(({ input }) => input?.name === operation.input?.name) ?? named[0];
    if (found === undefined) lost.push(operation);
    else {
      pairs.push({ before: operation, after: found });
      left.delete(found);
    }
  }
  const added = [...left];
  const deleted = lost.map((operation) => ({ operation, renamed: renameOf(operation, added, lost.length) }));
  return { pairs, deleted, added };
}

function operationsOf({ portTypes }: Contract): readonly PortTypeOperation[] {
  return portTypes.flatMap(({ operations }: PortType) => operations);
}

function renameOf(
  { name, pattern }: PortTypeOperation,
  added: readonly PortTypeOperation[],
  lost: number,
): PortTypeOperation | undefined {
  const similar = added.filter((other) => other.pattern === pattern && isSimilar(other.name, name));
  return similar[0] ?? (lost === 1 && added.length === 1 ? added[0] : undefined);
}

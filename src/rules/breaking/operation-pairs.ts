import {
  type Contract,
  componentIndexOf,
  type MessageReference,
  nameKey,
  type PortTypeOperation,
} from '../../contract/index.ts';
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

/** Finds each operation of the old contract in the new one: in the same port type, overloads by the names of their inputs. */
export function matchOperations(before: Contract, after: Contract): MatchedOperations {
  const left = new Set(operationsOf(after));
  const pairs: OperationPair[] = [];
  const lost: PortTypeOperation[] = [];
  const places = new Map(
    after.portTypes.flatMap(({ name, operations }) => operations.map((operation) => [operation, name.local] as const)),
  );
  for (const { name: portType, operations } of before.portTypes) {
    for (const operation of operations) {
      const named = [...left].filter(({ name }) => name === operation.name);
      const near = named.filter((one) => places.get(one) === portType.local);
      const among = near.length > 0 ? near : named;
      const found = among.find(({ input }) => input?.name === operation.input?.name) ?? among[0];
      if (found === undefined) lost.push(operation);
      else {
        pairs.push({ before: operation, after: found });
        left.delete(found);
      }
    }
  }
  const added = [...left];
  const deleted = lost.map((operation) => ({ operation, renamed: renameOf(operation, before, added, after) }));
  return { pairs, deleted, added };
}

function operationsOf({ portTypes }: Contract): readonly PortTypeOperation[] {
  return portTypes.flatMap(({ operations }) => operations);
}

/** A new operation with a similar name, or else with the same fields in its request and its response. */
function renameOf(
  operation: PortTypeOperation,
  before: Contract,
  added: readonly PortTypeOperation[],
  after: Contract,
): PortTypeOperation | undefined {
  const possible = added.filter(({ pattern }) => pattern === operation.pattern);
  const similar = possible.find(({ name }) => isSimilar(name, operation.name));
  if (similar !== undefined) return similar;
  const fields = fieldsOf(operation, before);
  return fields === '' ? undefined : possible.find((other) => fieldsOf(other, after) === fields);
}

/** The names of the fields of both messages; empty if they have none. */
function fieldsOf({ input, output }: PortTypeOperation, contract: Contract): string {
  const fields = [input, output].map((reference) => fieldNames(reference, contract).join(' '));
  return fields.every((names) => names === '') ? '' : fields.join(' / ');
}

/** The names of the outermost elements in the wrapper of a message, or of the parts of an rpc message. */
function fieldNames(reference: MessageReference | undefined, contract: Contract): readonly string[] {
  const message = reference && contract.messages.find(({ name }) => nameKey(name) === nameKey(reference.message));
  const index = componentIndexOf(contract);
  return (message?.parts ?? []).flatMap(({ name, content }) => {
    if (content.kind === 'type') return [name];
    const element = index.element(content.name);
    const type = element && index.definition(element.type);
    if (type?.kind !== 'complex' || type.content.kind !== 'elements') return [];
    const { particle } = type.content;
    const particles = 'particles' in particle ? particle.particles : [particle];
    return particles.flatMap((one) => (one.kind === 'element' ? [one.element.name.local] : []));
  });
}

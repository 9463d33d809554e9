import { firstBound } from './bound-operation.ts';
import { type ComponentIndex, componentIndexOf } from './lookup.ts';
import type { ComplexType, Contract, Part, PortTypeOperation, QName } from './model.ts';
import { nameKey } from './qualified-name.ts';

/** The contract with what each operation returns: the only field of a wrapped output, or the only part of an rpc one. */
export function withReturns(contract: Contract): Contract {
  const hasOneValue = oneValueIn(contract);
  const returns = (operation: PortTypeOperation): PortTypeOperation =>
    operation.returns === 'output' || operation.output === undefined || hasOneValue(operation)
      ? operation
      : { ...operation, returns: 'output' };
  const portTypes = contract.portTypes.map((portType) => ({
    ...portType,
    operations: portType.operations.map(returns),
  }));
  return { ...contract, portTypes };
}

/** Tells whether the output of an operation is a wrapper of one field, or has one part of an rpc message. */
export function oneValueIn(contract: Contract): (operation: PortTypeOperation) => boolean {
  const index = componentIndexOf(contract);
  const messages = new Map(contract.messages.map((message) => [nameKey(message.name), message]));
  const bodyParts = (operation: PortTypeOperation, direction: 'input' | 'output'): readonly Part[] => {
    const reference = operation[direction];
    const parts = (reference && messages.get(nameKey(reference.message))?.parts) ?? [];
    const listed = firstBound(contract, operation)?.[direction]?.parts;
    return listed === undefined ? parts : parts.filter(({ name }) => listed.includes(name));
  };
  return (operation) => {
    const [part, ...others] = bodyParts(operation, 'output');
    if (part === undefined || others.length > 0) return false;
    if (part.content.kind === 'type') return true;
    const isWrapped = part.name === 'parameters' || isWrapper(operation.name, bodyParts(operation, 'input'));
    return isWrapped && hasOneField(wrapperType(part.content.name, index));
  };
}

/** Whether a request is the wrapper of its operation: one element with the name of the operation (JAX-WS 2.2, 2.3.1.2). */
function isWrapper(operation: string, [part, ...others]: readonly Part[]): boolean {
  return part?.content.kind === 'element' && others.length === 0 && part.content.name.local === operation;
}

/** The complex type of a wrapper: it has no name in WSDLs of .NET, and one in those of JAX-WS. */
function wrapperType(name: QName, index: ComponentIndex): ComplexType | undefined {
  const reference = index.element(name)?.type;
  const type = reference && index.definition(reference);
  if (type?.kind !== 'complex') return undefined;
  return reference?.kind === 'named' && type.abstract ? undefined : type;
}

/** Whether a type is a sequence of one element, without attributes. */
function hasOneField(type: ComplexType | undefined): boolean {
  if (type === undefined) return false;
  const { content, attributes, attributeGroups, anyAttribute, derivation, mixed } = type;
  if (content.kind !== 'elements' || content.particle.kind !== 'sequence' || derivation !== undefined || mixed)
    return false;
  const [only, ...others] = content.particle.particles;
  const isElement = only?.kind === 'element' || only?.kind === 'elementReference';
  return (
    isElement && others.length === 0 && attributes.length + attributeGroups.length === 0 && anyAttribute === undefined
  );
}

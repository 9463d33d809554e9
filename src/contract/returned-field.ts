import { type ComponentIndex, componentIndexOf } from './lookup.ts';
import type { ComplexType, Contract, Message, PortTypeOperation, QName } from './model.ts';
import { keyOf } from './qualified-name.ts';

/** The contract with what each operation returns: the only field of a wrapped output, or the only part of an rpc one. */
export function withReturns(contract: Contract): Contract {
  const index = componentIndexOf(contract);
  const messages = new Map(contract.messages.map((message) => [keyOf(message.name), message]));
  const returns = (operation: PortTypeOperation): PortTypeOperation => {
    const message = operation.output && messages.get(keyOf(operation.output.message));
    if (operation.returns === 'output' || message === undefined || hasOneValue(message, index)) return operation;
    return { ...operation, returns: 'output' };
  };
  const portTypes = contract.portTypes.map((portType) => ({
    ...portType,
    operations: portType.operations.map(returns),
  }));
  return { ...contract, portTypes };
}

function hasOneValue({ parts }: Message, index: ComponentIndex): boolean {
  const [part] = parts;
  if (part?.content.kind === 'type') return parts.length === 1;
  return part?.name === 'parameters' && hasOneField(wrapperType(part.content.name, index));
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

import { ContractError } from './error.ts';
import type { Binding, Contract, GlobalElement, Message, NamedType, PortType, QName } from './model.ts';
import { keyOf } from './qname.ts';

/** Finds components by name, each kind in its own symbol space. Throws ContractError `Dangling` for an unknown name. */
export interface Lookup {
  readonly element: (name: QName) => GlobalElement;
  readonly type: (name: QName) => NamedType;
  readonly message: (name: QName) => Message;
  readonly portType: (name: QName) => PortType;
  readonly binding: (name: QName) => Binding;
}

export function lookupIn(contract: Contract): Lookup {
  return {
    element: finder(
      'element',
      contract.schemas.flatMap((schema) => schema.elements),
    ),
    type: finder(
      'type',
      contract.schemas.flatMap((schema) => schema.types),
    ),
    message: finder('message', contract.messages),
    portType: finder('port type', contract.portTypes),
    binding: finder('binding', contract.bindings),
  };
}

function finder<T extends { readonly name: QName }>(kind: string, components: readonly T[]): (name: QName) => T {
  const byName = new Map(components.map((component) => [keyOf(component.name), component]));
  return (name) => {
    const found = byName.get(keyOf(name));
    if (found === undefined) throw new ContractError('Dangling', `There is no ${kind} ${keyOf(name)} in the contract.`);
    return found;
  };
}

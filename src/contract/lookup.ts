import { ContractError } from './error.ts';
import type {
  AttributeGroup,
  Binding,
  Contract,
  GlobalAttribute,
  GlobalElement,
  Message,
  ModelGroup,
  NamedType,
  PortType,
  QName,
} from './model.ts';
import { keyOf } from './qname.ts';

/** Finds components by name, each kind in its own symbol space. Throws ContractError `Dangling` for an unknown name. */
export interface Lookup {
  readonly element: (name: QName) => GlobalElement;
  readonly type: (name: QName) => NamedType;
  readonly attribute: (name: QName) => GlobalAttribute;
  readonly group: (name: QName) => ModelGroup;
  readonly attributeGroup: (name: QName) => AttributeGroup;
  readonly message: (name: QName) => Message;
  readonly portType: (name: QName) => PortType;
  readonly binding: (name: QName) => Binding;
  /** Types that are derived from one, by one step or more, in the contract's order. */
  readonly derived: (name: QName) => readonly NamedType[];
  /** Elements that may stand where one is referred to, by one step or more, in the contract's order. */
  readonly substitutes: (name: QName) => readonly GlobalElement[];
}

export function lookupIn(contract: Contract): Lookup {
  const all = <T>(of: (schema: Contract['schemas'][number]) => readonly T[]): readonly T[] =>
    contract.schemas.flatMap(of);
  const types = all(({ types }) => types);
  const elements = all(({ elements }) => elements);
  return {
    element: finder('element', elements),
    type: finder('type', types),
    attribute: finder(
      'attribute',
      all(({ attributes }) => attributes),
    ),
    group: finder(
      'group',
      all(({ groups }) => groups),
    ),
    attributeGroup: finder(
      'attribute group',
      all(({ attributeGroups }) => attributeGroups),
    ),
    message: finder('message', contract.messages),
    portType: finder('port type', contract.portTypes),
    binding: finder('binding', contract.bindings),
    derived: followers(types, (type) => (type.kind === 'complex' ? type.derivation?.base : undefined)),
    substitutes: followers(elements, ({ substitutionGroup }) => substitutionGroup),
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

/** Finds all that lead to a name. */
function followers<T extends { readonly name: QName }>(
  components: readonly T[],
  leadsTo: (component: T) => QName | undefined,
): (name: QName) => readonly T[] {
  const direct = new Map<string, T[]>();
  const order = new Map<T, number>();
  for (const component of components) {
    const target = leadsTo(component);
    if (target === undefined) continue;
    order.set(component, order.size);
    const key = keyOf(target);
    const list = direct.get(key);
    if (list === undefined) direct.set(key, [component]);
    else list.push(component);
  }
  return (name) => {
    const found = new Set(direct.get(keyOf(name)) ?? []);
    // A set that grows while it is walked: each is looked at once, so that a circle ends.
    for (const component of found) for (const next of direct.get(keyOf(component.name)) ?? []) found.add(next);
    return [...found].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  };
}

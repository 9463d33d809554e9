import type {
  AttributeGroup,
  AttributeUse,
  Binding,
  ComplexType,
  Contract,
  GlobalAttribute,
  GlobalElement,
  Message,
  ModelGroup,
  NamedType,
  PortType,
  QName,
  TypeDefinition,
  TypeReference,
} from './model.ts';
import { nameKey } from './qualified-name.ts';

export type ContractErrorCode =
  /** A name that refers to no component of the contract. */
  | 'Dangling'
  /** Valid in the model, but not supported by the generator. */
  | 'Unsupported';

/**
 * A contract that no loader should have accepted, for example one that a program built. Mistakes in a contract file are
 * diagnostics, never this error.
 */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly code: ContractErrorCode;

  constructor(code: ContractErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type NamedComplexType = NamedType & { readonly kind: 'complex' };

type Find<T> = (name: QName) => T;

/** Schema components by name, each kind in its own symbol space; undefined for an unknown name. */
export class ComponentIndex {
  readonly type: Find<NamedType | undefined>;
  readonly element: Find<GlobalElement | undefined>;
  readonly attribute: Find<GlobalAttribute | undefined>;
  readonly group: Find<ModelGroup | undefined>;
  readonly attributeGroup: Find<AttributeGroup | undefined>;
  /** Types derived from one, directly or indirectly, in the contract's order. */
  readonly derived: Find<readonly NamedComplexType[]>;
  /** Types whose base is one. */
  readonly derivedDirectly: Find<readonly NamedComplexType[]>;
  /** Elements whose substitution group has one as its head. */
  readonly substitutesDirectly: Find<readonly GlobalElement[]>;
  /** Members of the substitution group of an element, direct and indirect, in the contract's order. */
  readonly substitutes: Find<readonly GlobalElement[]>;

  constructor({ schemas }: Contract) {
    const types = schemas.flatMap((schema) => schema.types);
    const elements = schemas.flatMap((schema) => schema.elements);
    this.type = finder(types);
    this.element = finder(elements);
    this.attribute = finder(schemas.flatMap((schema) => schema.attributes));
    this.group = finder(schemas.flatMap((schema) => schema.groups));
    this.attributeGroup = finder(schemas.flatMap((schema) => schema.attributeGroups));
    const complexTypes = types.filter((type) => type.kind === 'complex');
    [this.derivedDirectly, this.derived] = descendants(complexTypes, ({ derivation }) => derivation?.base);
    [this.substitutesDirectly, this.substitutes] = descendants(elements, ({ substitutionGroup }) => substitutionGroup);
  }

  /** Undefined for built-in types too. */
  definition(reference: TypeReference): TypeDefinition | undefined {
    return reference.kind === 'anonymous' ? reference.type : this.type(reference.name);
  }

  complexType(name: QName): NamedComplexType | undefined {
    const type = this.type(name);
    return type?.kind === 'complex' ? type : undefined;
  }

  /** Attributes of a type or an attribute group and of the attribute groups in it, without inherited ones. */
  attributesOf(
    { attributes, attributeGroups }: Pick<ComplexType, 'attributes' | 'attributeGroups'>,
    seen: Set<string> = new Set(),
  ): readonly AttributeUse[] {
    const grouped = attributeGroups.flatMap((name) => {
      const group = this.attributeGroup(name);
      if (group === undefined || seen.has(nameKey(name))) return [];
      seen.add(nameKey(name));
      return this.attributesOf(group, seen);
    });
    return [...attributes, ...grouped];
  }

  base({ derivation }: ComplexType): NamedComplexType | undefined {
    return derivation && this.complexType(derivation.base);
  }
}

const indexes: WeakMap<Contract, ComponentIndex> = new WeakMap();

/** The index of a contract, which is created once. */
export function componentIndexOf(contract: Contract): ComponentIndex {
  const existing = indexes.get(contract);
  if (existing !== undefined) return existing;
  const index = new ComponentIndex(contract);
  indexes.set(contract, index);
  return index;
}

/** Finds components by name. Throws ContractError `Dangling` for an unknown name. */
export interface Lookup {
  readonly element: Find<GlobalElement>;
  readonly type: Find<NamedType>;
  readonly attribute: Find<GlobalAttribute>;
  readonly group: Find<ModelGroup>;
  readonly attributeGroup: Find<AttributeGroup>;
  readonly message: Find<Message>;
  readonly portType: Find<PortType>;
  readonly binding: Find<Binding>;
  readonly derived: Find<readonly NamedComplexType[]>;
  readonly substitutes: Find<readonly GlobalElement[]>;
}

export function lookupIn(contract: Contract): Lookup {
  const index = componentIndexOf(contract);
  return {
    element: required('element', index.element),
    type: required('type', index.type),
    attribute: required('attribute', index.attribute),
    group: required('group', index.group),
    attributeGroup: required('attribute group', index.attributeGroup),
    message: required('message', finder(contract.messages)),
    portType: required('port type', finder(contract.portTypes)),
    binding: required('binding', finder(contract.bindings)),
    derived: index.derived,
    substitutes: index.substitutes,
  };
}

function finder<T extends { readonly name: QName }>(components: readonly T[]): Find<T | undefined> {
  const byName = new Map(components.map((component) => [nameKey(component.name), component]));
  return (name) => byName.get(nameKey(name));
}

function required<T>(kind: string, find: Find<T | undefined>): Find<T> {
  return (name) => {
    const found = find(name);
    if (found === undefined)
      throw new ContractError('Dangling', `There is no ${kind} ${nameKey(name)} in the contract.`);
    return found;
  };
}

/** The components whose parent has a name, and all whose chain of parents contains it. */
function descendants<T extends { readonly name: QName }>(
  components: readonly T[],
  parentOf: (component: T) => QName | undefined,
): readonly [direct: Find<readonly T[]>, all: Find<readonly T[]>] {
  const children = new Map<string, T[]>();
  const order = new Map<T, number>();
  for (const component of components) {
    const parent = parentOf(component);
    if (parent === undefined) continue;
    order.set(component, order.size);
    const siblings = children.get(nameKey(parent));
    if (siblings === undefined) children.set(nameKey(parent), [component]);
    else siblings.push(component);
  }
  const direct = (name: QName): readonly T[] => children.get(nameKey(name)) ?? [];
  const all = (name: QName): readonly T[] => {
    const found = new Set(children.get(nameKey(name)) ?? []);
    // The set grows during the iteration, and visits each component once: a cycle ends.
    for (const component of found) for (const child of children.get(nameKey(component.name)) ?? []) found.add(child);
    return [...found].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  };
  return [direct, all];
}

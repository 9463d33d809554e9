import { bindingsOf, boundOperation } from './bound-operation.ts';
import { EncodedTypes, hasEncoding, isSoapEncoding } from './encoded-types.ts';
import { type ComponentIndex, componentIndexOf } from './lookup.ts';
import type { Annotated, Contract, Part, PortTypeOperation, QName, Schema } from './model.ts';
import { nameKey } from './qualified-name.ts';
import { type SchemaPart, type SymbolSpace, visitParts } from './schema-parts.ts';

/**
 * The contract with only those components in its schemas that a message can contain: the types and elements that the
 * parts of messages refer to, the types derived from these, and the members of substitution groups. All others are in
 * `unreached`. Schemas without any components are left out.
 *
 * @param isOwn whether an unreached component is kept even if no other that is kept refers to it; by default all are.
 */
export function withReached(contract: Contract, isOwn: (component: Annotated) => boolean = () => true): Contract {
  const reach = new Reach(contract);
  for (const { parts } of contract.messages) for (const part of parts) reach.part(part);
  reach.finish();
  if (reach.holdsAny) {
    // An xsi:type can name any type of the contract.
    for (const type of contract.schemas.flatMap(({ types }) => types)) if (isOwn(type)) reach.type(type.name);
    reach.finish();
  }
  const schemasOf = (isKept: (kind: SymbolSpace, component: NamedComponent) => boolean): readonly Schema[] =>
    contract.schemas.map((schema) => partOf(schema, isKept)).filter(hasComponents);
  const schemas = schemasOf((kind, { name }) => reach.has(kind, name));
  const others = new Reach(contract);
  for (const schema of contract.schemas) others.all(partOf(schema, (_, component) => isOwn(component)));
  others.finish();
  const unreached = schemasOf((kind, { name }) => !reach.has(kind, name) && others.has(kind, name));
  return { ...contract, schemas, ...(unreached.length > 0 && { unreached }) };
}

/**
 * The contract with one operation, and the components that its messages can contain: a wildcard contains none.
 *
 * @param types of the values in its messages, derived ones included.
 */
export function withOperation(contract: Contract, operation: PortTypeOperation, types: readonly QName[]): Contract {
  const reach = new Reach(contract, false);
  for (const name of types) reach.type(name);
  const names = new Set(messagesOf(operation, bindingsOf(contract, operation)).map(nameKey));
  const messages = contract.messages.filter(({ name }) => names.has(nameKey(name)));
  for (const part of messages.flatMap(({ parts }) => parts)) reach.part(part);
  reach.finish();
  const { unreached: _, ...others } = contract;
  return {
    ...others,
    messages,
    schemas: contract.schemas.map((schema) => partOf(schema, (kind, { name }) => reach.has(kind, name))),
    portTypes: contract.portTypes.map((one) => ({
      ...one,
      operations: one.operations.filter((own) => own === operation),
    })),
    bindings: contract.bindings.map((one) => {
      return { ...one, operations: one.operations.filter(({ name }) => name === operation.name) };
    }),
  };
}

/** The contract with all components in its schemas. */
export function withUnreached({ unreached = [], ...contract }: Contract): Contract {
  const more = new Map(unreached.map((schema) => [schema.targetNamespace, schema]));
  const schemas = contract.schemas.map((schema) => {
    const others = more.get(schema.targetNamespace);
    more.delete(schema.targetNamespace);
    return others === undefined ? schema : joined(schema, others);
  });
  return { ...contract, schemas: [...schemas, ...more.values()] };
}

function joined(schema: Schema, others: Schema): Schema {
  return {
    ...schema,
    elements: [...schema.elements, ...others.elements],
    types: [...schema.types, ...others.types],
    attributes: [...schema.attributes, ...others.attributes],
    groups: [...schema.groups, ...others.groups],
    attributeGroups: [...schema.attributeGroups, ...others.attributeGroups],
  };
}

type NamedComponent = Annotated & { readonly name: QName };

function partOf(schema: Schema, isKept: (kind: SymbolSpace, component: NamedComponent) => boolean): Schema {
  const kept = <T extends NamedComponent>(kind: SymbolSpace, all: readonly T[]): readonly T[] =>
    all.filter((one) => isKept(kind, one));
  return {
    ...schema,
    elements: kept('element', schema.elements),
    types: kept('type', schema.types),
    attributes: kept('attribute', schema.attributes),
    groups: kept('group', schema.groups),
    attributeGroups: kept('attributeGroup', schema.attributeGroups),
  };
}

function hasComponents({ elements, types, attributes, groups, attributeGroups }: Schema): boolean {
  return elements.length + types.length + attributes.length + groups.length + attributeGroups.length > 0;
}

function kindKey(kind: SymbolSpace, name: QName): string {
  return `${kind} ${nameKey(name)}`;
}

/** Tells which components a message can hold, if its parts are those of the contract, or any global element is in it. */
export function reachedByMessages(contract: Contract): Pick<Reach, 'has' | 'holdsAny'> {
  const reach = new Reach(contract);
  // A wildcard can admit any global element.
  for (const { elements } of contract.schemas) for (const { name } of elements) reach.element(name);
  for (const { parts } of contract.messages) for (const part of parts) reach.part(part);
  reach.finish();
  return reach;
}

/** Puts components of one kind in reading order: as the operations first refer to them, each followed by its parts. */
export type ReadingOrder = <T extends { readonly name: QName }>(
  kind: SymbolSpace,
  components: readonly T[],
) => readonly T[];

/** The reading order of a contract. Components that no operation refers to are last, as they were. */
export function readingOrder(contract: Contract): ReadingOrder {
  const reach = new Reach(contract);
  const messages = new Map(contract.messages.map((message) => [nameKey(message.name), message]));
  for (const operation of contract.portTypes.flatMap(({ operations }) => operations)) {
    for (const name of messagesOf(operation, bindingsOf(contract, operation))) {
      for (const part of messages.get(nameKey(name))?.parts ?? []) reach.part(part);
    }
    reach.finish();
  }
  const places = new Map(reach.order.map((key, place) => [key, place]));
  return (kind, components) => {
    const place = ({ name }: { readonly name: QName }): number => places.get(kindKey(kind, name)) ?? places.size;
    return [...components].sort((one, other) => place(one) - place(other));
  };
}

const ordered: WeakMap<Contract, Contract> = new WeakMap();

/** The contract with the components of each schema in reading order, simple types before records. */
export function inReadingOrder(contract: Contract): Contract {
  const existing = ordered.get(contract);
  if (existing !== undefined) return existing;
  const result = withOrder(contract);
  ordered.set(contract, result);
  return result;
}

function withOrder(contract: Contract): Contract {
  const inOrder = readingOrder(contract);
  const schemas = contract.schemas.map((schema): Schema => {
    const types = inOrder('type', schema.types);
    const ofKind = (wanted: 'simple' | 'complex') => types.filter(({ kind }) => kind === wanted);
    return {
      ...schema,
      elements: inOrder('element', schema.elements),
      types: [...ofKind('simple'), ...ofKind('complex')],
      groups: inOrder('group', schema.groups),
    };
  });
  return { ...contract, schemas };
}

/** The names of the messages of an operation: request, response, header blocks, faults. */
function messagesOf(operation: PortTypeOperation, bindings: Contract['bindings']): readonly QName[] {
  const { input, output, faults } = operation;
  const bodies = bindings.flatMap((binding) => {
    const bound = boundOperation(binding, operation);
    return [bound?.input, bound?.output];
  });
  const headers = bodies.flatMap((body) => body?.headers ?? []);
  return [
    ...[input, output].flatMap((one) => one?.message ?? []),
    ...headers.flatMap(({ message, faults: about = [] }) => [message, ...about.map((fault) => fault.message)]),
    ...faults.map(({ message }) => message),
  ];
}

class Reach {
  readonly #index: ComponentIndex;
  readonly #encodedTypes: EncodedTypes | undefined;
  readonly #withDerived: boolean;
  readonly #found: Set<string> = new Set();
  #holdsAny = false;
  #waiting: (() => void)[] = [];

  /** @param withDerived whether a type comes with those derived from it. */
  constructor(contract: Contract, withDerived = true) {
    this.#index = componentIndexOf(contract);
    this.#withDerived = withDerived;
    this.#encodedTypes = hasEncoding(contract) ? new EncodedTypes(this.#index) : undefined;
  }

  /** Whether an encoded message can hold a value of any type. */
  get holdsAny(): boolean {
    return this.#holdsAny;
  }

  has(kind: SymbolSpace, name: QName): boolean {
    return this.#found.has(kindKey(kind, name));
  }

  /** Components by `kindKey`, in the order in which they were first referred to. */
  get order(): readonly string[] {
    return [...this.#found];
  }

  /** Not recursive, so that a long chain of types does not exhaust the stack. First come, first served. */
  finish(): void {
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const next of waiting) next();
    }
  }

  part({ content }: Part): void {
    if (content.kind === 'element') this.element(content.name);
    else this.type(content.type);
  }

  /** Adds the components of a schema and their references. */
  all({ elements, types, attributes, groups, attributeGroups }: Schema): void {
    for (const { name } of elements) this.element(name);
    for (const { name } of types) this.type(name);
    for (const { name } of attributes) this.#once('attribute', name, () => {});
    for (const { name } of groups) this.#group(name);
    for (const { name } of attributeGroups) this.#attributeGroup(name);
  }

  element(name: QName): void {
    this.#once('element', name, () => {
      const declared = this.#index.element(name);
      if (declared === undefined) return;
      this.#inside({ kind: 'element', component: declared });
      if (declared.substitutionGroup !== undefined) this.element(declared.substitutionGroup);
      for (const substitute of this.#index.substitutesDirectly(name)) this.element(substitute.name);
    });
  }

  type(name: QName): void {
    if (this.#encodedTypes?.holdsAny(name)) this.#holdsAny = true;
    // Every schema of encoded messages imports the types of the encoding, and none contains them.
    if (this.#encodedTypes !== undefined && isSoapEncoding(name.namespace)) return;
    this.#once('type', name, () => {
      const definition = this.#index.type(name);
      if (definition === undefined) return;
      this.#part({ kind: 'type', component: definition });
      if (!this.#withDerived) return;
      for (const derived of this.#index.derivedDirectly(name)) this.type(derived.name);
    });
  }

  #once(kind: SymbolSpace, name: QName, visit: () => void): void {
    const key = kindKey(kind, name);
    if (this.#found.has(key)) return;
    this.#found.add(key);
    this.#waiting.push(visit);
  }

  #part(part: SchemaPart): void {
    if (this.#enter(part)) this.#inside(part);
  }

  #inside(part: SchemaPart): void {
    visitParts(part, (inner) => this.#enter(inner));
  }

  #enter(part: SchemaPart): boolean {
    if (part.kind === 'reference') this.#reference(part.space, part.name);
    if (part.kind === 'type') {
      const array = this.#encodedTypes?.find({ kind: 'anonymous', type: part.component });
      if (array?.kind !== 'array') return true;
      if (array.item.kind === 'named') this.type(array.item.name);
      else this.#part({ kind: 'type', component: array.item.type });
    }
    const isOfEncoding = this.#encodedTypes !== undefined && part.kind === 'attribute';
    return !isOfEncoding || !isSoapEncoding(part.component.name.namespace);
  }

  #reference(space: SymbolSpace, name: QName): void {
    switch (space) {
      case 'type':
        this.type(name);
        break;
      case 'element':
        this.element(name);
        break;
      case 'attribute':
        this.#once('attribute', name, () => {});
        break;
      case 'group':
        this.#group(name);
        break;
      case 'attributeGroup':
        this.#attributeGroup(name);
    }
  }

  #group(name: QName): void {
    this.#once('group', name, () => {
      const component = this.#index.group(name);
      if (component !== undefined) this.#inside({ kind: 'group', component });
    });
  }

  #attributeGroup(name: QName): void {
    this.#once('attributeGroup', name, () => {
      const component = this.#index.attributeGroup(name);
      if (component !== undefined) this.#inside({ kind: 'attributeGroup', component });
    });
  }
}

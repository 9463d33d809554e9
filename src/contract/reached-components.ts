import { boundOperation } from './bound-operation.ts';
import { EncodedTypes, hasEncoding, isSoapEncoding } from './encoded-types.ts';
import { ComponentIndex } from './lookup.ts';
import type {
  Annotated,
  AttributeUse,
  ComplexType,
  Contract,
  ElementDeclaration,
  Part,
  Particle,
  PortTypeOperation,
  QName,
  Schema,
  SimpleType,
  TypeReference,
} from './model.ts';
import { keyOf } from './qualified-name.ts';

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
  const schemasOf = (isKept: (kind: Kind, component: NamedComponent) => boolean): readonly Schema[] =>
    contract.schemas.map((schema) => partOf(schema, isKept)).filter(hasComponents);
  const schemas = schemasOf((kind, { name }) => reach.has(kind, name));
  const others = new Reach(contract);
  for (const schema of contract.schemas) others.all(partOf(schema, (_, component) => isOwn(component)));
  others.finish();
  const unreached = schemasOf((kind, { name }) => !reach.has(kind, name) && others.has(kind, name));
  return { ...contract, schemas, ...(unreached.length > 0 && { unreached }) };
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

function partOf(schema: Schema, isKept: (kind: Kind, component: NamedComponent) => boolean): Schema {
  const kept = <T extends NamedComponent>(kind: Kind, all: readonly T[]): readonly T[] =>
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

type Kind = 'element' | 'type' | 'attribute' | 'group' | 'attributeGroup';

function kindKey(kind: Kind, name: QName): string {
  return `${kind} ${keyOf(name)}`;
}

/** Puts components of one kind in reading order: as the operations first refer to them, each with what it consists of. */
export type ReadingOrder = <T extends { readonly name: QName }>(kind: Kind, components: readonly T[]) => readonly T[];

/** The reading order of a contract. Components that no operation refers to are last, as they were. */
export function readingOrder(contract: Contract): ReadingOrder {
  const reach = new Reach(contract);
  const messages = new Map(contract.messages.map((message) => [keyOf(message.name), message]));
  for (const operation of contract.portTypes.flatMap(({ operations }) => operations)) {
    for (const name of messagesOf(operation, contract.bindings)) {
      for (const part of messages.get(keyOf(name))?.parts ?? []) reach.part(part);
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
  readonly #found: Set<string> = new Set();
  #holdsAny = false;
  #waiting: (() => void)[] = [];

  constructor(contract: Contract) {
    this.#index = new ComponentIndex(contract);
    this.#encodedTypes = hasEncoding(contract) ? new EncodedTypes(this.#index) : undefined;
  }

  /** Whether an encoded message can hold a value of any type. */
  get holdsAny(): boolean {
    return this.#holdsAny;
  }

  has(kind: Kind, name: QName): boolean {
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

  /** The components of a schema, and what they refer to. */
  all({ elements, types, attributes, groups, attributeGroups }: Schema): void {
    for (const { name } of elements) this.element(name);
    for (const { name } of types) this.type(name);
    for (const { name } of attributes) this.#once('attribute', name, () => {});
    for (const { name } of groups) this.#group(name);
    this.#attributes(
      [],
      attributeGroups.map(({ name }) => name),
    );
  }

  element(name: QName): void {
    this.#once('element', name, () => {
      const declared = this.#index.element(name);
      if (declared === undefined) return;
      this.#declaration(declared);
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
      const array = this.#encodedTypes?.find({ kind: 'named', name });
      if (array?.kind === 'array') this.#reference(array.item);
      this.#definition(definition);
      for (const derived of this.#index.derivedDirectly(name)) this.type(derived.name);
    });
  }

  #once(kind: Kind, name: QName, visit: () => void): void {
    const key = kindKey(kind, name);
    if (this.#found.has(key)) return;
    this.#found.add(key);
    this.#waiting.push(visit);
  }

  #reference(reference: TypeReference): void {
    if (reference.kind === 'named') this.type(reference.name);
    else this.#definition(reference.type);
  }

  #declaration({ type }: ElementDeclaration): void {
    this.#reference(type);
  }

  #definition(type: SimpleType | ComplexType): void {
    if (type.kind === 'simple') {
      const { variety } = type;
      if (variety.kind === 'restriction') this.#reference(variety.base);
      else if (variety.kind === 'list') this.#reference(variety.item);
      else for (const member of variety.members) this.#reference(member);
      return;
    }
    if (type.derivation !== undefined) this.type(type.derivation.base);
    if (type.content.kind === 'simple') this.#reference(type.content.type);
    else if (type.content.kind === 'elements') this.#particle(type.content.particle);
    this.#attributes(type.attributes, type.attributeGroups);
  }

  #attributes(attributes: readonly AttributeUse[], groups: readonly QName[]): void {
    for (const { type, reference, name } of attributes) {
      if (this.#encodedTypes !== undefined && isSoapEncoding(name.namespace)) continue;
      this.#reference(type);
      if (reference === true) this.#once('attribute', name, () => {});
    }
    for (const group of groups) {
      this.#once('attributeGroup', group, () => {
        const declared = this.#index.attributeGroup(group);
        if (declared !== undefined) this.#attributes(declared.attributes, declared.attributeGroups);
      });
    }
  }

  #group(name: QName): void {
    this.#once('group', name, () => {
      const group = this.#index.group(name);
      if (group !== undefined) this.#particle(group.particle);
    });
  }

  #particle(particle: Particle): void {
    switch (particle.kind) {
      case 'element':
        this.#declaration(particle.element);
        break;
      case 'elementReference':
        this.element(particle.name);
        break;
      case 'groupReference':
        this.#group(particle.name);
        break;
      case 'any':
        break;
      default:
        for (const inner of particle.particles) this.#particle(inner);
    }
  }
}

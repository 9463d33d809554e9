import type {
  Annotated,
  AttributeUse,
  ComplexType,
  Content,
  Contract,
  ElementDeclaration,
  MessageReference,
  NamedType,
  Particle,
  PortTypeOperation,
  Schema,
  TypeDefinition,
  TypeReference,
} from '../model/index.ts';

/** Names in TypeScript by the components that get them. */
export type GivenNames = ReadonlyMap<Annotated | MessageReference, string>;

/** The contract with these names. Components without new names stay the same objects. */
export function withNames(contract: Contract, names: GivenNames): Contract {
  return names.size === 0 ? contract : new Renaming(names).contract(contract);
}

class Renaming {
  readonly #names: GivenNames;

  constructor(names: GivenNames) {
    this.#names = names;
  }

  contract(contract: Contract): Contract {
    const schemas = mapped(contract.schemas, (schema) => this.#schema(schema));
    const portTypes = mapped(contract.portTypes, (portType) => {
      const operations = mapped(portType.operations, (operation) => this.#operation(operation));
      return operations === portType.operations ? portType : { ...portType, operations };
    });
    const messages = mapped(contract.messages, (message) => {
      const parts = mapped(message.parts, (part) => this.#named(part));
      return parts === message.parts ? message : { ...message, parts };
    });
    return { ...contract, schemas, portTypes, messages };
  }

  #named<T extends Annotated | MessageReference>(component: T): T {
    const name = this.#names.get(component);
    return name === undefined ? component : { ...component, typeScriptName: name };
  }

  #schema(schema: Schema): Schema {
    return {
      ...schema,
      elements: mapped(schema.elements, (element) => this.#element(element)),
      types: mapped(schema.types, (type) => this.#type(type)),
      groups: mapped(schema.groups, (group) => {
        const particles = mapped(group.particle.particles, (one) => this.#particle(one));
        const renamed = this.#named(group);
        const { particle } = group;
        return particles === particle.particles ? renamed : { ...renamed, particle: { ...particle, particles } };
      }),
      attributeGroups: mapped(schema.attributeGroups, (group) => {
        const attributes = this.#attributes(group.attributes);
        return attributes === group.attributes ? group : { ...group, attributes };
      }),
    };
  }

  #operation(operation: PortTypeOperation): PortTypeOperation {
    const { input, output } = operation;
    const renamed = this.#named(operation);
    const renamedInput = input && this.#named(input);
    const renamedOutput = output && this.#named(output);
    if (renamedInput === input && renamedOutput === output) return renamed;
    return {
      ...renamed,
      ...(renamedInput && { input: renamedInput }),
      ...(renamedOutput && { output: renamedOutput }),
    };
  }

  #type<T extends TypeDefinition | NamedType>(type: T): T {
    const renamed = this.#named(type);
    if (type.kind === 'simple') return renamed;
    const attributes = this.#attributes(type.attributes);
    const content = this.#content(type.content);
    const anyAttribute = type.anyAttribute && this.#named(type.anyAttribute);
    const same = attributes === type.attributes && content === type.content && anyAttribute === type.anyAttribute;
    const changes: Partial<ComplexType> = { attributes, content, ...(anyAttribute && { anyAttribute }) };
    return same ? renamed : { ...renamed, ...changes };
  }

  #content(content: Content): Content {
    if (content.kind === 'empty') return content;
    if (content.kind === 'simple') return this.#named(content);
    const particle = this.#particle(content.particle);
    return particle === content.particle ? content : { ...content, particle };
  }

  #attributes(attributes: readonly AttributeUse[]): readonly AttributeUse[] {
    return mapped(attributes, (attribute) => this.#named(attribute));
  }

  #particle(particle: Particle): Particle {
    if (particle.kind === 'element') {
      const element = this.#element(particle.element);
      return element === particle.element ? particle : { ...particle, element };
    }
    const renamed = this.#named(particle);
    if (!('particles' in renamed)) return renamed;
    const particles = mapped(renamed.particles, (one) => this.#particle(one));
    return particles === renamed.particles ? renamed : { ...renamed, particles };
  }

  #element<T extends ElementDeclaration>(element: T): T {
    const renamed = this.#named(element);
    const type = this.#reference(element.type);
    return type === element.type ? renamed : { ...renamed, type };
  }

  #reference(reference: TypeReference): TypeReference {
    if (reference.kind === 'named') return reference;
    const type = this.#type(reference.type);
    return type === reference.type ? reference : { ...reference, type };
  }
}

/** The same list if nothing in it changes. */
function mapped<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}

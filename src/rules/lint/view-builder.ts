import {
  type Annotated,
  type AttributeUse,
  type ComplexType,
  type Contract,
  type ElementDeclaration,
  type ElementParticle,
  type GlobalAttribute,
  type GlobalElement,
  type ModelGroup,
  nameKey,
  type Particle,
  particleReference,
  partsOf,
  type QName,
  type Schema,
  type SchemaPart,
  type SimpleContent,
  type TypeReference,
} from '../../contract/index.ts';
import type {
  AttributeView,
  ComponentView,
  ElementView,
  FieldView,
  Holder,
  Labelled,
  OperationView,
  ParticleView,
  PartView,
  Subject,
  ValueView,
  View,
} from './contract-view.ts';

export function viewOf(contract: Contract): View {
  return new Builder(contract).view();
}

class Builder {
  readonly #contract: Contract;
  readonly #holders: Holder[] = [];
  readonly #values: ValueView[] = [];
  /** Operation and direction of wrapper elements. */
  readonly #wrappers: Map<string, { readonly operation: string; readonly side: 'request' | 'response' }> = new Map();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  view(): View {
    const contract = this.#contract;
    const operations = this.#operations();
    const types = this.#components(
      ({ types }) => types,
      ({ kind }) => (kind === 'complex' ? ['records', 'record'] : ['types', 'type']),
    );
    const attributes = this.#components(
      ({ attributes }) => attributes,
      () => ['attributes', 'attribute'],
    );
    const groups = this.#components(
      ({ groups }) => groups,
      () => ['groups', 'group'],
    );
    const attributeGroups = this.#components(
      ({ attributeGroups }) => attributeGroups,
      () => ['attributeGroups', 'attribute group'],
    );
    const elements = contract.schemas.flatMap((schema) =>
      schema.elements.map((component): ElementView => this.#element(component, schema)),
    );
    for (const { component, path, label, schema } of types) {
      if (component.kind === 'complex')
        this.#holder('record', component, { path, label, origin: component.origin }, schema);
    }
    for (const { component, path, label, schema } of groups) {
      this.#groupHolder(component, { path, label, origin: component.origin }, schema);
    }
    for (const { component, path, label, schema } of attributeGroups) {
      for (const use of component.attributes) this.#attribute(use, { path, label, origin: component.origin }, schema);
    }
    for (const { component, path, label } of attributes) this.#value('attribute', { ...component, path, label });
    const group = finder(groups);
    const whole: Subject = { path: 'service', origin: contract.origin };
    return {
      contract,
      whole,
      operations,
      types,
      elements,
      groups,
      attributeGroups,
      attributes,
      holders: this.#holders,
      values: this.#values,
      type: finder(types),
      element: finder(elements),
      group: (name) => group(name)?.component,
    };
  }

  #operations(): readonly OperationView[] {
    const messages = new Map(this.#contract.messages.map((message) => [nameKey(message.name), message]));
    const parts = (reference: { readonly message: QName } | undefined): readonly PartView[] =>
      (reference &&
        messages
          .get(nameKey(reference.message))
          ?.parts.map(
            ({ content }): PartView => (content.kind === 'element' ? content : { kind: 'type', name: content.type }),
          )) ??
      [];
    const views = this.#contract.portTypes.flatMap(({ operations }) =>
      operations.map(
        (operation): OperationView => ({
          path: `operations/${operation.name}`,
          label: `the operation "${operation.name}"`,
          name: operation.name,
          origin: operation.origin,
          operation,
          input: parts(operation.input),
          output: parts(operation.output),
        }),
      ),
    );
    for (const { operation, input, output } of views) {
      for (const [side, list] of [
        ['request', input],
        ['response', output],
      ] as const) {
        for (const part of list) {
          const key = nameKey(part.name);
          if (part.kind === 'element' && !this.#wrappers.has(key))
            this.#wrappers.set(key, { operation: operation.name, side });
        }
      }
    }
    return views;
  }

  /** @param section key of the contract that contains the component, and the word for it. */
  #components<T extends Annotated & { readonly name: QName }>(
    of: (schema: Schema) => readonly T[],
    section: (component: T) => readonly [key: string, word: string],
  ): readonly (ComponentView & { readonly component: T })[] {
    return this.#contract.schemas.flatMap((schema) =>
      of(schema).map((component) => {
        const [key, word] = section(component);
        const name = this.#prefixed(component.name, schema);
        const named = { path: `${key}/${name}`, label: `the ${word} "${name}"`, name: component.name };
        return { ...named, origin: component.origin, schema, component };
      }),
    );
  }

  /** The name as the contract writes it. */
  #prefixed({ namespace, local }: QName, { prefix }: Schema): string {
    return namespace === this.#contract.targetNamespace || prefix === undefined ? local : `${prefix}:${local}`;
  }

  #element(component: GlobalElement, schema: Schema): ElementView {
    const { type, origin } = component;
    const wrapper = type.kind === 'anonymous' ? this.#wrappers.get(nameKey(component.name)) : undefined;
    const name = this.#prefixed(component.name, schema);
    const path = wrapper ? `operations/${wrapper.operation}/${wrapper.side}` : `elements/${name}`;
    const label = wrapper ? `the ${wrapper.side} of "${wrapper.operation}"` : `the element "${name}"`;
    this.#value('element', { ...component, path, label });
    if (type.kind === 'anonymous' && type.type.kind === 'complex') {
      this.#holder(wrapper?.side ?? 'element', type.type, { path, label, origin }, schema);
    }
    return { path, label, origin, name: component.name, schema, component, wrapperOf: wrapper?.operation };
  }

  #holder(kind: Holder['kind'], type: ComplexType, at: Labelled, schema: Schema): void {
    const particle = type.content.kind === 'elements' ? type.content.particle : undefined;
    this.#fill({ ...at, ...emptyHolder(), kind, schema, type, particle }, { kind: 'type', component: type });
  }

  #groupHolder(component: ModelGroup, at: Labelled, schema: Schema): void {
    const { particle } = component;
    const holder: Filling = { ...at, ...emptyHolder(), kind: 'group', schema, type: undefined, particle };
    this.#fill(holder, { kind: 'group', component });
  }

  #fill(holder: Filling, of: SchemaPart): void {
    this.#holders.push(holder);
    for (const part of partsOf(of)) this.#part(part, holder, { at: holder, conditional: false, outermost: true });
  }

  #part(part: SchemaPart, holder: Filling, place: PartPlace): void {
    switch (part.kind) {
      case 'attribute':
        if ('use' in part.component) holder.attributes.push(this.#attribute(part.component, place.at, holder.schema));
        break;
      case 'text':
        this.#text(part.component, place.at);
        break;
      case 'element':
        if (part.particle !== undefined) this.#field(part.particle, holder, place);
        break;
      case 'particle':
        this.#particle(part, holder, place);
    }
  }

  #attribute(attribute: AttributeUse, at: Labelled, schema: Schema): AttributeView {
    const { name, type, origin = at.origin } = attribute;
    const path = `${at.path}/@${name.local}`;
    const label = `the attribute "${name.local}" of ${at.label}`;
    if (attribute.reference !== true) {
      this.#inner(type, { path, label, origin }, schema);
      this.#value('attribute', { ...attribute, path, label, origin });
    }
    return { path, label, origin, name: name.local, attribute };
  }

  #text(content: SimpleContent, at: Labelled): void {
    const name = { namespace: '', local: lastName(at.path) };
    const text = { path: `${at.path}/$text`, label: `the text of ${at.label}`, name };
    this.#value('text', { ...content, ...text, origin: content.origin ?? at.origin });
  }

  #value(kind: ValueView['kind'], declaration: Labelled & Valued): void {
    const { path, label, origin, name, type, sensitive = false, stream = false, doc } = declaration;
    const literals = [declaration.default, declaration.fixed].filter((text) => text !== undefined);
    this.#values.push({ path, label, origin, name: name.local, kind, type, sensitive, stream, doc, literals });
  }

  #particle(part: SchemaPart & { readonly kind: 'particle' }, holder: Filling, { at, ...place }: PartPlace): void {
    const { component: particle } = part;
    const { kind, occurs, origin = at.origin } = particle;
    const { outermost } = place;
    const inner = outermost ? undefined : innerName(particle);
    const path = inner === undefined ? at.path : `${at.path}/${inner}`;
    const label = outermost ? at.label : `${particleLabel(particle)} in ${at.label}`;
    holder.particles.push({ path, label, origin, particle, outermost });
    const conditional = place.conditional || kind === 'choice' || occurs.min === 0 || occurs.max !== 1;
    for (const member of partsOf(part)) {
      this.#part(member, holder, { at: { path, label: at.label, origin: at.origin }, conditional, outermost: false });
    }
  }

  #field({ element, occurs }: ElementParticle, { fields, schema }: Filling, { at, conditional }: PartPlace): void {
    const { name, type, origin = at.origin } = element;
    const path = `${at.path}/${name.local}`;
    const label = `the field "${name.local}" of ${at.label}`;
    fields.push({ path, label, origin, name: name.local, element, occurs, conditional });
    this.#value('field', { ...element, path, label, origin });
    this.#inner(type, { path, label, origin }, schema);
  }

  #inner(type: TypeReference, at: Labelled, schema: Schema): void {
    if (type.kind === 'anonymous' && type.type.kind === 'complex') this.#holder('inner', type.type, at, schema);
  }
}

type Valued = Pick<GlobalAttribute, 'name' | 'type' | 'doc' | 'default' | 'fixed'> &
  Partial<Pick<ElementDeclaration, 'sensitive' | 'stream'>>;

/** A holder to which fields are added. */
type Filling = Omit<Holder, keyof Lists> & Lists;

interface Lists {
  readonly fields: FieldView[];
  readonly attributes: AttributeView[];
  readonly particles: ParticleView[];
}

function emptyHolder(): Lists {
  return { fields: [], attributes: [], particles: [] };
}

interface PartPlace {
  readonly at: Labelled;
  readonly conditional: boolean;
  readonly outermost: boolean;
}

/** The name of a particle in its record. */
function innerName(particle: Exclude<Particle, { kind: 'element' }>): string | undefined {
  return particle.typeScriptName ?? particleReference(particle)?.name.local;
}

function particleLabel(particle: Exclude<Particle, { kind: 'element' }>): string {
  const name = innerName(particle);
  const quoted = name === undefined ? '' : ` "${name}"`;
  const word = particle.kind === 'any' ? 'wildcard' : (particleReference(particle)?.kind ?? particle.kind);
  return `the ${word}${quoted}`;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/^.*:/, '');
}

function finder<T extends { readonly name: QName }>(components: readonly T[]): (name: QName) => T | undefined {
  const byName = new Map(components.map((component) => [nameKey(component.name), component]));
  return (name) => byName.get(nameKey(name));
}

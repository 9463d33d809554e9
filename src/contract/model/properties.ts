import type { Claim } from './claimed-names.ts';
import { propertyIdentifier } from './identifier.ts';
import type { ComponentIndex } from './lookup.ts';
import type { Annotated, ComplexType, GroupParticle, Part, Particle, QName } from './model.ts';
import { componentNameOf, groupPropertyOf, propertyNameOf } from './naming.ts';
import { particleReference } from './particle-reference.ts';
import { memberParticles, outermostParticles } from './property-particles.ts';
import { nameKey, sameName } from './qualified-name.ts';

/** A property of an interface, or a case of a choice. */
export interface Property extends Claim {
  readonly name: string;
  readonly kind: 'element' | 'attribute' | 'group' | 'wildcard' | 'text';
  /** Of an element or an attribute. */
  readonly qname?: QName | undefined;
  /** Whose `typeScriptName` is the name of the property. */
  readonly component: Annotated;
}

/** Whether two properties of one name are one: a redeclared attribute, or an element that occurs again in mixed content. */
export function isRepeated(one: Property, other: Property, isMixed: boolean): boolean {
  if (one.kind !== other.kind || (one.kind !== 'attribute' && !isMixed)) return false;
  if (one.kind === 'wildcard') return true;
  return one.qname !== undefined && other.qname !== undefined && sameName(one.qname, other.qname);
}

/** The properties of the types of a contract. */
export class Properties {
  readonly #index: ComponentIndex;
  readonly #chosen: ReadonlyMap<Annotated, string>;

  /** @param chosen names that replace those of components. */
  constructor(index: ComponentIndex, chosen: ReadonlyMap<Annotated, string> = new Map()) {
    this.#index = index;
    this.#chosen = chosen;
  }

  /** Without inherited ones. Mixed content has one list instead of its elements. */
  ownOf(type: ComplexType): readonly Property[] {
    const { content, anyAttribute, mixed } = type;
    const properties = [...this.attributesOf(type)];
    const wildcard = anyAttribute && (this.#chosen.get(anyAttribute) ?? anyAttribute.typeScriptName);
    if (anyAttribute !== undefined && wildcard !== undefined) {
      properties.push({ ...named(wildcard, anyAttribute), kind: 'wildcard' });
    }
    const text = content.kind === 'simple' ? (this.#chosen.get(content) ?? content.typeScriptName) : undefined;
    if (content.kind === 'simple' && text !== undefined) {
      properties.push({ ...named(text, content), what: '$text', kind: 'text' });
    }
    if (content.kind !== 'elements' || mixed) return properties;
    return [...properties, ...outermostParticles(content.particle).flatMap((one) => this.#list(one))];
  }

  /** A restriction redeclares its content, but inherits the attributes that it does not redeclare. */
  inheritedBy(type: ComplexType): readonly Property[] {
    const inherited: Property[] = [];
    const redeclared = new Set<string>();
    const seen = new Set<ComplexType>([type]);
    let restricts = false;
    for (let derived = type; derived.derivation !== undefined; ) {
      const base = this.#index.base(derived);
      if (base === undefined || seen.has(base)) break;
      seen.add(base);
      if (derived.derivation.method === 'restriction') {
        restricts = true;
        for (const { what } of this.attributesOf(derived)) redeclared.add(what);
      }
      const all = restricts ? this.attributesOf(base) : this.ownOf(base);
      inherited.unshift(...all.filter(({ what }) => !restricts || !redeclared.has(what)));
      derived = base;
    }
    return inherited;
  }

  /** Those of attribute groups are behind the type's own. */
  attributesOf(owner: AttributeOwner): readonly Property[] {
    return this.#index
      .attributesOf(owner)
      .filter(({ use }) => use !== 'prohibited')
      .map((one) => ({
        name: this.#chosen.get(one) ?? propertyNameOf(one),
        kind: 'attribute',
        qname: one.name,
        component: one,
        what: one.name.local,
        origin: one.origin,
      }));
  }

  /** The parts of an rpc message: each is an element in no namespace, or the global one that it refers to. */
  partsOf(parts: readonly Part[]): readonly Property[] {
    return parts.map((part) => {
      const { content, origin } = part;
      const element = content.kind === 'element' ? this.#index.element(content.name) : undefined;
      const chosen = this.#chosen.get(part) ?? part.typeScriptName;
      const name = chosen ?? (element === undefined ? propertyIdentifier(part.name) : propertyNameOf(element));
      const qname = content.kind === 'element' ? content.name : { namespace: '', local: part.name };
      return { name, kind: 'element', qname, component: part, what: part.name, origin };
    });
  }

  /** The members of a choice or of another group. */
  membersOf(group: GroupParticle): readonly Property[] {
    return memberParticles(group).flatMap((one) => this.#list(one));
  }

  /** All elements in mixed content, whatever their groups. */
  casesOf(type: ComplexType, seen: Set<ComplexType | string> = new Set()): readonly Property[] {
    if (seen.has(type)) return [];
    seen.add(type);
    const base = type.derivation?.method === 'extension' ? this.#index.base(type) : undefined;
    const inherited = base === undefined ? [] : this.casesOf(base, seen);
    const { content } = type;
    return content.kind === 'elements' ? [...inherited, ...this.#casesIn(content.particle, seen)] : inherited;
  }

  #casesIn(particle: Particle, seen: Set<ComplexType | string>): readonly Property[] {
    if ('particles' in particle) return particle.particles.flatMap((one) => this.#casesIn(one, seen));
    const reference = particleReference(particle);
    if (reference?.kind !== 'group') return this.#list(particle);
    const key = nameKey(reference.name);
    const group = seen.has(key) ? undefined : this.#index.group(reference.name)?.particle;
    seen.add(key);
    return group === undefined ? [] : this.#casesIn(group, seen);
  }

  #list(particle: Particle): readonly Property[] {
    const property = this.#of(particle);
    return property === undefined ? [] : [property];
  }

  /** Undefined for a reference to nothing. */
  #of(particle: Particle): Property | undefined {
    if (particle.kind === 'element') {
      const { element } = particle;
      const name = this.#chosen.get(element) ?? propertyNameOf(element);
      const { name: qname, origin } = element;
      return { name, kind: 'element', qname, component: element, what: qname.local, origin };
    }
    const { origin } = particle;
    const chosen = this.#chosen.get(particle) ?? particle.typeScriptName;
    if (particle.kind === 'elementReference') {
      const element = this.#index.element(particle.name);
      const name = chosen ?? (element && propertyNameOf(element));
      const { name: qname } = particle;
      return name === undefined
        ? undefined
        : { name, kind: 'element', qname, component: particle, what: chosen ?? qname.local, origin };
    }
    if (particle.kind === 'any') return { ...named(chosen ?? '$any', particle), kind: 'wildcard' };
    if ('particles' in particle) {
      return { ...named(chosen ?? groupPropertyOf(particle), particle), kind: 'group' };
    }
    const group = this.#index.group(particle.name);
    const name = chosen ?? (group && componentNameOf(group));
    return name === undefined ? undefined : { ...named(name, particle), kind: 'group' };
  }
}

type AttributeOwner = Pick<ComplexType, 'attributes' | 'attributeGroups'>;

function named(name: string, component: Annotated): Omit<Property, 'kind'> {
  return { name, component, what: name, origin: component.origin };
}

import { type Diagnostic, contract as kinds, report } from '../diagnostics/index.ts';
import { type Claim, ClaimedNames, locationOf, relatedTo } from './claimed-names.ts';
import { ComponentIndex } from './lookup.ts';
import type { ComplexType, Contract, Particle, TypeReference } from './model.ts';
import { propertyNameOf } from './naming.ts';
import { keyOf } from './qualified-name.ts';

/** A property of an interface, and the component that it represents. */
interface Property extends Claim {
  readonly name: string;
}

/** Clashes between properties of one interface: of a record with its inherited properties, a group, or a choice. */
export function propertyClashes(contract: Contract): readonly Diagnostic[] {
  return new PropertyChecker(contract).check();
}

class PropertyChecker {
  readonly #contract: Contract;
  readonly #index: ComponentIndex;
  readonly #diagnostics: Diagnostic[] = [];

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#index = new ComponentIndex(contract);
  }

  check(): readonly Diagnostic[] {
    for (const { elements, types, groups } of this.#contract.schemas) {
      for (const { type } of elements) this.#anonymous(type);
      for (const type of types) if (type.kind === 'complex') this.#checkRecord(type);
      for (const { particle } of groups) this.#checkGroup(particle.particles);
    }
    return this.#diagnostics;
  }

  #anonymous(type: TypeReference): void {
    if (type.kind === 'anonymous' && type.type.kind === 'complex') this.#checkRecord(type.type);
  }

  #checkRecord(type: ComplexType): void {
    this.#checkNames(this.#ownOf(type), this.#inherited(type));
    if (type.mixed) this.#checkMixed(type);
    if (type.content.kind === 'elements') this.#checkInside(type.content.particle);
  }

  /** A restriction redeclares its content, but inherits the attributes that it does not redeclare. */
  #inherited(type: ComplexType): readonly Property[] {
    const inherited: Property[] = [];
    const redeclared = new Set<string>();
    const seen = new Set<ComplexType>([type]);
    let restricts = false;
    for (let derived = type; derived.derivation !== undefined; ) {
      const { base: name, method } = derived.derivation;
      const base = this.#index.complexType(name);
      if (base === undefined || seen.has(base)) break;
      seen.add(base);
      if (method === 'restriction') {
        restricts = true;
        for (const { what } of this.#attributesOf(derived)) redeclared.add(what);
      }
      const all = restricts ? this.#attributesOf(base) : this.#ownOf(base);
      inherited.unshift(...all.filter(({ what }) => !restricts || !redeclared.has(what)));
      derived = base;
    }
    return inherited;
  }

  /** In mixed content all elements are cases of one list, regardless of their groups. */
  #checkMixed(type: ComplexType): void {
    const found = new Map<string, Property & { readonly element: string }>();
    for (const one of this.#casesOf(type, new Set())) {
      const first = found.get(one.name);
      if (first === undefined) found.set(one.name, one);
      else if (first.element !== one.element) this.#clash(one, first);
    }
  }

  #casesOf(type: ComplexType, seen: Set<ComplexType | string>): readonly (Property & { readonly element: string })[] {
    if (seen.has(type)) return [];
    seen.add(type);
    const { derivation, content } = type;
    const base = derivation?.method === 'extension' ? this.#index.complexType(derivation.base) : undefined;
    const inherited = base === undefined ? [] : this.#casesOf(base, seen);
    return content.kind === 'elements' ? [...inherited, ...this.#casesIn(content.particle, seen)] : inherited;
  }

  #casesIn(particle: Particle, seen: Set<ComplexType | string>): readonly (Property & { readonly element: string })[] {
    if ('particles' in particle) return particle.particles.flatMap((one) => this.#casesIn(one, seen));
    if (particle.kind === 'groupReference') {
      const key = keyOf(particle.name);
      const group = seen.has(key) ? undefined : this.#index.group(particle.name)?.particle;
      seen.add(key);
      return group === undefined ? [] : this.#casesIn(group, seen);
    }
    const element =
      particle.kind === 'element' ? keyOf(particle.element.name) : particle.kind === 'any' ? '*' : keyOf(particle.name);
    return this.#propertyOf(particle).map((property) => ({ ...property, element }));
  }

  #ownOf(type: ComplexType): readonly Property[] {
    const { content, anyAttribute } = type;
    const any = anyAttribute?.typeScriptName;
    const properties = [...this.#attributesOf(type)];
    if (any !== undefined) properties.push({ name: any, what: any, origin: anyAttribute?.origin });
    if (content.kind === 'simple' && content.typeScriptName !== undefined) {
      properties.push({ name: content.typeScriptName, what: '$text', origin: content.origin });
    }
    if (content.kind !== 'elements') return properties;
    const { particle } = content;
    const isPlain = particle.kind === 'sequence' || particle.kind === 'all';
    const particles = isPlain ? particle.particles : [particle];
    return [...properties, ...particles.flatMap((one) => this.#propertyOf(one))];
  }

  #attributesOf(type: ComplexType): readonly Property[] {
    return this.#index
      .attributesOf(type)
      .filter(({ use }) => use !== 'prohibited')
      .map((one) => ({ name: propertyNameOf(one), what: one.name.local, origin: one.origin }));
  }

  /** At most one. */
  #propertyOf(particle: Particle): readonly Property[] {
    if (particle.kind === 'element') {
      const { element } = particle;
      return [{ name: propertyNameOf(element), what: element.name.local, origin: element.origin }];
    }
    const { typeScriptName, origin } = particle;
    if (typeScriptName !== undefined) return [{ name: typeScriptName, what: typeScriptName, origin }];
    if (particle.kind === 'elementReference') {
      const element = this.#index.element(particle.name);
      return element === undefined ? [] : [{ name: propertyNameOf(element), what: particle.name.local, origin }];
    }
    const group = particle.kind === 'groupReference' ? this.#index.group(particle.name) : undefined;
    return group === undefined ? [] : [{ name: group.name.local, what: group.name.local, origin }];
  }

  /** A `$choice` or a `$sequence`, with nested ones. */
  #checkGroup(particles: readonly Particle[]): void {
    this.#checkNames(
      particles.flatMap((one) => this.#propertyOf(one)),
      [],
    );
    for (const particle of particles) this.#checkInside(particle);
  }

  #checkInside(particle: Particle): void {
    if (particle.kind === 'element') this.#anonymous(particle.element.type);
    else if ('particles' in particle) {
      // The outermost sequence of a type was checked with the type.
      if (particle.typeScriptName !== undefined || particle.kind === 'choice') this.#checkGroup(particle.particles);
      else for (const one of particle.particles) this.#checkInside(one);
    }
  }

  #checkNames(own: readonly Property[], inherited: readonly Property[]): void {
    const names = new ClaimedNames();
    for (const property of inherited) names.claim(property.name, property);
    for (const property of own) {
      const first = names.claim(property.name, property);
      if (first !== undefined) this.#clash(property, first);
    }
  }

  #clash(property: Property, first: Claim): void {
    const parameters = { one: property.what, other: first.what, name: property.name };
    this.#diagnostics.push(report(kinds.propertyNameClash, parameters, locationOf(property), relatedTo(first)));
  }
}

import { type Diagnostic, contract as kinds, report } from '../diagnostics/index.ts';
import { type Claim, ClaimedNames, placeOf, relatedTo } from './clash-names.ts';
import type { ComplexType, Contract, GlobalElement, Particle, QName, TypeReference } from './model.ts';
import { propertyNameOf } from './naming.ts';
import { keyOf } from './qname.ts';

/** One property of an interface, and what it holds. */
interface Property extends Claim {
  readonly name: string;
}

/** Properties of one interface that come out the same: of records with all that they inherit, of groups, of choices. */
export function propertyClashes(contract: Contract): readonly Diagnostic[] {
  return new Properties(contract).all();
}

class Properties {
  readonly #contract: Contract;
  readonly #types: ReadonlyMap<string, ComplexType>;
  readonly #elements: ReadonlyMap<string, GlobalElement>;
  readonly #attributeGroups: ReadonlyMap<string, Contract['schemas'][number]['attributeGroups'][number]>;
  readonly #groups: ReadonlyMap<string, string>;
  readonly #groupParticles: ReadonlyMap<string, Particle>;
  readonly #diagnostics: Diagnostic[] = [];

  constructor(contract: Contract) {
    this.#contract = contract;
    const all = <T extends { readonly name: QName }>(
      of: (schema: Contract['schemas'][number]) => readonly T[],
    ): ReadonlyMap<string, T> =>
      new Map(contract.schemas.flatMap(of).map((one): [string, T] => [keyOf(one.name), one]));
    this.#types = all(({ types }) => types.filter((type) => type.kind === 'complex'));
    this.#elements = all(({ elements }) => elements);
    this.#attributeGroups = all(({ attributeGroups }) => attributeGroups);
    this.#groupParticles = new Map(
      contract.schemas.flatMap(({ groups }) => groups.map(({ name, particle }) => [keyOf(name), particle])),
    );
    this.#groups = new Map(
      contract.schemas.flatMap(({ groups }) => groups.map(({ name }) => [keyOf(name), name.local])),
    );
  }

  all(): readonly Diagnostic[] {
    for (const { elements, types, groups } of this.#contract.schemas) {
      for (const { type } of elements) this.#inside(type);
      for (const type of types) if (type.kind === 'complex') this.#record(type);
      for (const { particle } of groups) this.#group(particle.particles);
    }
    return this.#diagnostics;
  }

  #inside(type: TypeReference): void {
    if (type.kind === 'anonymous' && type.type.kind === 'complex') this.#record(type.type);
  }

  #record(type: ComplexType): void {
    this.#check(this.#ownOf(type), this.#inherited(type));
    if (type.mixed) this.#checkMixed(type);
    if (type.content.kind === 'elements') this.#below(type.content.particle);
  }

  /** A restriction says its content anew; attributes stay, but for those that it says anew. */
  #inherited(type: ComplexType): readonly Property[] {
    const inherited: Property[] = [];
    const said = new Set<string>();
    const seen = new Set<ComplexType>([type]);
    let restricts = false;
    for (let derived = type; derived.derivation !== undefined; ) {
      const { base: name, method } = derived.derivation;
      const base = this.#types.get(keyOf(name));
      if (base === undefined || seen.has(base)) break;
      seen.add(base);
      if (method === 'restriction') {
        restricts = true;
        for (const { what } of this.#attributesOf(derived, new Set())) said.add(what);
      }
      const all = restricts ? this.#attributesOf(base, new Set()) : this.#ownOf(base);
      inherited.unshift(...all.filter(({ what }) => !restricts || !said.has(what)));
      derived = base;
    }
    return inherited;
  }

  /** In mixed content all elements are cases of one list, however they are grouped. */
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
    const base = derivation?.method === 'extension' ? this.#types.get(keyOf(derivation.base)) : undefined;
    const inherited = base === undefined ? [] : this.#casesOf(base, seen);
    return content.kind === 'elements' ? [...inherited, ...this.#casesIn(content.particle, seen)] : inherited;
  }

  #casesIn(particle: Particle, seen: Set<ComplexType | string>): readonly (Property & { readonly element: string })[] {
    if ('particles' in particle) return particle.particles.flatMap((one) => this.#casesIn(one, seen));
    if (particle.kind === 'groupReference') {
      const key = keyOf(particle.name);
      const group = seen.has(key) ? undefined : this.#groupParticles.get(key);
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
    const properties = [...this.#attributesOf(type, new Set())];
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

  #attributesOf(
    { attributes, attributeGroups }: Pick<ComplexType, 'attributes' | 'attributeGroups'>,
    seen: Set<string>,
  ): readonly Property[] {
    const own = attributes
      .filter(({ use }) => use !== 'prohibited')
      .map((one) => ({ name: propertyNameOf(one), what: one.name.local, origin: one.origin }));
    const grouped = attributeGroups.flatMap((name) => {
      const group = this.#attributeGroups.get(keyOf(name));
      if (group === undefined || seen.has(keyOf(name))) return [];
      seen.add(keyOf(name));
      return this.#attributesOf(group, seen);
    });
    return [...own, ...grouped];
  }

  /** One or none. */
  #propertyOf(particle: Particle): readonly Property[] {
    if (particle.kind === 'element') {
      const { element } = particle;
      return [{ name: propertyNameOf(element), what: element.name.local, origin: element.origin }];
    }
    const { typeScriptName, origin } = particle;
    if (typeScriptName !== undefined) return [{ name: typeScriptName, what: typeScriptName, origin }];
    if (particle.kind === 'elementReference') {
      const element = this.#elements.get(keyOf(particle.name));
      return element === undefined ? [] : [{ name: propertyNameOf(element), what: particle.name.local, origin }];
    }
    const group = particle.kind === 'groupReference' ? this.#groups.get(keyOf(particle.name)) : undefined;
    return group === undefined ? [] : [{ name: group, what: group, origin }];
  }

  /** Of a `$choice` or a `$sequence`, and of those inside of it. */
  #group(particles: readonly Particle[]): void {
    this.#check(
      particles.flatMap((one) => this.#propertyOf(one)),
      [],
    );
    for (const particle of particles) this.#below(particle);
  }

  #below(particle: Particle): void {
    if (particle.kind === 'element') this.#inside(particle.element.type);
    else if ('particles' in particle) {
      // The outermost sequence of a type was looked at with it; to look again finds what was found.
      if (particle.typeScriptName !== undefined || particle.kind === 'choice') this.#group(particle.particles);
      else for (const one of particle.particles) this.#below(one);
    }
  }

  #check(own: readonly Property[], inherited: readonly Property[]): void {
    const names = new ClaimedNames();
    for (const property of inherited) names.claim(property.name, property, () => {});
    for (const property of own) {
      names.claim(property.name, property, (first) => this.#clash(property, first));
    }
  }

  #clash(property: Property, first: Claim): void {
    const parameters = { one: property.what, other: first.what, name: property.name };
    this.#diagnostics.push(report(kinds.propertyNameClash, parameters, placeOf(property), relatedTo(first)));
  }
}

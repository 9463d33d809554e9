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
    const own = this.#ownOf(type);
    const inherited: Property[] = [];
    const seen = new Set<ComplexType>([type]);
    for (let base = this.#extended(type); base !== undefined && !seen.has(base); base = this.#extended(base)) {
      seen.add(base);
      inherited.unshift(...this.#ownOf(base));
    }
    this.#check(own, inherited);
    if (type.content.kind === 'elements') this.#below(type.content.particle);
  }

  #extended({ derivation }: ComplexType): ComplexType | undefined {
    return derivation?.method === 'extension' ? this.#types.get(keyOf(derivation.base)) : undefined;
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
      names.claim(property.name, property, (first) => {
        const parameters = { one: property.what, other: first.what, name: property.name };
        this.#diagnostics.push(report(kinds.propertyNameClash, parameters, placeOf(property), relatedTo(first)));
      });
    }
  }
}

import {
  type Annotated,
  type ComponentIndex,
  type Contract,
  componentIndexOf,
  isRepeated,
  namespaceWords,
  Properties,
  type Property,
  type PropertyScope,
  propertyIdentifier,
  propertyScopes,
  sameName,
} from '../model/index.ts';
import { withNames } from './rename.ts';

/** The contract with names for the properties that would otherwise clash with others of their type. */
export function assignProperties(contract: Contract): Contract {
  const index = componentIndexOf(contract);
  const chosen = new Map<Annotated, string>();
  const assignment = new PropertyAssignment(contract, index, chosen);
  for (const scope of propertyScopes(contract, index, new Properties(index, chosen))) assignment.assign(scope);
  return withNames(contract, chosen);
}

/** Elements keep their names before groups and wildcards, and these before attributes. */
const order = ['element', 'group', 'wildcard', 'attribute', 'text'];

/** The names of one scope. */
interface ScopeNames {
  readonly names: Map<string, Property>;
  /** The next number for a name, so that an element that occurs often needs no search. */
  readonly counts: Map<string, number>;
}

class PropertyAssignment {
  readonly #contract: Contract;
  readonly #index: ComponentIndex;
  readonly #chosen: Map<Annotated, string>;
  /** Components in several scopes: attributes of attribute groups, and elements of groups in mixed content. */
  readonly #shared: Set<Annotated>;
  #used: Set<string> | undefined;

  /** @param chosen receives the names. */
  constructor(contract: Contract, index: ComponentIndex, chosen: Map<Annotated, string>) {
    this.#contract = contract;
    this.#index = index;
    this.#chosen = chosen;
    const groups = contract.schemas.flatMap(({ attributeGroups }) => attributeGroups);
    this.#shared = new Set(groups.flatMap(({ attributes }) => attributes));
  }

  assign({ own, inherited, isMixed }: PropertyScope): void {
    const taken: ScopeNames = { names: new Map(inherited.map((one) => [one.name, one])), counts: new Map() };
    for (const property of [...own].sort((a, b) => this.#rank(a) - this.#rank(b))) {
      const { component } = property;
      const name = this.#isFixed(property) ? property.name : (nameOfRedeclared(property, inherited) ?? property.name);
      const holder = holderOf(name, property, taken);
      const isFree = holder === undefined || isRepeated(property, holder, isMixed);
      const given = isFree || component.typeScriptName !== undefined ? name : this.#other(property, holder, taken);
      if (given !== property.name) this.#chosen.set(component, given);
      if (!taken.names.has(given)) taken.names.set(given, property);
    }
    // A later scope with the same components must not give them names that clash here.
    for (const { component } of own) this.#shared.add(component);
  }

  #isFixed({ component }: Property): boolean {
    return component.typeScriptName !== undefined || this.#shared.has(component);
  }

  #rank(property: Property): number {
    return this.#isFixed(property) ? -1 : order.indexOf(property.kind);
  }

  /** A free name. That of a component in several scopes is used nowhere else in the contract. */
  #other(property: Property, holder: Property, taken: ScopeNames): string {
    const isShared = this.#shared.has(property.component);
    for (const name of candidates(property, holder, taken.counts)) {
      if (holderOf(name, property, taken) !== undefined || (isShared && this.#names.has(name))) continue;
      if (isShared) this.#names.add(name);
      return name;
    }
    throw new RangeError('There are infinitely many names.');
  }

  /** All names of properties in the contract. */
  get #names(): Set<string> {
    const scopes = propertyScopes(this.#contract, this.#index, new Properties(this.#index));
    this.#used ??= new Set([...scopes].flatMap(({ own }) => own.map(({ name }) => name)));
    return this.#used;
  }
}

/** The property that has a name. That of a group is in the name of its type too, without the `$`. */
function holderOf(name: string, { kind }: Property, { names }: ScopeNames): Property | undefined {
  return names.get(name) ?? (kind === 'group' ? names.get(name.replace(/^\$/, '')) : undefined);
}

/** The name of the inherited attribute that an attribute redeclares. */
function nameOfRedeclared({ kind, qname }: Property, inherited: readonly Property[]): string | undefined {
  if (kind !== 'attribute' || qname === undefined) return undefined;
  return inherited.find((one) => one.kind === kind && one.qname !== undefined && sameName(one.qname, qname))?.name;
}

function* candidates({ kind, name, qname }: Property, holder: Property, counts: Map<string, number>): Iterable<string> {
  const withSuffix = (suffix: string): string =>
    qname === undefined ? `${name}${suffix}` : propertyIdentifier(`${qname.local}${suffix}`);
  if (kind !== holder.kind && kind === 'attribute') yield withSuffix('Attribute');
  if (kind !== holder.kind && kind === 'element') yield withSuffix('Element');
  if (qname !== undefined && holder.qname?.namespace !== qname.namespace) {
    for (const word of namespaceWords(qname.namespace)) yield withSuffix(word);
  }
  for (let count = counts.get(name) ?? 2; ; count++) {
    counts.set(name, count + 1);
    yield withSuffix(String(count));
  }
}

import { type Entry, contract as kinds, type ParametersOf } from '../../diagnostics/index.ts';
import { type EnumerationValue, type Facets, type SimpleType, type TypeReference, xsd } from '../model/index.ts';
import { canonical, compare, isCanonical, isExpandedName, type Kind, kindOf } from './built-in-values.ts';
import { type CheckContext, walk } from './check-context.ts';
import { excludesAllValues } from './value-range.ts';
import { facetsOf, fits, meets, type Root, rootTypeOf } from './value-space.ts';

/** Checks that each simple type leads to built-in types, and that its facets fit them and allow a value. */
export function checkSimpleTypes(context: CheckContext): void {
  const circular = checkCircularTypes(context);
  walk(context.contract, {
    simple: (type, owner) => {
      if (!circular.has(type)) checkSimpleType(type, owner, context);
    },
  });
}

function checkCircularTypes(context: CheckContext): ReadonlySet<SimpleType> {
  const { contract, marks } = context;
  const circular = new Set<SimpleType>();
  for (const type of contract.schemas.flatMap(({ types }) => types)) {
    if (type.kind !== 'simple') continue;
    const step = dependenciesOf(type).find((dependency) => dependsOn(dependency, type, context));
    if (step === undefined) continue;
    circular.add(type);
    context.add(kinds.endlessType, { type: type.name.local }, marks.spotOf(step) ?? type.origin);
  }
  return circular;
}

/** Named types of the contract that a type refers to, including references in anonymous types. */
export function dependenciesOf({ variety }: SimpleType): readonly TypeReference[] {
  const references =
    variety.kind === 'restriction' ? [variety.base] : variety.kind === 'list' ? [variety.item] : variety.members;
  return references.flatMap((reference) => {
    if (reference.kind === 'named') return reference.name.namespace === xsd ? [] : [reference];
    return reference.type.kind === 'simple' ? dependenciesOf(reference.type) : [];
  });
}

function dependsOn(start: TypeReference, target: SimpleType, { index }: CheckContext): boolean {
  const references = new Set([start]);
  const seen = new Set<SimpleType>();
  for (const reference of references) {
    const type = index.definition(reference);
    if (type === target) return true;
    if (type?.kind !== 'simple' || seen.has(type)) continue;
    seen.add(type);
    for (const dependency of dependenciesOf(type)) references.add(dependency);
  }
  return false;
}

function checkSimpleType(type: SimpleType, owner: string, context: CheckContext): void {
  const { variety } = type;
  if (variety.kind === 'list' && containsList(variety.item, context)) {
    context.add(kinds.listOfLists, { type: owner }, context.marks.spotOf(variety.item) ?? type.origin);
  }
  if (variety.kind !== 'restriction') return;
  const root = rootTypeOf(variety.base, context.index);
  if (root === undefined) return;
  const { base, facets } = variety;
  new FacetRules(type, owner, { base, facets, root }, context).check();
}

/** Whether a type is a list, or a union with a list among its members. */
function containsList(reference: TypeReference, { index }: CheckContext): boolean {
  const seen = new Set<unknown>();
  const references = [reference];
  for (const next of references) {
    const root = rootTypeOf(next, index);
    if (root?.kind === 'list' || (root?.kind === 'atomic' && kindOf(root.name) === 'list')) return true;
    let type = index.definition(next);
    while (type?.kind === 'simple' && type.variety.kind === 'restriction' && !seen.has(type)) {
      seen.add(type);
      type = index.definition(type.variety.base);
    }
    if (type?.kind !== 'simple' || type.variety.kind !== 'union' || seen.has(type)) continue;
    seen.add(type);
    references.push(...type.variety.members);
  }
  return false;
}

const lengths = ['length', 'minLength', 'maxLength'] as const;
const bounds = ['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'] as const;
const digits = ['totalDigits', 'fractionDigits'] as const;
const whiteSpaceOrder = ['preserve', 'replace', 'collapse'] as const;

type FacetName = keyof Facets;

/** Keys of the contract language that differ from the names of the facets. */
const keys: Readonly<Record<string, string>> = { minInclusive: 'min', maxInclusive: 'max', enumeration: 'enum' };

/** The facets of one restriction. */
class FacetRules {
  readonly #type: SimpleType;
  readonly #owner: string;
  readonly #base: TypeReference;
  readonly #facets: Facets;
  readonly #root: Root;
  readonly #kind: Kind | 'union';
  /** Of the base types, the last step first. */
  readonly #inherited: readonly Facets[];
  readonly #context: CheckContext;

  constructor(
    type: SimpleType,
    owner: string,
    { base, facets, root }: { readonly base: TypeReference; readonly facets: Facets; readonly root: Root },
    context: CheckContext,
  ) {
    this.#type = type;
    this.#owner = owner;
    this.#base = base;
    this.#facets = facets;
    this.#root = root;
    this.#kind = root.kind === 'atomic' ? kindOf(root.name) : root.kind;
    this.#inherited = facetsOf(base, context.index);
    this.#context = context;
  }

  check(): void {
    const facets = this.#facets;
    const kind = this.#kind;
    const isNumber = kind === 'integer' || kind === 'decimal';
    const hasBounds = isNumber || kind === 'float' || kind === 'calendar';
    const hasLength = kind === 'text' || kind === 'list' || kind === 'binary' || kind === 'name';
    const misplaced = (name: FacetName): boolean =>
      (!hasLength && lengths.some((one) => one === name)) ||
      (!hasBounds && bounds.some((one) => one === name)) ||
      (!isNumber && digits.some((one) => one === name)) ||
      (name === 'enumeration' && kind === 'boolean') ||
      (name === 'fractionDigits' && kind === 'integer' && facets.fractionDigits !== 0) ||
      (name === 'whiteSpace' && !this.#narrowsWhiteSpace());
    for (const name of Object.keys(facets) as FacetName[]) {
      if (facets[name] === undefined || !misplaced(name)) continue;
      this.#report(kinds.facetDoesNotFit, { facet: keys[name] ?? name, type: this.#owner }, name);
    }
    this.#checkLengths();
    const type = { type: this.#owner };
    if (this.#boundsExclude()) this.#report(kinds.boundsExclude, type, ...bounds);
    else if (this.#allowsNoValue()) this.#report(kinds.nothingBetween, type, ...bounds, ...digits);
    if (isNumber) this.#checkDigits();
    const wider = this.#widerFacet();
    if (wider !== undefined) this.#report(kinds.widerThanBase, type, wider);
    this.#checkValues();
    if (hasBounds) this.#checkBounds();
  }

  #checkLengths(): void {
    const { minLength, maxLength, length } = this.#facets;
    const isBoth = length !== undefined && (minLength ?? maxLength) !== undefined;
    const isExclusive = (minLength ?? 0) > (maxLength ?? Number.POSITIVE_INFINITY);
    if (isBoth || isExclusive) {
      this.#report(kinds.lengthsExclude, { type: this.#owner }, 'minLength', 'maxLength');
    }
  }

  /** At the first of the facets that the contract contains. All of them are left out if that is forgiven. */
  #report<E extends Entry>(entry: E, parameters: ParametersOf<E>, ...names: readonly FacetName[]): void {
    const [spot] = names.flatMap((name) => this.#context.marks.spotOf(this.#facets, name) ?? []);
    this.#context.add(entry, parameters, spot ?? this.#type.origin);
    this.#context.corrections.omit(this.#facets, ...names);
  }

  #boundsExclude(): boolean {
    const { minInclusive, minExclusive, maxInclusive, maxExclusive } = this.#facets;
    if (minInclusive !== undefined && minExclusive !== undefined) return true;
    if (maxInclusive !== undefined && maxExclusive !== undefined) return true;
    const least = minInclusive ?? minExclusive;
    const greatest = maxInclusive ?? maxExclusive;
    if (least === undefined || greatest === undefined || this.#kind === 'union') return false;
    const difference = compare(least, greatest, this.#kind) ?? -1;
    return difference > 0 || (difference === 0 && (minExclusive ?? maxExclusive) !== undefined);
  }

  /** False where a bound is outside of the base type, which is reported by itself. */
  #allowsNoValue(): boolean {
    const own = this.#facets;
    if (this.#root.kind !== 'atomic' || this.#kind === 'union') return false;
    const isLimited = [...bounds, ...digits].some((name) => own[name] !== undefined);
    const areValues = bounds.every((name) => own[name] === undefined || this.#isValue(own[name]));
    if (!isLimited || !areValues) return false;
    const { enumeration, ...others } = own;
    // Values of its own are reported one by one.
    const values = enumeration === undefined ? this.#inheritedValues() : [];
    if (values.length > 0 && !values.some(({ value }) => meets(value, others, this.#root))) return true;
    return excludesAllValues(this.#root.name, this.#kind, [own, ...this.#inherited]);
  }

  /** Those of the nearest base type with an enumeration. */
  #inheritedValues(): readonly EnumerationValue[] {
    return this.#inherited.find(({ enumeration }) => enumeration !== undefined)?.enumeration ?? [];
  }

  #checkDigits(): void {
    const { totalDigits, fractionDigits } = this.#facets;
    const total = totalDigits ?? this.#inherited.find((facets) => facets.totalDigits !== undefined)?.totalDigits;
    if (totalDigits === 0) {
      this.#report(kinds.badDigits, { type: this.#owner, reason: '"totalDigits" is 0' }, 'totalDigits');
    } else if (fractionDigits !== undefined && total !== undefined && fractionDigits > total) {
      const reason = '"fractionDigits" is greater than "totalDigits"';
      this.#report(kinds.badDigits, { type: this.#owner, reason }, 'fractionDigits');
    }
  }

  /** Lengths and digits that exceed those of a base type. Bounds and values are compared as values of the base type. */
  #widerFacet(): FacetName | undefined {
    const facets = this.#facets;
    for (const base of this.#inherited) {
      if ((facets.minLength ?? Number.POSITIVE_INFINITY) < (base.minLength ?? 0)) return 'minLength';
      for (const name of ['maxLength', ...digits] as const) {
        if ((facets[name] ?? 0) > (base[name] ?? Number.POSITIVE_INFINITY)) return name;
      }
      if (facets.length !== undefined && base.length !== undefined && facets.length !== base.length) return 'length';
    }
    return undefined;
  }

  /** The strictest one of this type and its base types, without that of the built-in type. */
  get #whiteSpace(): NonNullable<Facets['whiteSpace']> {
    const steps = [this.#facets, ...this.#inherited].map(({ whiteSpace }) => whiteSpace);
    return steps.includes('collapse') ? 'collapse' : steps.includes('replace') ? 'replace' : 'preserve';
  }

  #narrowsWhiteSpace(): boolean {
    if (this.#root.kind === 'union') return false;
    const name = this.#root.kind === 'atomic' ? this.#root.name : undefined;
    const builtIn = name === 'string' ? 'preserve' : name === 'normalizedString' ? 'replace' : 'collapse';
    const rank = (value: Facets['whiteSpace']): number => whiteSpaceOrder.indexOf(value ?? 'preserve');
    const least = Math.max(rank(builtIn), ...this.#inherited.map(({ whiteSpace }) => rank(whiteSpace)));
    return rank(this.#facets.whiteSpace) >= least;
  }

  /** Values of an enumeration satisfy the facets beside it. */
  #checkValues(): void {
    const { marks, corrections } = this.#context;
    const { enumeration = [], ...others } = this.#facets;
    const isGood = ({ value }: EnumerationValue): boolean => this.#isValue(value) && meets(value, others, this.#root);
    const bad = enumeration.filter((one) => !isGood(one));
    if (this.#kind === 'name') this.#checkNames(enumeration.filter(isGood));
    for (const value of bad) {
      const parameters = { value: value.value, type: this.#owner };
      this.#context.add(kinds.badFacetValue, parameters, marks.spotOf(value) ?? this.#type.origin);
      corrections.replace(value, undefined);
    }
    // Whoever lists values that all contradict the pattern has sent them, and made a mistake in the pattern.
    if (bad.length > 0 && bad.length === enumeration.length) {
      const areValues = bad.every(({ value }) => this.#isValue(value));
      corrections.omit(this.#facets, ...(areValues ? Object.keys(others) : ['enumeration']));
      if (areValues) for (const one of bad) corrections.replace(one, one);
    }
    if (this.#context.isForgiving) this.#makeCanonical(enumeration);
  }

  /** A name without a namespace stays: others may send it, in messages without a default namespace. */
  #checkNames(values: readonly EnumerationValue[]): void {
    const { marks } = this.#context;
    for (const one of values) {
      if (isExpandedName(one.value)) continue;
      const parameters = { value: one.value, type: this.#owner };
      this.#context.add(kinds.nameWithoutNamespace, parameters, marks.spotOf(one) ?? this.#type.origin);
    }
  }

  /** Bounds are values of the base type. */
  #checkBounds(): void {
    for (const name of bounds) {
      const text = this.#facets[name];
      if (text === undefined || this.#isValue(text)) continue;
      this.#report(kinds.badFacetValue, { value: text, type: this.#owner }, name);
    }
  }

  #isValue(text: string): boolean {
    const kind = this.#kind === 'union' ? 'text' : this.#kind;
    const isFree =
      this.#context.isForgiving ||
      this.#root.kind !== 'atomic' ||
      (this.#root.name === 'string' && this.#whiteSpace === 'preserve');
    const root = this.#root.kind === 'atomic' ? this.#root.name : undefined;
    return (isFree || isCanonical(text, kind, root)) && fits(text, this.#base, this.#context.index);
  }

  /** Literal types in TypeScript have the form in which a codec returns values. */
  #makeCanonical(enumeration: readonly EnumerationValue[]): void {
    const { corrections } = this.#context;
    const root = this.#root.kind === 'atomic' ? this.#root.name : undefined;
    if (root === undefined) return;
    for (const value of enumeration) {
      const text = canonical(value.value, root, this.#whiteSpace);
      if (text !== value.value && !corrections.isOmitted(value)) corrections.replace(value, { ...value, value: text });
    }
  }
}

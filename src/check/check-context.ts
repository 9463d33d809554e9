import {
  type AttributeUse,
  type ComplexType,
  ComponentIndex,
  ContentModels,
  type Contract,
  type ElementDeclaration,
  type ElementReference,
  type NamedType,
  type Origin,
  type Particle,
  type SimpleType,
  type TypeReference,
} from '../contract/index.ts';
import {
  completeLocation,
  type Diagnostic,
  type Entry,
  type FindingDetails,
  type Findings,
  type Marks,
  type ParametersOf,
  type Related,
  report,
  type Spot,
} from '../diagnostics/index.ts';
import { Corrections } from './corrections.ts';

/** A warning that quotes the error which it stands for. */
export type ForgivingEntry = Entry & { readonly severity: 'warning'; readonly message: `${string}{problem}${string}` };

type CheckDetails = Pick<FindingDetails, 'didYouMean' | 'other'>;

export interface CheckOptions {
  readonly marks: Marks;
  /** Of the contract's own file. */
  readonly main: Findings;
  /** Whether errors in any file leave the contract incomplete: checks that need all of it are then left out. */
  readonly hasErrors: () => boolean;
  /** The warning in place of an error, by the code of the error; undefined for one that stays. By default all stay. */
  readonly forgive?: ((code: string) => ForgivingEntry | undefined) | undefined;
}

function stays(): undefined {
  return undefined;
}

/** The contract, with the index, positions and diagnostics that all checks use. */
export class CheckContext {
  readonly contract: Contract;
  readonly index: ComponentIndex;
  readonly contents: ContentModels;
  readonly marks: Marks;
  readonly main: Findings;
  readonly hasErrors: () => boolean;
  /** What to change where an error is forgiven. Without effect if it is not. */
  readonly corrections: Corrections = new Corrections();
  readonly #forgive: (code: string) => ForgivingEntry | undefined;

  constructor(contract: Contract, { marks, main, hasErrors, forgive = stays }: CheckOptions) {
    this.contract = contract;
    this.index = new ComponentIndex(contract);
    this.contents = new ContentModels(this.index);
    this.marks = marks;
    this.main = main;
    this.hasErrors = hasErrors;
    this.#forgive = forgive;
  }

  /** Whether the contract was written by others, so that values need not have the form in which a codec returns them. */
  get isForgiving(): boolean {
    return this.#forgive !== stays;
  }

  /** Reports at the position of a value, or else at the name of the component. */
  add<E extends Entry>(
    entry: E,
    parameters: ParametersOf<E>,
    at: Spot | Origin | undefined,
    details: CheckDetails = {},
  ): void {
    const forgiving = this.#forgive(entry.code);
    if (forgiving === undefined) this.#report(entry, parameters, at, details);
    else
      this.#report(forgiving, { problem: report(entry, parameters, {}, details).message }, at, {
        other: details.other,
      });
  }

  #report<E extends Entry>(
    entry: E,
    parameters: ParametersOf<E>,
    at: Spot | Origin | undefined,
    details: CheckDetails,
  ): void {
    if (at !== undefined && 'findings' in at) at.findings.add(entry, parameters, at.at, details);
    else this.main.addAll([reportAt(entry, parameters, at, details)]);
  }
}

function reportAt<E extends Entry>(
  entry: E,
  parameters: ParametersOf<E>,
  at: Origin | undefined,
  { didYouMean, other }: CheckDetails,
): Diagnostic {
  const related = other === undefined ? [] : [completeRelated(other)];
  return report(entry, parameters, { ...at }, { didYouMean, related });
}

function completeRelated({ message, ...place }: Related): Related {
  return { ...completeLocation(place), message };
}

/** Callbacks for all declarations with a type, and for references to elements. */
export interface Visitor {
  readonly complex?: (type: ComplexType, owner: string) => void;
  readonly simple?: (type: SimpleType, owner: string) => void;
  readonly element?: (element: ElementDeclaration, owner: string) => void;
  readonly attribute?: (attribute: AttributeUse, owner: string) => void;
  readonly reference?: (reference: ElementReference) => void;
}

/** Visits all declarations of a contract, including anonymous types. `owner` is the name of what contains them. */
export function walk({ schemas }: Pick<Contract, 'schemas'>, visitor: Visitor): void {
  for (const { types, elements, attributes, groups, attributeGroups } of schemas) {
    for (const type of types) walkType(type, type.name.local, visitor);
    for (const element of elements) walkElement(element, element.name.local, visitor);
    for (const attribute of attributes) walkReference(attribute.type, attribute.name.local, visitor);
    for (const group of groups) walkParticle(group.particle, group.name.local, visitor);
    for (const group of attributeGroups) walkAttributes(group.attributes, group.name.local, visitor);
  }
}

function walkType(type: NamedType | ComplexType | SimpleType, owner: string, visitor: Visitor): void {
  if (type.kind === 'simple') {
    visitor.simple?.(type, owner);
    const { variety } = type;
    if (variety.kind === 'restriction') walkReference(variety.base, owner, visitor);
    else if (variety.kind === 'list') walkReference(variety.item, owner, visitor);
    else for (const member of variety.members) walkReference(member, owner, visitor);
    return;
  }
  visitor.complex?.(type, owner);
  walkAttributes(type.attributes, owner, visitor);
  if (type.content.kind === 'elements') walkParticle(type.content.particle, owner, visitor);
  else if (type.content.kind === 'simple') walkReference(type.content.type, owner, visitor);
}

function walkReference(reference: TypeReference, owner: string, visitor: Visitor): void {
  if (reference.kind === 'anonymous') walkType(reference.type, owner, visitor);
}

function walkElement(element: ElementDeclaration, owner: string, visitor: Visitor): void {
  visitor.element?.(element, owner);
  walkReference(element.type, owner, visitor);
}

function walkParticle(particle: Particle, owner: string, visitor: Visitor): void {
  if (particle.kind === 'element') walkElement(particle.element, `${owner}.${particle.element.name.local}`, visitor);
  else if (particle.kind === 'elementReference') visitor.reference?.(particle);
  else if ('particles' in particle) for (const one of particle.particles) walkParticle(one, owner, visitor);
}

function walkAttributes(attributes: readonly AttributeUse[], owner: string, visitor: Visitor): void {
  for (const attribute of attributes) {
    visitor.attribute?.(attribute, owner);
    walkReference(attribute.type, `${owner}.${attribute.name.local}`, visitor);
  }
}

/** A type and its base types, the nearest first. */
export function ancestry(type: ComplexType, index: ComponentIndex): readonly ComplexType[] {
  const found = [type];
  for (let base = index.base(type); base !== undefined && !found.includes(base); base = index.base(base))
    found.push(base);
  return found;
}

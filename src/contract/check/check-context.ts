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
} from '../../diagnostics/index.ts';
import {
  type AttributeUse,
  type ComplexType,
  ComponentIndex,
  ContentModels,
  type Contract,
  componentsOf,
  type ElementDeclaration,
  type ElementReference,
  type Origin,
  partsOf,
  type SchemaPart,
  type SimpleType,
} from '../model/index.ts';
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
  /** The warning that replaces an error, by the code of the error; undefined for one that stays. By default all stay. */
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
  for (const part of schemas.flatMap(componentsOf)) visit(part, part.component.name.local, visitor);
}

/** @param owner the component's own name for a global one and for a field. */
function visit(part: SchemaPart, owner: string, visitor: Visitor): void {
  switch (part.kind) {
    case 'type':
      if (part.component.kind === 'simple') visitor.simple?.(part.component, owner);
      else visitor.complex?.(part.component, owner);
      break;
    case 'element':
      visitor.element?.(part.component, owner);
      break;
    case 'particle':
      if (part.component.kind === 'elementReference') visitor.reference?.(part.component);
  }
  for (const inner of partsOf(part)) {
    if (inner.kind === 'attribute' && 'use' in inner.component) {
      visitor.attribute?.(inner.component, owner);
      visit(inner, `${owner}.${inner.component.name.local}`, visitor);
    } else visit(inner, inner.kind === 'element' ? `${owner}.${inner.component.name.local}` : owner, visitor);
  }
}

/** A type and its base types, the nearest first. */
export function ancestry(type: ComplexType, index: ComponentIndex): readonly ComplexType[] {
  const found = [type];
  for (let base = index.base(type); base !== undefined && !found.includes(base); base = index.base(base))
    found.push(base);
  return found;
}

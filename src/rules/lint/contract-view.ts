import type {
  Annotated,
  AttributeUse,
  Binding,
  ComplexType,
  Contract,
  GlobalElement,
  LocalElement,
  ModelGroup,
  NamedType,
  Occurs,
  Origin,
  Particle,
  PortTypeOperation,
  QName,
  Schema,
  TypeReference,
} from '../../contract/index.ts';

/**
 * The components of a contract as a flat list for rules, with their paths and labels. References are not resolved, so
 * that rules also work on contracts with dangling ones.
 */
export interface View {
  readonly contract: Contract;
  /** Subject of findings about the contract as a whole. */
  readonly whole: Subject;
  readonly operations: readonly OperationView[];
  readonly types: readonly TypeView[];
  readonly elements: readonly ElementView[];
  readonly groups: readonly ComponentView[];
  readonly attributeGroups: readonly ComponentView[];
  readonly attributes: readonly ComponentView[];
  /** Everything with fields: records, requests, responses, groups, and anonymous records in them. */
  readonly holders: readonly Holder[];
  /** Everything with a type: fields, attributes, texts, elements. */
  readonly values: readonly ValueView[];
  readonly type: (name: QName) => TypeView | undefined;
  readonly element: (name: QName) => ElementView | undefined;
  readonly group: (name: QName) => ModelGroup | undefined;
}

export interface OperationView extends Named {
  readonly operation: PortTypeOperation;
  readonly input: readonly PartView[];
  readonly output: readonly PartView[];
}

export type PartView =
  | { readonly kind: 'element'; readonly name: QName }
  | { readonly kind: 'type'; readonly name: QName };

export interface ComponentView extends Labelled {
  readonly name: QName;
  readonly schema: Schema;
  readonly component: Annotated;
}

export interface TypeView extends ComponentView {
  readonly component: NamedType;
}

export interface ElementView extends ComponentView {
  readonly component: GlobalElement;
  /** The operation of a request or response wrapper. */
  readonly wrapperOf?: string | undefined;
}

export interface Holder extends Labelled {
  readonly kind: 'record' | 'request' | 'response' | 'element' | 'group' | 'inner';
  readonly schema: Schema;
  readonly type: ComplexType | undefined;
  /** Undefined for content without elements. */
  readonly particle: Particle | undefined;
  /** Own fields, including those in nested groups. */
  readonly fields: readonly FieldView[];
  readonly attributes: readonly AttributeView[];
  /** Particles other than local elements, the outermost group first. */
  readonly particles: readonly ParticleView[];
}

export interface FieldView extends Named {
  readonly element: LocalElement;
  readonly occurs: Occurs;
  /** In a choice, or in a group that is optional or repeats. */
  readonly conditional: boolean;
}

export interface AttributeView extends Named {
  readonly attribute: AttributeUse;
}

export interface ParticleView extends Labelled {
  readonly particle: Exclude<Particle, { kind: 'element' }>;
  readonly outermost: boolean;
}

export interface ValueView extends Named {
  readonly kind: 'field' | 'attribute' | 'text' | 'element';
  readonly type: TypeReference;
  readonly sensitive: boolean;
  readonly stream: boolean;
  readonly doc: string | undefined;
  /** Default and fixed value. */
  readonly literals: readonly string[];
}

export function bindingSubject(binding: Binding, contract: Contract): Subject {
  return { path: `bindings/${binding.name.local}`, origin: originOf(binding, contract) };
}

function originOf({ origin }: Annotated, contract: Contract): Origin | undefined {
  return origin ?? contract.origin;
}

/** A component that a finding is about. */
export interface Subject {
  /** Path for `ignore`: `records/Order/Number`. */
  readonly path: string;
  readonly origin?: Origin | undefined;
}

export interface Labelled extends Subject {
  /** Name in a sentence: `the record "Order"`. */
  readonly label: string;
}

export interface Named extends Labelled {
  readonly name: string;
}

/** A component with its local name. */
export function named({ path, origin, label, name }: ComponentView): Named {
  return { path, origin, label, name: name.local };
}

/** Whether an element is declared as such, and not the wrapper of a request or response. */
export function isDeclared({ wrapperOf }: ElementView): boolean {
  return wrapperOf === undefined;
}

// The lists that rules check one by one.
export const operations = (view: View): readonly OperationView[] => view.operations;
export const types = (view: View): readonly TypeView[] => view.types;
export const elements = (view: View): readonly ElementView[] => view.elements;
export const holders = (view: View): readonly Holder[] => view.holders;
export const values = (view: View): readonly ValueView[] => view.values;
export const fields = (view: View): readonly FieldView[] => view.holders.flatMap((holder) => holder.fields);
export const attributes = (view: View): readonly AttributeView[] => view.holders.flatMap((holder) => holder.attributes);
export const particles = (view: View): readonly ParticleView[] => view.holders.flatMap((holder) => holder.particles);

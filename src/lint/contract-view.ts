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
} from '../contract/index.ts';

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

export interface OperationView extends Subject {
  readonly operation: PortTypeOperation;
  readonly input: readonly PartView[];
  readonly output: readonly PartView[];
}

export type PartView =
  | { readonly kind: 'element'; readonly name: QName }
  | { readonly kind: 'type'; readonly name: QName };

export interface ComponentView extends Subject {
  readonly name: QName;
  /** Name in a sentence: `the record "Order"`. */
  readonly label: string;
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

export interface Holder extends Subject {
  readonly label: string;
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

export interface FieldView extends Subject {
  readonly label: string;
  readonly name: string;
  readonly element: LocalElement;
  readonly occurs: Occurs;
  /** In a choice, or in a group that is optional or repeats. */
  readonly conditional: boolean;
}

export interface AttributeView extends Subject {
  readonly label: string;
  readonly name: string;
  readonly attribute: AttributeUse;
}

export interface ParticleView extends Subject {
  readonly label: string;
  readonly particle: Exclude<Particle, { kind: 'element' }>;
  readonly outermost: boolean;
}

export interface ValueView extends Subject {
  readonly label: string;
  readonly name: string;
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

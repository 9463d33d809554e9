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
 * A contract laid out for rules: every component once, with its path and a name for people. It follows no reference, so
 * that a contract with dangling ones can be looked at too.
 */
export interface View {
  readonly contract: Contract;
  /** The contract as a whole. */
  readonly whole: Subject;
  readonly operations: readonly OperationView[];
  readonly types: readonly TypeView[];
  readonly elements: readonly ElementView[];
  readonly groups: readonly ComponentView[];
  readonly attributeGroups: readonly ComponentView[];
  readonly attributes: readonly ComponentView[];
  /** Everything that has fields: records, requests, answers, groups, and records without a name inside of them. */
  readonly holders: readonly Holder[];
  /** Everything that has a type: fields, attributes, texts, elements. */
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
  /** In a sentence: `the record "Order"`. */
  readonly label: string;
  readonly schema: Schema;
  readonly component: Annotated;
}

export interface TypeView extends ComponentView {
  readonly component: NamedType;
}

export interface ElementView extends ComponentView {
  readonly component: GlobalElement;
  /** The operation whose request or answer it is, where it is that alone. */
  readonly wrapperOf?: string | undefined;
}

export interface Holder extends Subject {
  readonly label: string;
  readonly kind: 'record' | 'request' | 'response' | 'element' | 'group' | 'inner';
  readonly schema: Schema;
  readonly type: ComplexType | undefined;
  /** The content, where it is elements. */
  readonly particle: Particle | undefined;
  /** Of its own, those in nested groups too. */
  readonly fields: readonly FieldView[];
  readonly attributes: readonly AttributeView[];
  /** Particles that are no local elements, the outermost group first. */
  readonly particles: readonly ParticleView[];
}

export interface FieldView extends Subject {
  readonly label: string;
  readonly name: string;
  readonly element: LocalElement;
  readonly occurs: Occurs;
  /** Inside of a group that can be left out, repeats or chooses. */
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
}

/** What bindings of a contract are in, for messages. */
export function bindingSubject(binding: Binding, contract: Contract): Subject {
  return { path: `bindings/${binding.name.local}`, origin: originOf(binding, contract) };
}

function originOf({ origin }: Annotated, contract: Contract): Origin | undefined {
  return origin ?? contract.origin;
}

/** A component that something can be said about. */
export interface Subject {
  /** Where it stands in the contract, as `ignore` names it: `records/Order/Number`. */
  readonly path: string;
  readonly origin?: Origin | undefined;
}

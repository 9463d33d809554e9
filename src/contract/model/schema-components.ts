import type { LifeCycle } from './life-cycle.ts';
/**
 * The components of XML Schema 1.0 as plain data. Each name is a QName in its own symbol space; content is a tree of
 * particles.
 *
 * @see https://www.w3.org/TR/xmlschema-1/
 */

/** Location of a declaration in a contract file. */
export interface Origin {
  /** Path as the user gave it. */
  readonly file: string;
  /** Line and column count from 1. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 code units. */
  readonly length?: number | undefined;
}

/** An expanded name. The namespace is the empty string for a name in no namespace. */
export interface QName {
  readonly namespace: string;
  readonly local: string;
}

/** Common properties of declared components. */
export interface Annotated extends LifeCycle {
  /** Plain text for doc comments, xs:documentation and pages. */
  readonly doc?: string | undefined;
  readonly origin?: Origin | undefined;
  /** The name in TypeScript where the contract overrides the derived one. */
  readonly typeScriptName?: string | undefined;
  /** Attributes of other namespaces: kept, not understood. */
  readonly foreign?: readonly ForeignAttribute[] | undefined;
  /** Each xs:appinfo as XML text with the namespace declarations that it needs. */
  readonly appinfo?: readonly string[] | undefined;
}

export interface ForeignAttribute {
  readonly name: QName;
  /** A `wsdl:arrayType` has its type as `{namespace}local[]`; any other value is as in the file. */
  readonly value: string;
}

/** Names that must not be used again with another meaning. */
export interface Reserving {
  readonly reserved?: readonly string[] | undefined;
}

export type Form = 'qualified' | 'unqualified';

/** The components of one target namespace. Each list is a symbol space. */
export interface Schema {
  readonly targetNamespace: string;
  /** Prefix in the contract; emitters choose one if it is absent. */
  readonly prefix?: string | undefined;
  readonly elementFormDefault: Form;
  readonly attributeFormDefault: Form;
  readonly elements: readonly GlobalElement[];
  readonly types: readonly NamedType[];
  readonly attributes: readonly GlobalAttribute[];
  readonly groups: readonly ModelGroup[];
  readonly attributeGroups: readonly AttributeGroup[];
  readonly notations?: readonly Notation[] | undefined;
  readonly foreign?: Annotated['foreign'];
  readonly appinfo?: Annotated['appinfo'];
  /** Namespaces that its components refer to. */
  readonly imports: readonly string[];
}

export type TypeDefinition = SimpleType | ComplexType;
export type NamedType = TypeDefinition & { readonly name: QName };

/** A named type, or an anonymous one in place. Built-in types are in the namespace of XML Schema. */
export type TypeReference =
  | {
      readonly kind: 'named';
      readonly name: QName;
      /** The element declares no type, so that its type is anyType. */
      readonly untyped?: boolean | undefined;
    }
  | { readonly kind: 'anonymous'; readonly type: TypeDefinition };

/** How a type can be derived, or an element substituted (XML Schema part 1, 3.3.1, 3.4.1 and 3.14.1). */
export type Derivation = 'extension' | 'restriction' | 'list' | 'union' | 'substitution';

export interface SimpleType extends Annotated, Reserving {
  readonly kind: 'simple';
  readonly name?: QName | undefined;
  /** No type may be derived in these ways. */
  readonly final?: readonly Derivation[] | undefined;
  /** Overrides the contract's option for a type that restricts a built-in one. */
  readonly mapping?: string | undefined;
  readonly variety:
    | { readonly kind: 'restriction'; readonly base: TypeReference; readonly facets: Facets }
    | { readonly kind: 'list'; readonly item: TypeReference }
    | { readonly kind: 'union'; readonly members: readonly TypeReference[] };
}

/** Constraining facets (XML Schema part 2, 4.3). Bounds are lexical, so that they keep all digits. */
export interface Facets {
  readonly enumeration?: readonly EnumerationValue[] | undefined;
  /** All of them must match; the patterns of one derivation step are one expression. */
  readonly patterns?: readonly string[] | undefined;
  readonly whiteSpace?: 'preserve' | 'replace' | 'collapse' | undefined;
  readonly length?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minInclusive?: string | undefined;
  readonly minExclusive?: string | undefined;
  readonly maxInclusive?: string | undefined;
  readonly maxExclusive?: string | undefined;
  readonly totalDigits?: number | undefined;
  readonly fractionDigits?: number | undefined;
}

export interface EnumerationValue extends Annotated {
  readonly value: string;
}

export interface ComplexType extends Annotated, Reserving {
  readonly kind: 'complex';
  readonly name?: QName | undefined;
  readonly abstract: boolean;
  readonly mixed: boolean;
  /** In a message, no type that is derived in these ways may stand for it. Kept, not enforced. */
  readonly block?: readonly Derivation[] | undefined;
  /** No type may be derived in these ways. Kept, not enforced. */
  readonly final?: readonly Derivation[] | undefined;
  readonly derivation?: { readonly method: 'extension' | 'restriction'; readonly base: QName } | undefined;
  readonly content: Content;
  readonly attributes: readonly AttributeUse[];
  readonly attributeGroups: readonly QName[];
  readonly anyAttribute?: Wildcard | undefined;
}

export type Content =
  | { readonly kind: 'empty' }
  | SimpleContent
  | { readonly kind: 'elements'; readonly particle: Particle };

/** Text content, with attributes but without child elements. */
export interface SimpleContent extends Annotated {
  readonly kind: 'simple';
  /** Type of the text. In a restriction, the narrower type. */
  readonly type: TypeReference;
  readonly sensitive: boolean;
  readonly mapping?: string | undefined;
}

/** How often a particle occurs. */
export interface Occurs {
  readonly min: number;
  readonly max: number | 'unbounded';
}

export type Particle = ElementParticle | ElementReference | GroupParticle | GroupReference | AnyParticle;

export interface ElementParticle {
  readonly kind: 'element';
  readonly occurs: Occurs;
  readonly element: LocalElement;
}

/** Common properties of particles that are not local elements. The property of the particle is its `typeScriptName`. */
interface ParticleBase extends Annotated {
  readonly occurs: Occurs;
}

export interface ElementReference extends ParticleBase {
  readonly kind: 'elementReference';
  readonly name: QName;
}

/**
 * A model group. The outermost one of a type adds no property. Any other has the property `typeScriptName`, which is the
 * name after `$choice` or `$sequence` in a contract.
 */
export interface GroupParticle extends ParticleBase {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly particles: readonly Particle[];
}

export interface GroupReference extends ParticleBase {
  readonly kind: 'groupReference';
  readonly name: QName;
}

export interface AnyParticle extends ParticleBase {
  readonly kind: 'any';
  readonly wildcard: Wildcard;
}

/** Common properties of local and global elements. */
export interface ElementDeclaration extends Annotated {
  readonly name: QName;
  readonly type: TypeReference;
  readonly nillable: boolean;
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
  /** A value for sample messages, in lexical form. */
  readonly example?: string | undefined;
  /** A secret, which must not appear in a fault, a log or a page. */
  readonly sensitive: boolean;
  /** In a response, it tells why the request was refused. */
  readonly error?: boolean | undefined;
  /** Binary data that handlers receive as a Blob. */
  readonly stream: boolean;
  /** Overrides the contract's option for this field. */
  readonly mapping?: string | undefined;
  /** In a message, nothing of these kinds may stand for it. Kept, not enforced. */
  readonly block?: readonly Derivation[] | undefined;
  /** Kept, not enforced. */
  readonly constraints?: readonly IdentityConstraint[] | undefined;
}

/** An xs:unique, xs:key or xs:keyref (XML Schema part 1, 3.11). Names in its XPaths are written as `{namespace}local`. */
export interface IdentityConstraint extends Annotated {
  readonly kind: 'unique' | 'key' | 'keyref';
  readonly name: QName;
  readonly selector: string;
  readonly fields: readonly string[];
  /** The key that a keyref refers to. */
  readonly refer?: QName | undefined;
}

/** Its name is in the schema's namespace when its form is qualified, else in none. */
export interface LocalElement extends ElementDeclaration {}

export interface GlobalElement extends ElementDeclaration {
  readonly abstract: boolean;
  readonly substitutionGroup?: QName | undefined;
  /** No element whose type is derived in these ways may substitute it. Kept, not enforced. */
  readonly final?: readonly Derivation[] | undefined;
  /** No schema declares it: it stands for a part with a type, and is not in the WSDL. */
  readonly undeclared?: true | undefined;
}

export interface GlobalAttribute extends Annotated {
  readonly name: QName;
  readonly type: TypeReference;
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
}

/** Its name is in the schema's namespace when its form is qualified, else in none. */
export interface AttributeUse extends GlobalAttribute {
  readonly use: 'optional' | 'required' | 'prohibited';
  readonly sensitive: boolean;
  /** Overrides the contract's option. */
  readonly mapping?: string | undefined;
  /** A reference to the global attribute of that name, which determines the type. */
  readonly reference?: boolean | undefined;
}

/** An xs:notation (XML Schema part 1, 3.12). */
export interface Notation extends Annotated {
  readonly name: QName;
  readonly public?: string | undefined;
  readonly system?: string | undefined;
}

export interface ModelGroup extends Annotated {
  readonly name: QName;
  /** Occurs once; references to the group have their own occurrence. */
  readonly particle: GroupParticle;
}

export interface AttributeGroup extends Annotated {
  readonly name: QName;
  readonly attributes: readonly AttributeUse[];
  readonly attributeGroups: readonly QName[];
  readonly anyAttribute?: Wildcard | undefined;
}

/** `##other` and `##targetNamespace` refer to the schema that contains it. The `typeScriptName` of an anyAttribute is its property. */
export interface Wildcard extends Annotated {
  readonly namespaces: '##any' | '##other' | readonly string[];
  readonly processContents: 'strict' | 'lax' | 'skip';
}

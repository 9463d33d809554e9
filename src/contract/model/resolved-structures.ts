import type { ResolvedLifeCycle } from './life-cycle.ts';
import type {
  ContractAddressing,
  ContractOptions,
  Facets,
  GlobalElement,
  LocalElement,
  MtomUse,
  PortTypeOperation,
  QName,
  SoapVersion,
  Wildcard,
} from './model.ts';
import type { ServiceNames } from './naming.ts';
import type { Representation, SimpleTypeName } from './type-representation.ts';

/** A service with all references resolved: the input of the emitters. */
export interface ResolvedService {
  readonly name: string;
  readonly names: ServiceNames;
  readonly namespace: string;
  readonly doc: string | undefined;
  /** The default; client and server have an option for another address. */
  readonly address: string;
  /** In the order of the ports. */
  readonly soapVersions: readonly SoapVersion[];
  readonly senderFaultStatus: '400' | '500' | undefined;
  readonly mtom: ServiceMtom;
  readonly options: ContractOptions;
  readonly addressing: ContractAddressing | undefined;
  /** The port types that have ports; the first one is that of `address`. */
  readonly portTypes: readonly ResolvedPortType[];
  /** Of all port types, in the contract's order. */
  readonly operations: readonly ResolvedOperation[];
  /** The arrays of encoded messages, each after the arrays in it. */
  readonly arrays: readonly ArrayValue[];
  /** Requests, responses and the declarations in them. */
  readonly messages: readonly Declaration[];
  /** All other declarations, in the contract's order. */
  readonly declarations: readonly Declaration[];
  /** Each after its dependencies. */
  readonly simpleTypes: readonly SimpleDeclaration[];
  /** Wire names of the operations that return a type, by its name in TypeScript. */
  readonly returnedBy: ReadonlyMap<string, readonly string[]>;
  readonly headers: readonly ResolvedHeader[];
  readonly faults: readonly ResolvedFault[];
  /** Prefixes of the schemas, by namespace. */
  readonly prefixes: ReadonlyMap<string, string>;
  /**
   * Whether names need prefixes instead of a default namespace: an element is in no namespace, an attribute in the
   * contract's, or a root element in another.
   */
  readonly prefixed: boolean;
}

/** Use of MTOM; undefined without it. Services with attachments have at least `optional`. */
export interface ServiceMtom {
  /** As the first port says, whose address is the default. */
  readonly client: MtomUse | undefined;
  /** Required if all ports say so, since they share an address. */
  readonly server: MtomUse | undefined;
}

/** A port type and its ports: a class of client.ts. */
export interface ResolvedPortType {
  readonly name: string;
  /** Name of the class. */
  readonly client: string;
  /** Wire name of the service of the first port. */
  readonly service: string;
  readonly doc: string | undefined;
  readonly ports: readonly ResolvedPort[];
  /** Identifiers of the operations by the names of their methods. */
  readonly methods: ReadonlyMap<string, string>;
}

export interface ResolvedPort {
  /** As in the WSDL; where another service has a port of this name, `Service.Port`. */
  readonly name: string;
  readonly soapVersion: SoapVersion;
  /** Empty if the WSDL has none. */
  readonly address: string;
}

export interface ResolvedOperation {
  /** On the wire. */
  readonly name: string;
  /** Name of the method, the constant and the handler file. */
  readonly identifier: string;
  readonly doc: string | undefined;
  readonly soapAction: string;
  /** Whether a binding gives none, so that clients may send any. */
  readonly anySoapAction: boolean;
  /** `wsam:Action` of the request, unless it is the `soapAction`. Without `addressing`, only if that is empty. */
  readonly addressingAction: string | undefined;
  /** `wsam:Action` of the response, with `addressing`. */
  readonly responseAction: string | undefined;
  /** The same of faults, by the names of their types at run time. */
  readonly faultActions: ReadonlyMap<string, string>;
  readonly input: ResolvedBody;
  /** Undefined for a one-way operation. */
  readonly output: ResolvedBody | undefined;
  /** The only field of the output, if handlers return it; undefined where they return the output. */
  readonly result: Field | undefined;
  readonly headers: { readonly input: readonly HeaderUse[]; readonly output: readonly HeaderUse[] };
  /** Properties of the request and of the response, beside those of their bodies. */
  readonly attachments: {
    readonly input: readonly ResolvedAttachment[];
    readonly output: readonly ResolvedAttachment[];
  };
  readonly faults: readonly ResolvedFault[];
  readonly operation: PortTypeOperation;
}

/** A part of a message that is a MIME part beside the envelope (WSDL 1.1, 5): a Blob, which may be absent. */
export interface ResolvedAttachment {
  /** Name of the part of the message. */
  readonly part: string;
  readonly property: string;
  /** Media type of a Blob that has none; undefined if it has several or any. */
  readonly type: string | undefined;
}

/** How a message is written: as its schema says, or encoded (SOAP 1.1, section 5). */
export type Use = 'literal' | 'encoded';

/** The value of an element at the root of a body, a header block or a fault's detail. */
export interface RootValue {
  readonly use: Use;
  readonly type: ValueType;
  /** Name of its type in the schema, for xsi:type; undefined for an anonymous type and for the wrapper of an operation. */
  readonly schemaType: QName | undefined;
  /** Whether it can be null, which is xsi:nil on the wire. */
  readonly nillable: boolean;
  /** Of the part for bytes that have none; undefined where the contract does not say it. */
  readonly contentType?: string | undefined;
}

/** The body of a message. */
export interface ResolvedBody extends RootValue {
  readonly element: QName;
  /** Undefined for a bare message, which has the type of its element. */
  readonly structure: Structure | undefined;
}

export interface HeaderUse {
  readonly header: ResolvedHeader;
  readonly required: boolean;
}

/** A header block. */
export interface ResolvedHeader extends RootValue {
  /** Name of the constant. */
  readonly identifier: string;
  readonly element: GlobalElement;
  readonly mustUnderstand: boolean;
  readonly role: string | undefined;
}

/** An element in the detail of a fault. */
export interface ResolvedFault extends RootValue {
  /** Name of the constant. */
  readonly identifier: string;
  readonly element: GlobalElement;
}

/*
 * Structures: components with all references resolved, inheritance flattened, groups and substitution groups turned
 * into choices, and the name of each in TypeScript. Emitters print them without a lookup.
 */

/** Type of a value. */
export type ValueType = SimpleValue | RecordValue | AnyValue | EncodedValueType;

/** Type of a value in a contract with encoded messages (SOAP 1.1, section 5). */
export type EncodedValueType = ArrayValue | CollectionValue | AnyTypeValue;

export interface SimpleValue {
  readonly kind: 'simple';
  /** The built-in type, or the one at its root; `string` for a list or union. */
  readonly name: SimpleTypeName;
  readonly representation: Representation;
  /** Name in TypeScript of a type that the contract declares. */
  readonly declared?: string | undefined;
  /** Value of an empty element or an absent attribute. */
  readonly fallback?: Fallback | undefined;
  /** Whether a tolerant client reads other texts than the enumerated ones. */
  readonly open?: true | undefined;
  /** For xsi:type, in a contract with encoded messages; undefined for a list or union without a name. */
  readonly schemaType?: QName | undefined;
  /** Whether `schemaType` is the type that it restricts, since it has no name of its own. */
  readonly isUnnamed?: true | undefined;
}

export interface Fallback {
  readonly kind: 'default' | 'fixed';
  /** In lexical form. */
  readonly text: string;
}

export interface RecordValue {
  readonly kind: 'record';
  readonly typeName: string;
  /** Whether its start tag can have attributes, or xsi:type in a hierarchy. */
  readonly head: boolean;
}

/** Unparsed XML: an element of any type. */
export interface AnyValue {
  readonly kind: 'any';
}

/** An encoded array (SOAP 1.1, 5.4.2): a list, or lists of lists if it has several dimensions. */
export interface ArrayValue {
  readonly kind: 'array';
  /** Unique among types and arrays: what its reader and writer are named after. TypeScript has no type of this name. */
  readonly typeName: string;
  /** Undefined for `soapenc:Array` itself, an anonymous type, and an array in an array type. */
  readonly name: QName | undefined;
  /** Number of dimensions: 2 for `[,]`. An array of arrays has one dimension, and an array as its item. */
  readonly rank: number;
  readonly item: ValueType;
  readonly itemNillable: boolean;
  /** Local name of the elements of items that are written; any name is read. */
  readonly itemName: string;
  /** What `soapenc:arrayType` says before the size: a type, and the ranks of arrays of it, `[][,]` or nothing. */
  readonly itemType: QName;
  readonly itemRanks: string;
}

/** A `Map` (keys and values) or `Vector` (a list) of Apache SOAP and Axis 1, whose values are of any type. */
export interface CollectionValue {
  readonly kind: 'collection';
  readonly name: 'Map' | 'Vector';
}

/** A value that is read by its xsi:type, and written with one: of a built-in type or a type of the contract. */
export interface AnyTypeValue {
  readonly kind: 'anyType';
}

/** A named declaration in types.ts. */
export type Declaration = Structure | ChoiceType | GroupType | PolymorphicType;

/** A complex type: an interface, a reader and a writer. */
export interface Structure extends ResolvedLifeCycle {
  readonly kind: 'structure';
  readonly typeName: string;
  readonly doc: string | undefined;
  /** Name in the schema; undefined for an anonymous type. */
  readonly name: QName | undefined;
  readonly discriminant: Discriminant | undefined;
  /** No message can hold it: its type is abstract, and no type is derived from it. */
  readonly abstract: boolean;
  readonly head: boolean;
  readonly attributes: readonly AttributeMember[];
  readonly anyAttribute: AnyAttributeMember | undefined;
  readonly content: StructureContent;
}

/** The `$type` of a type in a hierarchy. */
export interface Discriminant {
  readonly value: string;
  /** Only the root of a hierarchy can omit it. */
  readonly optional: boolean;
}

export type StructureContent =
  /** Elements with distinct names, single or in a list. */
  | { readonly kind: 'fields'; readonly order: 'sequence' | 'all'; readonly fields: readonly Field[] }
  /** Particles that only their order distinguishes. */
  | { readonly kind: 'particles'; readonly members: readonly Member[] }
  | { readonly kind: 'text'; readonly text: TextMember }
  /** Text between elements. `typeName` is the type of one item. */
  | { readonly kind: 'mixed'; readonly members: readonly Member[]; readonly typeName: string };

/** A part of a content model that is one property. */
export type Member = Field | ChoiceMember | GroupMember | AnyMember;

interface MemberBase extends ResolvedLifeCycle {
  /** Name in TypeScript. */
  readonly property: string;
  /** Can be absent; never together with `many`, where the empty list is absence. */
  readonly optional: boolean;
  /** A list. */
  readonly many: boolean;
  /** Minimum and maximum number of items of a list. */
  readonly least: number;
  readonly most: number | 'unbounded';
  readonly doc: string | undefined;
}

/** An element. */
export interface Field extends MemberBase {
  readonly kind: 'field';
  /** On the wire. */
  readonly name: QName;
  readonly type: ValueType;
  readonly nillable: boolean;
  /** In encoded messages, whether its schema requires it although its value can be null: it is nil when there is no value. */
  readonly nilIfAbsent?: boolean | undefined;
  readonly sensitive: boolean;
  readonly stream: boolean;
  /** Whether it refers to an attachment (`swaRef`): a Blob, although its text is a URI. */
  readonly isReference?: true | undefined;
  readonly element: LocalElement;
}

export interface ChoiceMember extends MemberBase {
  readonly kind: 'choice';
  readonly choice: ChoiceType;
}

export interface GroupMember extends MemberBase {
  readonly kind: 'group';
  readonly group: GroupType;
}

/** A wildcard for elements. */
export interface AnyMember extends MemberBase {
  readonly kind: 'any';
  readonly wildcard: Wildcard;
  /** Namespace of the schema, which `##other` and `##targetNamespace` refer to. */
  readonly targetNamespace: string;
}

/** A union of objects with `case` and `value`. */
export interface ChoiceType {
  readonly kind: 'choice-type';
  readonly typeName: string;
  readonly doc: string | undefined;
  /** The property of each member is its `case`. */
  readonly cases: readonly Member[];
  /** Can be absent from valid content. */
  readonly mayBeEmpty: boolean;
}

/** A sequence that is a property of its own: it repeats, is optional, or has a name. */
export interface GroupType {
  readonly kind: 'group-type';
  readonly typeName: string;
  readonly doc: string | undefined;
  readonly members: readonly Member[];
}

/** The union of all types of a hierarchy. */
export interface PolymorphicType {
  readonly kind: 'polymorphic';
  readonly typeName: string;
  readonly doc: string | undefined;
  readonly name: QName;
  /** An abstract type is not among its members. */
  readonly abstract: boolean;
  readonly members: readonly PolymorphicMember[];
}

export interface PolymorphicMember {
  /** Name of its interface, reader and writer. */
  readonly typeName: string;
  readonly discriminant: Discriminant;
  readonly name: QName;
}

export interface AttributeMember extends ResolvedLifeCycle {
  readonly name: QName;
  readonly property: string;
  readonly type: SimpleValue;
  readonly required: boolean;
  readonly sensitive: boolean;
  readonly doc: string | undefined;
}

export interface AnyAttributeMember {
  readonly property: string;
  readonly wildcard: Wildcard;
  readonly targetNamespace: string;
  readonly doc: string | undefined;
}

/** Text content beside attributes. */
export interface TextMember {
  readonly property: string;
  readonly type: SimpleValue;
  readonly sensitive: boolean;
  readonly doc: string | undefined;
}

/** A named simple type in types.ts: one that the contract declares, or the anonymous one of a field. */
export interface SimpleDeclaration extends ResolvedLifeCycle {
  readonly typeName: string;
  readonly doc: string | undefined;
  readonly definition: SimpleDefinition;
}

/** A simple type with its references resolved. */
export type SimpleDefinition =
  | { readonly kind: 'built-in'; readonly name: SimpleTypeName; readonly representation: Representation }
  | { readonly kind: 'declared'; readonly typeName: string; readonly definition: SimpleDefinition }
  | {
      readonly kind: 'restriction';
      /** Name for error messages. */
      readonly name: string;
      readonly base: SimpleDefinition;
      readonly facets: Facets;
    }
  | { readonly kind: 'list'; readonly name: string; readonly item: SimpleDefinition }
  | { readonly kind: 'union'; readonly name: string; readonly members: readonly SimpleDefinition[] };

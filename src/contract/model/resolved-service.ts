import type {
  ContractAddressing,
  ContractOptions,
  GlobalElement,
  MtomUse,
  PortTypeOperation,
  QName,
  SoapVersion,
} from './model.ts';
import type { ServiceNames } from './naming.ts';
import type { ArrayValue, Declaration, Field, SimpleDeclaration, Structure, ValueType } from './resolved-structures.ts';
import type { SecurityDemand } from './security.ts';

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
  /**
   * What callers send to be let in: the alternatives of all ports that clients meet, those of the first port first. An empty
   * one if a port lets everybody in. None where nothing is demanded, or nothing that clients meet.
   */
  readonly security: readonly SecurityDemand[];
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

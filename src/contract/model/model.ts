/**
 * The model of a contract: the components of WSDL 1.1 as plain data, with those of XML Schema. Loaders build it, and it
 * is the only input of the emitters.
 *
 * @see https://www.w3.org/TR/wsdl
 */

import type { Annotated, QName, Reserving, Schema } from './schema-components.ts';
import type { SecurityDemand } from './security.ts';

export type * from './schema-components.ts';

/** Common properties of the components of WSDL. */
export interface Extensible {
  /** Elements of other namespaces as XML text with the namespace declarations that they need: kept, not understood. */
  readonly extensions?: readonly string[] | undefined;
}

export interface Contract extends Annotated, Extensible {
  /** Name of the WSDL definitions and of the generated client and server. */
  readonly name: string;
  readonly targetNamespace: string;
  readonly schemas: readonly Schema[];
  /** Components that no message can contain: they are in the WSDL, and no code is generated for them. */
  readonly unreached?: readonly Schema[] | undefined;
  readonly messages: readonly Message[];
  readonly portTypes: readonly PortType[];
  readonly bindings: readonly Binding[];
  readonly services: readonly Service[];
  /** HTTP status of SOAP 1.2 faults with the code Sender; default: 400. */
  readonly senderFaultStatus?: '400' | '500' | undefined;
  readonly options: ContractOptions;
  /** What its ports say about WS-Addressing, in `extensions`. */
  readonly addressing?: ContractAddressing | undefined;
}

/** How a service uses WS-Addressing. */
export interface ContractAddressing {
  readonly version: '1.0' | '2004-08';
  /** Whether every port demands it; otherwise it is accepted. */
  readonly required: boolean;
}

/** Representation in TypeScript of types that have several. */
export interface ContractOptions {
  readonly long: 'bigint' | 'string' | 'number';
  readonly decimal: 'string' | 'number';
  readonly dateTime: 'Date' | 'exact';
  readonly date: 'string' | 'Date';
  readonly duration: 'string' | 'exact';
}

export interface Message extends Annotated, Extensible {
  readonly name: QName;
  readonly parts: readonly Part[];
  /** The parts as the WSDL declares them: several in one body, or types where SOAP needs elements. */
  readonly declaredParts?: readonly Part[] | undefined;
}

/** The one part of a wrapped message is called `parameters`; that of a bare one is not. */
export interface Part extends Annotated {
  readonly name: string;
  readonly content:
    | { readonly kind: 'element'; readonly name: QName }
    | { readonly kind: 'type'; readonly type: QName };
  /** As for elements, in the parts of rpc messages, which have types. */
  readonly sensitive?: boolean | undefined;
  readonly error?: boolean | undefined;
  readonly stream?: boolean | undefined;
  readonly mapping?: string | undefined;
}

export interface PortType extends Annotated, Extensible, Reserving {
  readonly name: QName;
  readonly operations: readonly PortTypeOperation[];
}

export interface PortTypeOperation extends Annotated, Extensible {
  readonly name: string;
  /** Heading under which pages list it. */
  readonly group?: string | undefined;
  /** Names of parts in the order of a procedure's parameters (WSDL 1.1, 2.4.6): a hint. */
  readonly parameterOrder?: readonly string[] | undefined;
  /** What handlers and client methods return: the only field of a wrapped output, or the complete output. */
  readonly returns: 'field' | 'output';
  readonly pattern: 'request-response' | 'one-way' | 'solicit-response' | 'notification';
  readonly input?: MessageReference | undefined;
  readonly output?: MessageReference | undefined;
  readonly faults: readonly (MessageReference & { readonly name: string })[];
}

export interface MessageReference extends Extensible {
  readonly doc?: string | undefined;
  readonly foreign?: Annotated['foreign'];
  /** The name attribute, if it is not the default; it distinguishes overloads. */
  readonly name?: string | undefined;
  readonly message: QName;
  /** Name of the type of the request or response, if it is not the derived one. */
  readonly typeScriptName?: string | undefined;
}

export type SoapVersion = '1.1' | '1.2';

/** A SOAP binding of a port type (WSDL 1.1, 3; for SOAP 1.2 the WSDL 1.1 binding extension). */
export interface Binding extends Annotated, Extensible {
  readonly name: QName;
  readonly portType: QName;
  readonly soapVersion: SoapVersion;
  readonly style: 'document' | 'rpc';
  readonly transport: string;
  readonly operations: readonly BindingOperation[];
}

export interface BindingOperation extends Annotated, Extensible {
  readonly name: string;
  /** Name attributes of the port type operation's messages, where overloads need them. */
  readonly inputName?: string | undefined;
  readonly outputName?: string | undefined;
  readonly soapAction: string;
  /** The WSDL has no attribute soapAction. On the wire this is an empty soapAction. */
  readonly omitSoapAction?: boolean | undefined;
  /** As in the WSDL of SOAP 1.2; a client always sends it. */
  readonly soapActionRequired?: boolean | undefined;
  readonly style: 'document' | 'rpc';
  readonly input?: BindingBody | undefined;
  readonly output?: BindingBody | undefined;
  readonly faults: readonly BindingFault[];
}

export interface BindingFault extends Extensible {
  readonly name: string;
  readonly use: 'literal' | 'encoded';
  /** Of an encoded fault. */
  readonly namespace?: string | undefined;
}

export interface BindingBody extends Extensible {
  readonly use: 'literal' | 'encoded';
  /** Namespace of the wrapper in rpc style. */
  readonly namespace?: string | undefined;
  /** Parts in the body; by default all. */
  readonly parts?: readonly string[] | undefined;
  readonly headers: readonly HeaderBinding[];
  /** Of a MIME multipart message, whose first part is the envelope (WSDL 1.1, 5). */
  readonly attachments?: readonly Attachment[] | undefined;
}

/** A further part of a MIME multipart message. */
export interface Attachment {
  /** The part of the message. */
  readonly part: string;
  /** Alternative media types; none for any. */
  readonly types: readonly string[];
}

export interface HeaderBinding {
  readonly message: QName;
  readonly part: string;
  readonly use: 'literal' | 'encoded';
  readonly mustUnderstand: boolean;
  readonly role?: string | undefined;
  /** A message without it is rejected. */
  readonly required: boolean;
  /** Of an encoded header. */
  readonly namespace?: string | undefined;
  /** Header blocks of a response whose fault this block caused (WSDL 1.1, 3.7). */
  readonly faults?: readonly HeaderFault[] | undefined;
}

export interface HeaderFault {
  readonly message: QName;
  readonly part: string;
  readonly use: 'literal' | 'encoded';
  /** Of an encoded fault. */
  readonly namespace?: string | undefined;
}

export interface Service extends Annotated, Extensible {
  readonly name: string;
  readonly ports: readonly Port[];
}

export interface Port extends Annotated, Extensible {
  readonly name: string;
  readonly binding: QName;
  /** The default; client and server have an option for another address. Empty if a WSDL has none: then clients need it. */
  readonly address: string;
  /** Undefined where nothing says that it takes MTOM. */
  readonly mtom?: MtomUse | undefined;
  /** What callers send to be let in: one of the alternatives. Undefined where nothing says it. */
  readonly security?: readonly SecurityDemand[] | undefined;
}

/**
 * Whether binary values are in parts of their own: in all messages, or in those of clients that send them so, and in the
 * responses to these (WS-MTOMPolicy 1.0, 3.2).
 */
export type MtomUse = 'optional' | 'required';

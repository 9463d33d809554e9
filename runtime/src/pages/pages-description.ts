import type { ServiceDescription } from '../server/service-description.ts';
import type { ClientCalls } from './calls/client-calls.ts';

/**
 * What the pages of a service show: generated from the contract as plain data, but for `calls`. An absent property is false, or there is
 * nothing to show.
 */
export interface PagesDescription extends ServiceDescription {
  readonly doc?: string;
  /** Absent without a generated client. */
  readonly calls?: ClientCalls;
  /** Whether requests are multipart with XOP, which the contract demands. */
  readonly requiresMtom?: boolean;
  readonly operations: readonly OperationDescription[];
  /** Fields of each record, request and response, by their TypeScript name. */
  readonly records: Readonly<Record<string, readonly FieldDescription[]>>;
  /** Namespaces by the prefixes that messages declare for them; absent where the default namespace is enough. */
  readonly prefixes?: Readonly<Record<string, string>>;
  /** The concrete types of a record that others are derived from, by its key in `records`; absent where there are none. */
  readonly hierarchies?: Readonly<Record<string, HierarchyDescription>>;
  /** Keys into `records` of types that no message can hold: they are abstract, and none is derived from them. */
  readonly abstract?: readonly string[];
}

export interface OperationDescription {
  /** Of operations with one name, the names of their exports. */
  readonly name: string;
  /** Heading under which it is listed; absent if the contract gives none. */
  readonly group?: string;
  readonly doc?: string;
  readonly soapAction: string;
  /** Local names of the body's elements; empty for an empty body and for the output of a one-way operation. */
  readonly inputElement: string;
  readonly outputElement: string;
  /** Their namespaces, if they are not that of the service. */
  readonly inputNamespace?: string;
  readonly outputNamespace?: string;
  /** Keys into `records`; that of the output is empty for a one-way operation. */
  readonly input: string;
  readonly output: string;
  /** Header blocks of its messages; absent if there are none. */
  readonly headers?: { readonly input: readonly HeaderDescription[]; readonly output: readonly HeaderDescription[] };
  /** Parts of its messages that nothing in an envelope refers to; absent if there are none. */
  readonly attachments?: {
    readonly input: readonly AttachmentDescription[];
    readonly output: readonly AttachmentDescription[];
  };
  /** Elements in the detail of its faults; absent if there are none. */
  readonly faults?: readonly ElementDescription[];
  /** What to use instead; absent unless deprecated. */
  readonly deprecated?: string;
  /** Version of the contract that added it. */
  readonly since?: string;
}

/** A global element. */
export interface ElementDescription {
  /** Local name. */
  readonly name: string;
  readonly namespace: string;
  /** Key into `records`. */
  readonly record: string;
  readonly doc?: string;
}

export interface HeaderDescription extends ElementDescription {
  /** Whether a message without it is rejected. */
  readonly required?: boolean;
  readonly mustUnderstand?: boolean;
  /** Role of the receiver, as a URI; absent for the ultimate receiver. */
  readonly role?: string;
}

/** A part of a message beside its envelope (WSDL 1.1, 5). */
export interface AttachmentDescription {
  /** Name of the part of the message. */
  readonly part: string;
  readonly property: string;
  /** Media type; absent: any. */
  readonly type?: string;
}

/** The types that `xsi:type` may name; the declared one is first unless it is abstract. */
export interface HierarchyDescription {
  readonly abstract?: boolean;
  readonly types: readonly {
    /** Key into `records`. */
    readonly record: string;
    readonly namespace: string;
    readonly local: string;
  }[];
}

/**
 * The kind of a field that is not an element: an attribute, the text of its element, a choice whose record lists the cases,
 * a group whose record has its fields, or the content of a wildcard.
 */
export type FieldPlace = 'attribute' | 'text' | 'choice' | 'group' | 'any' | 'attributes' | 'mixed';

/** A field with a value of a simple type, or with a record. */
export interface FieldDescription {
  /** The local name of an element or attribute, otherwise the name in the contract. */
  readonly name: string;
  /** Absent for an element. */
  readonly place?: FieldPlace;
  /** In encoded messages: its xsi:type as `{namespace}local`. */
  readonly xsiType?: string;
  /** Of an encoded array: the type of its items with its dimensions, as `{namespace}local[,]`. */
  readonly arrayType?: string;
  /** Namespace; default: that of the service for elements, none for attributes. */
  readonly namespace?: string;
  /** The default value, if it is absent or empty. */
  readonly fallback?: string;
  /** The only valid value. */
  readonly fixed?: string;
  /** Local name of the simple type, or `anyType` for any content; absent if there is a `record`. */
  readonly type?: string;
  /** The values of an enumeration, in their lexical form. */
  readonly values?: readonly string[];
  /** Key into `records`. */
  readonly record?: string;
  /** A valid value, if the type has restrictions; of a wildcard, an element or an attribute that it admits, as XML. */
  readonly sample?: string;
  /** Whether the field forbids the empty value, which its `type` allows. */
  readonly filled?: boolean;
  readonly optional?: boolean;
  readonly many?: boolean;
  /** Minimum and maximum of occurrences of a repeated field; absent: 0 and no limit. */
  readonly least?: number;
  readonly most?: number;
  readonly nillable?: boolean;
  readonly sensitive?: boolean;
  /** In a response, it tells why the request was refused. */
  readonly error?: boolean;
  readonly stream?: boolean;
  /** Whether the value is a part of the message, to which the text refers (swaRef). */
  readonly attached?: boolean;
  /** What to use instead. */
  readonly deprecated?: string;
  /** Version of the contract that added it. */
  readonly since?: string;
  readonly doc?: string;
}

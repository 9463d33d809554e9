import type { ServiceDescription } from '../server/service-description.ts';

/**
 * What the pages of a service show: generated from the contract as plain data. An absent property is false, or there is
 * nothing to show.
 */
export interface PagesDescription extends ServiceDescription {
  readonly doc?: string;
  readonly operations: readonly OperationDescription[];
  /** Fields of each record, request and response, by their TypeScript name. */
  readonly records: Readonly<Record<string, readonly FieldDescription[]>>;
  /** Namespaces by the prefixes that messages declare for them; absent where the default namespace is enough. */
  readonly prefixes?: Readonly<Record<string, string>>;
  /** The concrete types of a record that others are derived from, by its key in `records`; absent where there are none. */
  readonly hierarchies?: Readonly<Record<string, HierarchyDescription>>;
}

export interface OperationDescription {
  readonly name: string;
  readonly doc?: string;
  readonly soapAction: string;
  /** Local names of the body's elements; that of the output is empty where there is no answer. */
  readonly inputElement: string;
  readonly outputElement: string;
  /** Their namespaces where they are not the service's. */
  readonly inputNamespace?: string;
  readonly outputNamespace?: string;
  /** Keys into `records`; that of the output is empty where there is no answer. */
  readonly input: string;
  readonly output: string;
  /** Header blocks that its messages carry; absent where there are none. */
  readonly headers?: { readonly input: readonly HeaderDescription[]; readonly output: readonly HeaderDescription[] };
  /** Elements that the detail of its faults may hold; absent where there are none. */
  readonly faults?: readonly ElementDescription[];
  /** What to use in its place; absent where it may be used. */
  readonly deprecated?: string;
  /** Version of the contract that it came with. */
  readonly since?: string;
}

/** An element that stands in a message by itself. */
export interface ElementDescription {
  /** Local name. */
  readonly name: string;
  readonly namespace: string;
  /** Key into `records`. */
  readonly record: string;
  readonly doc?: string;
}

export interface HeaderDescription extends ElementDescription {
  /** Whether a message without it is refused. */
  readonly required?: boolean;
  readonly mustUnderstand?: boolean;
  /** Whom it is for, as a URI; absent for whoever the message is for. */
  readonly role?: string;
}

/** Types that a message may name by xsi:type, the declared one first unless it is abstract. */
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
 * Where a field stands that is no element: in the start tag, as the text of its element, as one of the cases that its
 * record lists, as a group whose fields stand where it does, or as whatever a wildcard lets in.
 */
export type FieldPlace = 'attribute' | 'text' | 'choice' | 'group' | 'any' | 'attributes' | 'mixed';

/** A field holds a value of a simple type, or a record. */
export interface FieldDescription {
  /** Of an element or attribute its local name, else what the contract calls it. */
  readonly name: string;
  /** Absent for an element. */
  readonly place?: FieldPlace;
  /** Of the element or attribute, where it is not what is usual: the service's for elements, none for attributes. */
  readonly namespace?: string;
  /** What it has where it is left out or empty. */
  readonly fallback?: string;
  /** The only value that it may have. */
  readonly fixed?: string;
  /** Local name of the simple type, or `anyType` for an element of whatever content; absent where `record` is there. */
  readonly type?: string;
  /** The values of an enumeration, in their lexical form; absent for every other type. */
  readonly values?: readonly string[];
  /** Key into `records`. */
  readonly record?: string;
  /** A value that is valid, where not every one of the type is; of a wildcard, an element that it lets in. */
  readonly sample?: string;
  /** Nothing at all is a value of `type`, but none of the field. */
  readonly filled?: boolean;
  readonly optional?: boolean;
  readonly many?: boolean;
  /** How often it occurs at least and at most, where it may be there more than once; absent: 0, and no limit. */
  readonly least?: number;
  readonly most?: number;
  readonly nillable?: boolean;
  readonly sensitive?: boolean;
  readonly stream?: boolean;
  /** What to use in its place. */
  readonly deprecated?: string;
  /** Version of the contract that it came with. */
  readonly since?: string;
  readonly doc?: string;
}

import type { SoapVersion } from '../soap/operation.ts';

/** What the pages of a service show, and its WSDL: generated from the contract as plain data. */
export interface ServiceDescription {
  readonly name: string;
  readonly namespace: string;
  readonly doc: string;
  /** Default address; its path is the one that is served unless the options say otherwise. */
  readonly address: string;
  readonly soapVersions: readonly SoapVersion[];
  readonly operations: readonly OperationDescription[];
  /** Fields of each record, request and response, by their TypeScript name. */
  readonly records: Readonly<Record<string, readonly FieldDescription[]>>;
  /** The WSDL, cut where an address stands. */
  readonly wsdl: readonly string[];
}

export interface OperationDescription {
  readonly name: string;
  readonly doc: string;
  readonly soapAction: string;
  /** Local names of the body's elements. */
  readonly inputElement: string;
  readonly outputElement: string;
  /** Keys into `records`. */
  readonly input: string;
  readonly output: string;
}

/** A field holds a value of a simple type, or a record. */
export interface FieldDescription {
  readonly name: string;
  /** Local name of the simple type; absent where `record` is there. */
  readonly type?: string;
  /** The values of an enumeration, in their lexical form; absent for every other type. */
  readonly values?: readonly string[];
  /** Key into `records`. */
  readonly record?: string;
  readonly optional: boolean;
  readonly many: boolean;
  readonly nillable: boolean;
  readonly sensitive: boolean;
  readonly stream: boolean;
  readonly doc: string;
}

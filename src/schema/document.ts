import type { ContractOptions, SoapVersion } from '../contract/index.ts';
import type { Located } from './shape.ts';

/** A contract file whose structure was checked: what is written in it, with places, before names mean anything. */
export interface ContractDocument {
  readonly service: Located;
  readonly doc: string | undefined;
  readonly namespace: Located;
  readonly address: Located;
  readonly soap: readonly SoapVersion[];
  readonly options: ContractOptions;
  readonly operations: readonly OperationDocument[];
  readonly types: readonly TypeDocument[];
  readonly records: readonly RecordDocument[];
}

/** A simple type with fewer values than its base. */
export interface TypeDocument {
  readonly name: Located;
  readonly base: Located;
  readonly doc: string | undefined;
  readonly typeScriptName: Located | undefined;
  readonly facets: FacetsDocument;
}

export interface FacetsDocument {
  readonly enumeration?: readonly EnumerationDocument[] | undefined;
  readonly pattern?: string | undefined;
  readonly length?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minInclusive?: Located | undefined;
  readonly minExclusive?: Located | undefined;
  readonly maxInclusive?: Located | undefined;
  readonly maxExclusive?: Located | undefined;
  readonly totalDigits?: number | undefined;
  readonly fractionDigits?: number | undefined;
}

export interface EnumerationDocument {
  readonly value: Located;
  readonly doc: string | undefined;
}

export interface OperationDocument {
  readonly name: Located;
  readonly doc: string | undefined;
  readonly typeScriptName: Located | undefined;
  /** Undefined where it is derived: namespace + name. */
  readonly soapAction: string | undefined;
  /** Of the request element. */
  readonly requestDoc: string | undefined;
  readonly request: readonly FieldDocument[];
  readonly result: FieldDocument;
}

export interface RecordDocument {
  readonly name: Located;
  readonly doc: string | undefined;
  readonly typeScriptName: Located | undefined;
  readonly fields: readonly FieldDocument[];
}

/** Both spellings mean the same here. */
export interface FieldDocument {
  readonly name: Located;
  readonly type: Located;
  readonly optional: boolean;
  readonly many: boolean;
  readonly nillable: boolean;
  readonly sensitive: boolean;
  readonly stream: boolean;
  readonly mapping: string | undefined;
  readonly doc: string | undefined;
  readonly typeScriptName: Located | undefined;
}

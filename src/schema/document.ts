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
  readonly records: readonly RecordDocument[];
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

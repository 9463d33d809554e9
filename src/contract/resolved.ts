import type { ContractOptions, GlobalElement, PortTypeOperation, QName, SoapVersion } from './model.ts';
import type { ServiceNames } from './naming.ts';
import type { Declaration, Field, RecordValue, SimpleDeclaration, SimpleValue, Structure } from './structure.ts';

/** A service with every reference followed: what the emitters walk. */
export interface ResolvedService {
  readonly name: string;
  readonly names: ServiceNames;
  readonly namespace: string;
  readonly doc: string | undefined;
  /** Only a default: client and server take another at run time. */
  readonly address: string;
  /** In the order of the ports. */
  readonly soapVersions: readonly SoapVersion[];
  readonly options: ContractOptions;
  /** In the contract's order. */
  readonly operations: readonly ResolvedOperation[];
  /** Requests, responses and what is declared in them. */
  readonly messages: readonly Declaration[];
  /** Everything else, in the contract's order. */
  readonly declarations: readonly Declaration[];
  /** Each behind the ones that it is made of. */
  readonly simpleTypes: readonly SimpleDeclaration[];
  /** Wire names of the operations that return a type, by its name in TypeScript. */
  readonly returnedBy: ReadonlyMap<string, readonly string[]>;
  readonly headers: readonly ResolvedHeader[];
  readonly faults: readonly ResolvedFault[];
  /** Namespaces of the schemas by their prefixes. */
  readonly prefixes: ReadonlyMap<string, string>;
  /**
   * Names are written with prefixes, since some element is in no namespace, some attribute in the contract's, or some root
   * in another.
   */
  readonly prefixed: boolean;
}

export interface ResolvedOperation {
  /** On the wire. */
  readonly name: string;
  /** Of its method, its constant and its handler file. */
  readonly identifier: string;
  readonly doc: string | undefined;
  readonly soapAction: string;
  readonly input: ResolvedBody;
  /** Undefined for a one-way operation. */
  readonly output: ResolvedBody | undefined;
  /** The one field of the output that is the answer; undefined where the output as a whole is. */
  readonly result: Field | undefined;
  readonly headers: { readonly input: readonly HeaderUse[]; readonly output: readonly HeaderUse[] };
  readonly faults: readonly ResolvedFault[];
  readonly operation: PortTypeOperation;
}

/** What stands in the body of a message. */
export interface ResolvedBody {
  readonly element: QName;
  readonly type: RecordValue | SimpleValue;
  /** Of a wrapped or rpc message; a bare one has the type of its element. */
  readonly structure: Structure | undefined;
}

export interface HeaderUse {
  readonly header: ResolvedHeader;
  readonly required: boolean;
}

/** A header block that messages carry. */
export interface ResolvedHeader {
  /** Of its constant. */
  readonly identifier: string;
  readonly element: GlobalElement;
  readonly type: RecordValue | SimpleValue;
  readonly mustUnderstand: boolean;
  readonly role: string | undefined;
}

/** An element that stands in the detail of a fault. */
export interface ResolvedFault {
  /** Of its constant. */
  readonly identifier: string;
  readonly element: GlobalElement;
  readonly type: RecordValue | SimpleValue;
}

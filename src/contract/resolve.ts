import { ContractError } from './error.ts';
import { builtInOf, complexTypeOf, type Field, fieldsOf } from './fields.ts';
import { type Lookup, lookupIn } from './lookup.ts';
import type {
  BindingOperation,
  ComplexType,
  Contract,
  ContractOptions,
  Facets,
  MessageReference,
  NamedType,
  PortTypeOperation,
  QName,
  SoapVersion,
} from './model.ts';
import {
  operationNameOf,
  requestTypeNameOf,
  responseTypeNameOf,
  type ServiceNames,
  serviceNames,
  typeNameOf,
} from './naming.ts';
import { keyOf, xsd } from './qname.ts';
import type { Representation, SimpleTypeName } from './simple-types.ts';

/** A service of document/literal wrapped operations, every reference followed: what the emitters walk. */
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
  /** In the contract's order, as are the records. */
  readonly operations: readonly ResolvedOperation[];
  readonly records: readonly ResolvedRecord[];
  /** Those that the contract declares, each behind the one that it is made of. */
  readonly simpleTypes: readonly ResolvedSimpleType[];
}

/** A simple type that the contract declares. */
export interface ResolvedSimpleType {
  readonly name: QName;
  readonly typeName: string;
  readonly doc: string | undefined;
  /** The built-in type that it comes down to. */
  readonly builtIn: SimpleTypeName;
  readonly representation: Representation;
  /** The declared type that it is made of; undefined where that is the built-in one. */
  readonly base: string | undefined;
  readonly facets: Facets;
}

export interface ResolvedOperation {
  /** On the wire. */
  readonly name: string;
  /** Of its method, its constant and its handler file. */
  readonly identifier: string;
  readonly doc: string | undefined;
  readonly soapAction: string;
  readonly input: ResolvedWrapper;
  readonly output: ResolvedWrapper;
  /** The one field of the output: what a handler returns and the client's method resolves to. */
  readonly result: Field;
  readonly operation: PortTypeOperation;
}

/** A request or response element with its fields. */
export interface ResolvedWrapper {
  readonly element: QName;
  readonly typeName: string;
  readonly fields: readonly Field[];
}

export interface ResolvedRecord {
  readonly name: QName;
  readonly typeName: string;
  readonly doc: string | undefined;
  readonly fields: readonly Field[];
  /** Wire names of the operations that return it, in order. */
  readonly returnedBy: readonly string[];
  readonly type: ComplexType;
}

/** The contract's service. Throws ContractError for a contract that holds none, or what cannot be generated yet. */
export function resolveService(contract: Contract): ResolvedService {
  const lookup = lookupIn(contract);
  const service = contract.services[0];
  const port = service?.ports[0];
  if (service === undefined || port === undefined || contract.services.length > 1) {
    throw new ContractError(
      'Unsupported',
      `The contract holds ${contract.services.length} services with ports, not one.`,
    );
  }
  const bindings = service.ports.map(({ binding }) => lookup.binding(binding));
  const binding = lookup.binding(port.binding);
  const bound = new Map(binding.operations.map((operation) => [operation.name, operation]));
  const operations = lookup
    .portType(binding.portType)
    .operations.map((operation) => resolveOperation(operation, bound.get(operation.name), contract, lookup));
  return {
    name: service.name,
    names: serviceNames(service.name),
    namespace: contract.targetNamespace,
    doc: service.doc ?? contract.doc,
    address: port.address,
    soapVersions: bindings.map(({ soapVersion }) => soapVersion),
    options: contract.options,
    operations,
    records: resolveRecords(contract, operations, lookup),
    simpleTypes: resolveSimpleTypes(contract, lookup),
  };
}

function resolveOperation(
  operation: PortTypeOperation,
  bound: BindingOperation | undefined,
  contract: Contract,
  lookup: Lookup,
): ResolvedOperation {
  if (bound === undefined || bound.style !== 'document') {
    throw new ContractError('Unsupported', `The operation ${operation.name} has no document binding.`);
  }
  const wrapper = (reference: MessageReference | undefined, typeName: string): ResolvedWrapper => {
    const part = reference === undefined ? undefined : lookup.message(reference.message).parts[0];
    if (part?.content.kind !== 'element') {
      throw new ContractError('Unsupported', `The operation ${operation.name} lacks a message with one element.`);
    }
    const { name, type } = lookup.element(part.content.name);
    return { element: name, typeName, fields: fieldsOf(complexTypeOf(type, lookup), lookup, contract.options) };
  };
  const output = wrapper(operation.output, responseTypeNameOf(operation));
  const result = output.fields[0];
  if (result === undefined || output.fields.length > 1) {
    throw new ContractError(
      'Unsupported',
      `The operation ${operation.name} has ${output.fields.length} results, not one.`,
    );
  }
  return {
    name: operation.name,
    identifier: operationNameOf(operation),
    doc: operation.doc,
    soapAction: bound.soapAction,
    input: wrapper(operation.input, requestTypeNameOf(operation)),
    output,
    result,
    operation,
  };
}

function resolveSimpleTypes(contract: Contract, lookup: Lookup): readonly ResolvedSimpleType[] {
  const resolved = new Map<string, ResolvedSimpleType>();
  const resolve = (type: NamedType & { readonly kind: 'simple' }): void => {
    const key = keyOf(type.name);
    if (resolved.has(key) || type.variety.kind !== 'restriction') return;
    const { base, facets } = type.variety;
    const declared = base.kind === 'named' && base.name.namespace !== xsd ? lookup.type(base.name) : undefined;
    if (declared?.kind === 'simple') resolve(declared);
    const { name: builtIn, representation } = builtInOf(type, lookup, contract.options);
    resolved.set(key, {
      name: type.name,
      typeName: typeNameOf(type),
      doc: type.doc,
      builtIn,
      representation,
      base: declared && typeNameOf(declared),
      facets,
    });
  };
  for (const type of contract.schemas.flatMap((schema) => schema.types)) if (type.kind === 'simple') resolve(type);
  return [...resolved.values()];
}

function resolveRecords(
  contract: Contract,
  operations: readonly ResolvedOperation[],
  lookup: Lookup,
): readonly ResolvedRecord[] {
  const returnedBy = new Map<string, string[]>();
  for (const { name, result } of operations) {
    if (result.type.kind !== 'record') continue;
    const names = returnedBy.get(result.type.typeName);
    if (names === undefined) returnedBy.set(result.type.typeName, [name]);
    else names.push(name);
  }
  return contract.schemas
    .flatMap((schema) => schema.types)
    .filter((type) => type.kind === 'complex')
    .map((type) => {
      const typeName = typeNameOf(type);
      return {
        name: type.name,
        typeName,
        doc: type.doc,
        fields: fieldsOf(type, lookup, contract.options),
        returnedBy: returnedBy.get(typeName) ?? [],
        type,
      };
    });
}

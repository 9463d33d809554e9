/** The contract: plain data, and what emitters ask of it. */
export { clashes } from './clashes.ts';
export { ContractError, type ContractErrorCode } from './error.ts';
export { complexTypeOf, type Field, type FieldType, fieldsOf } from './fields.ts';
export {
  encodeIdentifier,
  isIdentifier,
  isReservedAsProperty,
  isReservedAtTop,
  localIdentifier,
  propertyIdentifier,
  topLevelIdentifier,
} from './identifier.ts';
export { type Lookup, lookupIn } from './lookup.ts';
export type * from './model.ts';
export {
  kebabCase,
  operationNameOf,
  propertyNameOf,
  requestTypeNameOf,
  responseTypeNameOf,
  type ServiceNames,
  serviceNames,
  typeNameOf,
} from './naming.ts';
export { type TranslatedPattern, translatePattern } from './pattern.ts';
export { keyOf, sameName, xsd } from './qname.ts';
export {
  type ResolvedOperation,
  type ResolvedRecord,
  type ResolvedService,
  type ResolvedSimpleType,
  type ResolvedWrapper,
  resolveService,
} from './resolve.ts';
export {
  isSimpleType,
  mappings,
  mappingsOf,
  type Representation,
  representationOf,
  type SimpleTypeName,
  simpleTypes,
} from './simple-types.ts';

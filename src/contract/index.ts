/** The contract: plain data, and what emitters ask of it. */
export { clashes } from './clashes.ts';
export { rootOf } from './define-simple.ts';
export { ContractError, type ContractErrorCode } from './error.ts';
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
export { canBeAbsent, fieldsOf } from './member.ts';
export type * from './model.ts';
export {
  componentNameOf,
  innerNameOf,
  itselfNameOf,
  kebabCase,
  operationNameOf,
  particleNameOf,
  propertyNameOf,
  requestTypeNameOf,
  responseTypeNameOf,
  type ServiceNames,
  serviceNames,
  substitutionNameOf,
  typeNameOf,
} from './naming.ts';
export { type TranslatedPattern, translatePattern } from './pattern.ts';
export { schemaPrefixes } from './prefixes.ts';
export { keyOf, sameName, xmlAttributes, xmlNamespace, xsd } from './qname.ts';
export { resolveService } from './resolve.ts';
export type * from './resolved.ts';
export {
  isSimpleType,
  mappings,
  mappingsOf,
  type Representation,
  representationOf,
  type SimpleTypeName,
  simpleTypes,
} from './simple-types.ts';
export type * from './structure.ts';

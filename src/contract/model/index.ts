/** The model of a contract, and its resolved form for emitters. */

export { actionsOf } from './addressing-action.ts';
export {
  algorithmSuites,
  refusedAlgorithm,
  type SuiteAlgorithms,
  suiteAlgorithms,
  suiteNames,
  usualSuite,
} from './algorithm-suites.ts';
export { bindingsOf, boundOperation, faultUse, firstBound } from './bound-operation.ts';
export { chosenPrefixes } from './chosen-prefixes.ts';
export { inputClashErrors, inputClashes, inputClashWarnings } from './clash-inputs.ts';
export { clashes, nameClashes } from './clashes.ts';
export {
  admittedBy,
  type ContentModel,
  ContentModels,
  type ElementModel,
  type GroupModel,
  holds,
  type LeafModel,
  leavesOf,
  startsWith,
} from './content-model.ts';
export { contentTypesAttribute, defaultContentType, isContentTypes, mediaTypes } from './content-type.ts';
export { type DeclaredName, DeclaredNames } from './declared-names.ts';
export { type ElementParts, type PartListener, withElementParts } from './element-parts.ts';
export { emptySchema } from './empty-schema.ts';
export { elementsLeftOut } from './encoded-members.ts';
export {
  type ArrayType,
  apacheSoap,
  arrayRestriction,
  arrayTypeOf,
  type EncodedType,
  EncodedTypes,
  encodedTypesOf,
  hasEncoding,
  isEncodedOperation,
  isEncodingAttribute,
  isEncodingType,
  isSoapEncoding,
  maxDimensions,
  soapEncoding,
  soapEncoding12,
} from './encoded-types.ts';
export {
  encodeIdentifier,
  isIdentifier,
  isReservedAsProperty,
  isReservedAtTop,
  localIdentifier,
  propertyIdentifier,
  topLevelIdentifier,
} from './identifier.ts';
export { anyAttributeOf, attributesOf, canBeQName, type DeclaredAttribute, isAbstract } from './inheritance.ts';
export {
  givenLifeCycle,
  type LifeCycle,
  type LifeCycleKey,
  lifeCycleKeys,
  lifeCycleOf,
  type ResolvedLifeCycle,
  readLifeCycle,
} from './life-cycle.ts';
export {
  ComponentIndex,
  ContractError,
  type ContractErrorCode,
  componentIndexOf,
  type Lookup,
  lookupIn,
  type NamedComplexType,
} from './lookup.ts';
export { canBeAbsent, fieldsOf, isSwaRef } from './members.ts';
export {
  type AssertionMethod,
  assertionMethods,
  type EncryptionDemand,
  isAllSigned,
  type KeyReferenceName,
  keyReferences,
  type MessageDemand,
  type MessagePart,
  type MessageParts,
  orderedParts,
  partOf,
  partText,
  type SignatureDemand,
} from './message-demand.ts';
export type * from './model.ts';
export { namespaceWords } from './namespace-words.ts';
export {
  type ComponentNames,
  componentNameOf,
  faultCodecOf,
  headerCodecOf,
  kebabCase,
  operationNameIn,
  operationNameOf,
  propertyNameOf,
  requestTypeNameOf,
  responseTypeNameOf,
  type ServiceNames,
  serviceNames,
  typeNameOf,
} from './naming.ts';
export { type ParticleReference, particleReference } from './particle-reference.ts';
export { isRepeated, Properties, type Property } from './properties.ts';
export { type PropertyScope, propertyScopes } from './property-scopes.ts';
export {
  isNCName,
  nameKey,
  sameName,
  schemaPrefixes,
  xmlAttributes,
  xmlNamespace,
  xsd,
} from './qualified-name.ts';
export {
  type ReadingOrder,
  reachedByMessages,
  readingOrder,
  withOperation,
  withReached,
  withUnreached,
} from './reached-components.ts';
export { faultNameOf, isEmptyBody, isEncodedService, resolveService } from './resolve-service.ts';
export type * from './resolved-service.ts';
export type * from './resolved-structures.ts';
export { oneValueIn, withReturns } from './returned-field.ts';
export {
  componentsOf,
  type GlobalComponent,
  namesReferredTo,
  partsOf,
  type SchemaPart,
  type SchemaReference,
  type SymbolSpace,
  visitParts,
  visitSchemas,
} from './schema-parts.ts';
export {
  demandText,
  distinctDemands,
  type HttpScheme,
  httpSchemes,
  isMetBy,
  metDemands,
  needsCredentials,
  needsKeys,
  type SecurityDemand,
  type TokenType,
  tokenTypes,
  type UnmetDemand,
} from './security.ts';
export { holdsName, isNameType, rootOf } from './simple-definitions.ts';
export {
  fractionTypes,
  isSimpleType,
  mappings,
  mappingsOf,
  type Representation,
  representationOf,
  type SimpleTypeName,
  simpleTypes,
  wholeNumberTypes,
} from './type-representation.ts';
export { type TranslatedPattern, translatePattern } from './xsd-pattern.ts';

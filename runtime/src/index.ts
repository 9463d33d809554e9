/** For generated codecs and operations. Clients and servers are in `@soapwright/runtime/client` and `@soapwright/runtime/server`. */

export type { EncodedRecord, EncodedValue } from './encoded/encoded-value.ts';
export { type Generation, GenerationError, type NeededGeneration, requireGeneration } from './generation.ts';
export {
  type Attached,
  type Attachments,
  type MessageParts,
  messageParts,
  readAttached,
  readReference,
  writeAttached,
  writeReference,
  writeReferenceContent,
} from './mime/attachments.ts';
export { withContentType } from './mime/part-types.ts';
export { type FaultCode, SoapFault, type SoapFaultInit } from './soap/fault.ts';
export type { HeaderBlock, HeaderCarrier } from './soap/header-block.ts';
export {
  type HeaderContent,
  type HeaderOptions,
  type HeaderType,
  type HeaderUse,
  header,
  type ReadableHeader,
  readableHeader,
  type TypedBlock,
  type WritableHeader,
  writableHeader,
} from './soap/header-type.ts';
export type {
  AnyClientOperation,
  AnyServerOperation,
  ClientOneWayOperation,
  ClientOperation,
  OneWayOperation,
  Operation,
  OperationHeaders,
  ServerOneWayOperation,
  ServerOperation,
} from './soap/operation.ts';
export {
  type FaultType,
  fault,
  type ReadableFault,
  readableFault,
  TypedFault,
  type TypedFaultInit,
  type WritableFault,
  writableFault,
} from './soap/typed-fault.ts';
export type { SoapVersion } from './soap/version.ts';
export {
  integer,
  integerAsNumber,
  integerAsString,
  long,
  longAsNumber,
  longAsString,
  negativeInteger,
  negativeIntegerAsNumber,
  negativeIntegerAsString,
  nonNegativeInteger,
  nonNegativeIntegerAsNumber,
  nonNegativeIntegerAsString,
  nonPositiveInteger,
  nonPositiveIntegerAsNumber,
  nonPositiveIntegerAsString,
  positiveInteger,
  positiveIntegerAsNumber,
  positiveIntegerAsString,
  readLong,
  readLongAsNumber,
  readLongAsString,
  readLongAttribute,
  requiredLongAttribute,
  unsignedLong,
  unsignedLongAsNumber,
  unsignedLongAsString,
  writeLong,
  writeLongAsNumber,
  writeLongAsString,
  writeLongAttribute,
} from './types/big-integer.ts';
export {
  base64Binary,
  hexBinary,
  readBase64,
  readBlob,
  writeBase64,
  writeBlob,
  writeBlobContent,
} from './types/binary-types.ts';
export {
  boolean,
  readBoolean,
  readBooleanAttribute,
  requiredBooleanAttribute,
  writeBoolean,
  writeBooleanAttribute,
} from './types/boolean.ts';
export {
  byte,
  int,
  readInt,
  readIntAttribute,
  requiredIntAttribute,
  short,
  unsignedByte,
  unsignedInt,
  unsignedShort,
  writeInt,
  writeIntAttribute,
} from './types/bounded-integer.ts';
export { date, dateAsDate, gDay, gMonth, gMonthDay, gYear, gYearMonth, time } from './types/calendar-types.ts';
export { DateTime, DateTimeError, type DateTimeFields } from './types/date-time.ts';
export {
  dateTime,
  dateTimeExact,
  readDateTime,
  readInstant,
  writeDateTime,
  writeInstant,
} from './types/date-time-values.ts';
export { decimal, decimalAsNumber } from './types/decimal.ts';
export { Duration, type DurationFields, duration, durationExact } from './types/duration.ts';
export { double, float } from './types/floating.ts';
export { ENTITIES, IDREFS, list, NMTOKENS } from './types/list.ts';
export { readOpen, readOpenAttribute, requiredOpenAttribute } from './types/open-enumeration.ts';
export { patternMatcher } from './types/pattern.ts';
export { NOTATION, QName } from './types/qname.ts';
export {
  type FieldCodec,
  listField,
  optionalField,
  ownCodec,
  type RecordCodec,
  type RecordField,
  record,
  recordCodec,
  requiredField,
  soleField,
  valueCodec,
} from './types/record.ts';
export { type Facets, restriction } from './types/restriction.ts';
export { type SimpleType, ValueError } from './types/simple-type.ts';
export {
  anyURI,
  ENTITY,
  ID,
  IDREF,
  language,
  Name,
  NCName,
  NMTOKEN,
  normalizedString,
  readString,
  readStringAttribute,
  requiredStringAttribute,
  string,
  token,
  writeString,
  writeStringAttribute,
} from './types/text-types.ts';
export {
  readAttribute,
  readValue,
  requiredAttribute,
  writeAny,
  writeAttribute,
  writeContent,
  writeNilContent,
  writeValue,
} from './types/typed-value.ts';
export { union } from './types/union.ts';
export { defaulted, fixed } from './types/value-constraint.ts';
export type { PrefixSource, ValueContext } from './types/value-context.ts';
export { anyElement, writeOtherAttributes, writeWildcard } from './xml/any-element.ts';
export {
  abstractTypes,
  arranged,
  type ChildTable,
  children,
  childrenOf,
  openChildren,
  optional,
  type TypeName,
  type TypeTable,
  types,
  unordered,
  type XsiType,
  xsiType,
} from './xml/codec-tables.ts';
export { type ContentModel, contentModel, type MixedItem } from './xml/content-model.ts';
export { XmlError, type XmlErrorCode } from './xml/error.ts';
export { END, OTHER, type XmlReader } from './xml/reader.ts';
export {
  type AttributeName,
  anyRootTag,
  attributeName,
  noElement,
  type Prefixes,
  rootStartTag,
  rootTag,
  startTag,
  type Tag,
  tag,
} from './xml/tag.ts';
export { tolerate } from './xml/tolerate.ts';
export { type AnyAttribute, type AnyElement, type Wildcard, wildcard } from './xml/wildcard.ts';
export type { XmlWriter } from './xml/writer.ts';

/**
 * What generated codecs and bindings stand on. Clients and servers are in `@soapwright/runtime/client` and
 * `@soapwright/runtime/server`.
 */
export { type Generation, GenerationError, requireGeneration } from './generation.ts';
export { type FaultCode, SoapFault, type SoapFaultInit } from './soap/fault.ts';
export type { Operation, SoapVersion } from './soap/operation.ts';
export { readBase64, writeBase64 } from './types/base64.ts';
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
  unsignedLong,
  unsignedLongAsNumber,
  unsignedLongAsString,
} from './types/big-integer.ts';
export { readBlob, writeBlob } from './types/blob.ts';
export { readBoolean, writeBoolean } from './types/boolean.ts';
export { byte, int, short, unsignedByte, unsignedInt, unsignedShort } from './types/bounded-integer.ts';
export { date, duration, gDay, gMonth, gMonthDay, gYear, gYearMonth, time } from './types/calendar-types.ts';
export { readDate, writeDate } from './types/date.ts';
export { DateTime, DateTimeError, type DateTimeFields, readDateTime, writeDateTime } from './types/date-time.ts';
export { decimal, decimalAsNumber } from './types/decimal.ts';
export { double, float } from './types/floating.ts';
export { hexBinary } from './types/hex-binary.ts';
export { readInt, writeInt } from './types/int.ts';
export { ENTITIES, IDREFS, list, NMTOKENS } from './types/list.ts';
export {
  readLong,
  readLongAsNumber,
  readLongAsString,
  writeLong,
  writeLongAsNumber,
  writeLongAsString,
} from './types/long.ts';
export { type Facets, restriction } from './types/restriction.ts';
export { readValue, type SimpleType, ValueError, writeValue } from './types/simple-type.ts';
export { readString, writeString } from './types/string.ts';
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
  string,
  token,
} from './types/text-types.ts';
export { XmlError, type XmlErrorCode } from './xml/error.ts';
export { END, type XmlReader } from './xml/reader.ts';
export { type ChildTable, children, childrenOf, rootTag, type Tag, type TypeName, tag } from './xml/tag.ts';
export type { XmlWriter } from './xml/writer.ts';

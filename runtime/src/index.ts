/**
 * What generated codecs and bindings stand on. Clients and servers are in `@soapwright/runtime/client` and
 * `@soapwright/runtime/server`.
 */
export { type Generation, GenerationError, requireGeneration } from './generation.ts';
export { type FaultCode, SoapFault, type SoapFaultInit } from './soap/fault.ts';
export type { Operation, SoapVersion } from './soap/operation.ts';
export { readBase64, writeBase64 } from './types/base64.ts';
export { readBlob, writeBlob } from './types/blob.ts';
export { readBoolean, writeBoolean } from './types/boolean.ts';
export { readDate, writeDate } from './types/date.ts';
export { DateTime, DateTimeError, type DateTimeFields, readDateTime, writeDateTime } from './types/date-time.ts';
export { readInt, writeInt } from './types/int.ts';
export {
  readLong,
  readLongAsNumber,
  readLongAsString,
  writeLong,
  writeLongAsNumber,
  writeLongAsString,
} from './types/long.ts';
export { readString, writeString } from './types/string.ts';
export { XmlError, type XmlErrorCode } from './xml/error.ts';
export { END, type XmlReader } from './xml/reader.ts';
export { type ChildTable, children, childrenOf, rootTag, type Tag, type TypeName, tag } from './xml/tag.ts';
export type { XmlWriter } from './xml/writer.ts';

import type { DateTime } from '../types/date-time.ts';
import type { Duration } from '../types/duration.ts';
import type { QName } from '../types/qname.ts';

/**
 * A value of any type in an encoded message (SOAP 1.1, section 5), with its type in xsi:type. A text is an xs:string, a
 * number an xs:int or xs:double, a bigint an xs:long or xs:integer, a Date an xs:dateTime, bytes are xs:base64Binary.
 */
export type EncodedValue =
  | string
  | boolean
  | number
  | bigint
  | Date
  | DateTime
  | Duration
  | QName
  | Uint8Array
  | null
  | readonly EncodedValue[]
  | ReadonlyMap<EncodedValue, EncodedValue>
  | EncodedRecord;

/** A value of a type of the contract: the interface of the type, with its name in TypeScript. */
export interface EncodedRecord {
  readonly $type: string;
  readonly [property: string]: unknown;
}

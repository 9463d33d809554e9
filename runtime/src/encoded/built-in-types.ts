import {
  integer,
  negativeInteger,
  nonNegativeInteger,
  nonPositiveInteger,
  positiveInteger,
  readLong,
  unsignedLong,
} from '../types/big-integer.ts';
import { hexBinary, readBase64 } from '../types/binary-types.ts';
import { readBoolean } from '../types/boolean.ts';
import { byte, readInt, short, unsignedByte, unsignedInt, unsignedShort } from '../types/bounded-integer.ts';
import { date, gDay, gMonth, gMonthDay, gYear, gYearMonth, time } from '../types/calendar-types.ts';
import { readInstant } from '../types/date-time-values.ts';
import { decimal } from '../types/decimal.ts';
import { duration } from '../types/duration.ts';
import { double, float } from '../types/floating.ts';
import { ENTITIES, IDREFS, NMTOKENS } from '../types/list.ts';
import { QName } from '../types/qname.ts';
import {
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
  token,
} from '../types/text-types.ts';
import type { Decoder } from './decode.ts';

/** The built-in types by local name, as values of any type are read. Two names are of drafts of XML Schema, one of SOAP. */
export const builtInTypes: ReadonlyMap<string, Decoder<unknown>> = /* @__PURE__ */ new Map<string, Decoder<unknown>>([
  ['string', readString],
  ['int', readInt],
  ['long', readLong],
  ['boolean', readBoolean],
  ['dateTime', readInstant],
  ['timeInstant', readInstant],
  ['base64Binary', readBase64],
  ['base64', readBase64],
  ['decimal', decimal],
  ['double', double],
  ['float', float],
  ['date', date],
  ['time', time],
  ['duration', duration],
  ['anyURI', anyURI],
  ['uriReference', anyURI],
  ['hexBinary', hexBinary],
  ['integer', integer],
  ['nonNegativeInteger', nonNegativeInteger],
  ['positiveInteger', positiveInteger],
  ['nonPositiveInteger', nonPositiveInteger],
  ['negativeInteger', negativeInteger],
  ['unsignedLong', unsignedLong],
  ['unsignedInt', unsignedInt],
  ['short', short],
  ['unsignedShort', unsignedShort],
  ['byte', byte],
  ['unsignedByte', unsignedByte],
  ['gYear', gYear],
  ['gYearMonth', gYearMonth],
  ['gMonth', gMonth],
  ['gMonthDay', gMonthDay],
  ['gDay', gDay],
  ['normalizedString', normalizedString],
  ['token', token],
  ['language', language],
  ['Name', Name],
  ['NCName', NCName],
  ['NMTOKEN', NMTOKEN],
  ['ID', ID],
  ['IDREF', IDREF],
  ['ENTITY', ENTITY],
  ['NMTOKENS', NMTOKENS],
  ['IDREFS', IDREFS],
  ['ENTITIES', ENTITIES],
  ['QName', QName],
]);

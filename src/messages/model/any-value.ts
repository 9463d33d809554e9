import * as soap from '@soapwright/runtime';
import type { SimpleTypeName } from '../../contract/index.ts';
import type { Value } from './value.ts';

/** The built-in type of a simple value of any type, by what it is in JavaScript. */
export interface AnySimple {
  readonly name: SimpleTypeName;
  readonly codec: soap.SimpleType<unknown>;
}

const leastLong = -(2n ** 63n);
const mostLong = 2n ** 63n - 1n;

/** The type that a simple value says it has in an encoded message; undefined for null, lists, maps and records. */
export function anySimple(value: Value): AnySimple | undefined {
  switch (typeof value) {
    case 'string':
      return simple('string', soap.string);
    case 'boolean':
      return simple('boolean', soap.boolean);
    case 'number':
      return (value | 0) === value && !Object.is(value, -0) ? simple('int', soap.int) : simple('double', soap.double);
    case 'bigint':
      return value >= leastLong && value <= mostLong ? simple('long', soap.long) : simple('integer', soap.integer);
  }
  if (value instanceof Date) return simple('dateTime', soap.dateTime);
  if (value instanceof soap.DateTime) return simple('dateTime', soap.dateTimeExact);
  if (value instanceof soap.Duration) return simple('duration', soap.durationExact);
  if (value instanceof Uint8Array) return simple('base64Binary', soap.base64Binary);
  const isName = typeof value === 'object' && value !== null && !('$type' in value) && 'namespace' in value;
  return isName && 'local' in value ? simple('QName', soap.QName) : undefined;
}

function simple<T>(name: SimpleTypeName, codec: soap.SimpleType<T>): AnySimple {
  return { name, codec: codec as soap.SimpleType<unknown> };
}

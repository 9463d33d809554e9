import type { Value } from '../model/value.ts';

/** Whether a value has everything that a pattern has: fields that the pattern leaves out may be anything. */
export function matches(pattern: Value, value: Value): boolean {
  if (pattern === undefined) return true;
  if (!isObject(pattern) || !isObject(value)) return isSame(pattern, value);
  if (Array.isArray(pattern)) {
    return (
      Array.isArray(value) && pattern.length === value.length && pattern.every((one, at) => matches(one, value[at]))
    );
  }
  if (!isPlain(pattern)) return isSame(pattern, value);
  const fields = value as Readonly<Record<string, Value>>;
  return Object.entries(pattern).every(([name, one]) => matches(one, fields[name]));
}

/** The names and indexes to the first place where a value does not have what a pattern has; undefined if it matches. */
export function differenceOf(pattern: Value, value: Value): readonly string[] | undefined {
  if (matches(pattern, value)) return undefined;
  if (!isObject(pattern) || !isObject(value) || Array.isArray(pattern) !== Array.isArray(value)) return [];
  for (const [name, one] of Object.entries(pattern)) {
    const inner = differenceOf(one as Value, (value as Readonly<Record<string, Value>>)[name]);
    if (inner !== undefined) return [name, ...inner];
  }
  return [];
}

/** A text that is the same for the same value, whatever its class. */
export function textOfValue(value: Value): string {
  return JSON.stringify(value, function (this: Readonly<Record<string, Value>>, key, shown: Value) {
    // JSON.stringify has called toJSON already.
    const own = this[key];
    if (typeof own === 'bigint') return `${own}n`;
    if (own instanceof Uint8Array) return Buffer.from(own).toString('base64');
    if (own instanceof Map) return [...own];
    return isObject(own) && !isPlain(own) && !Array.isArray(own) ? String(shown) : shown;
  });
}

function isSame(one: Value, other: Value): boolean {
  return Object.is(one, other) || (isObject(one) && isObject(other) && textOfValue([one]) === textOfValue([other]));
}

function isObject(value: Value): value is object {
  return typeof value === 'object' && value !== null;
}

/** An object of fields, and none of a class such as Date. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

import { DateTime, Duration } from '@soapwright/runtime';
import { differenceOf } from './tree.ts';
import { treeOfText } from './trusted.ts';

/** Where two values of a codec differ; undefined where they do not. -0 is not 0, and absent is undefined. */
export function valueDifference(one: unknown, other: unknown, path = ''): string | undefined {
  if (Object.is(one, other)) return undefined;
  const differ = `${path}: ${shown(one)} is not ${shown(other)}`;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return differ;
  if (one.constructor !== other.constructor) return differ;
  if (one instanceof Uint8Array) return Buffer.compare(one, other as Uint8Array) === 0 ? undefined : differ;
  if (one instanceof DateTime || one instanceof Duration) return String(one) === String(other) ? undefined : differ;
  if (one instanceof Date) return Object.is(one.getTime(), (other as Date).getTime()) ? undefined : differ;
  if ('xml' in one && 'xml' in other && 'namespace' in one && 'local' in one) {
    return elementDifference(String(one.xml), String(other.xml)) === undefined ? undefined : differ;
  }
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = valueDifference(Reflect.get(one, name), Reflect.get(other, name), `${path}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function elementDifference(one: string, other: string): string | undefined {
  if (one === other) return undefined;
  const [first, second] = [treeOfText(one), treeOfText(other)];
  if (first.refused !== undefined || second.refused !== undefined) return 'not well-formed';
  return differenceOf(first.root, second.root);
}

function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Object.prototype
    ? `${value.constructor?.name} ${String(value)}`
    : (JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner))?.slice(0, 200) ??
        'undefined');
}

import { DateTime, Duration } from '@soapwright/runtime';
import { meaningOf, parseTree } from './tree.ts';

/** Where two values differ, and undefined where they do not: absent equals undefined, -0 is not 0. */
export async function difference(one: unknown, other: unknown, path = ''): Promise<string | undefined> {
  if (Object.is(one, other)) return undefined;
  const differ = `${path}: ${shown(one)} is not ${shown(other)}`;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return differ;
  if (one instanceof Blob || other instanceof Blob) {
    return difference(await bytesOf(one), await bytesOf(other), path);
  }
  if (one instanceof Uint8Array || other instanceof Uint8Array) {
    const same = one instanceof Uint8Array && other instanceof Uint8Array && Buffer.compare(one, other) === 0;
    return same ? undefined : differ;
  }
  for (const Kind of [Date, DateTime, Duration]) {
    if (!(one instanceof Kind) && !(other instanceof Kind)) continue;
    const text = (value: object): string => (value instanceof Date ? value.toISOString() : String(value));
    return one instanceof Kind && other instanceof Kind && text(one) === text(other) ? undefined : differ;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return differ;
  if (isElement(one) && isElement(other)) {
    return meaningOf(parseTree(one.xml)) === meaningOf(parseTree(other.xml)) ? undefined : differ;
  }
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const name of names) {
    const found = await difference(Reflect.get(one, name), Reflect.get(other, name), `${path}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function bytesOf(value: object): Promise<unknown> {
  return value instanceof Blob ? new Uint8Array(await value.arrayBuffer()) : value;
}

function isElement(value: object): value is { readonly xml: string } {
  return 'xml' in value && typeof value.xml === 'string' && 'namespace' in value && 'local' in value;
}

function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one))?.slice(0, 300) ?? 'something';
}

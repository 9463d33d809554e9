import type { QName } from './model.ts';

/** Namespace of XML Schema, where the built-in types live. */
export const xsd = 'http://www.w3.org/2001/XMLSchema';

/** One string for an expanded name, for use as a key: `{namespace}local`. */
export function keyOf(name: QName): string {
  return `{${name.namespace}}${name.local}`;
}

export function sameName(a: QName, b: QName): boolean {
  return a.local === b.local && a.namespace === b.namespace;
}

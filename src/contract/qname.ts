import type { QName } from './model.ts';

/** Namespace of XML Schema, where the built-in types live. */
export const xsd = 'http://www.w3.org/2001/XMLSchema';

/** Namespace of `xml:lang` and its like, whose prefix `xml` is never declared (Namespaces in XML, 3). */
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** The attributes that are there without being declared, and their types (https://www.w3.org/2001/xml.xsd). */
export const xmlAttributes: ReadonlyMap<string, string> = new Map([
  ['lang', 'language'],
  ['space', 'NCName'],
  ['base', 'anyURI'],
  ['id', 'ID'],
]);

/** One string for an expanded name, for use as a key: `{namespace}local`. */
export function keyOf(name: QName): string {
  return `{${name.namespace}}${name.local}`;
}

export function sameName(a: QName, b: QName): boolean {
  return a.local === b.local && a.namespace === b.namespace;
}

import type { QName, Schema } from './model.ts';

/** Namespace of XML Schema and its built-in types. */
export const xsd = 'http://www.w3.org/2001/XMLSchema';

/** Namespace of `xml:lang` and related attributes, whose prefix `xml` needs no declaration (Namespaces in XML, 3). */
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** Predeclared attributes and their types (https://www.w3.org/2001/xml.xsd). */
export const xmlAttributes: ReadonlyMap<string, string> = new Map([
  ['lang', 'language'],
  ['space', 'NCName'],
  ['base', 'anyURI'],
  ['id', 'ID'],
]);

/** An XML name without a colon (Namespaces in XML 1.0, production 4; XML 1.0 fifth edition, productions 4 and 4a). */
export function isNCName(text: string): boolean {
  return asciiName.test(text) || ncName.test(text);
}

/** Nearly every name, without the cost of compiling the ranges. */
const asciiName = /^[A-Za-z_][-.\w]*$/;

const startRanges =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';

const ncName = new RegExp(`^[${startRanges}][${startRanges}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, 'u');

/** Map key for an expanded name: `{namespace}local`. */
export function nameKey(name: QName): string {
  return `{${name.namespace}}${name.local}`;
}

export function sameName(a: QName, b: QName): boolean {
  return a.local === b.local && a.namespace === b.namespace;
}

/**
 * Prefixes by namespace: the fixed ones, then those of the schemas. A schema whose prefix is taken gets a numbered one
 * that no other schema asks for, so that it changes no other prefix.
 *
 * @param fixed namespaces by prefix.
 */
export function schemaPrefixes(
  { schemas }: { readonly schemas: readonly Pick<Schema, 'targetNamespace' | 'prefix'>[] },
  fixed: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const prefixes = new Map(Object.entries(fixed).map(([prefix, namespace]) => [namespace, prefix]));
  const taken = new Set(Object.keys(fixed));
  const wanted = new Set(schemas.map(({ prefix }) => prefix));
  let count = 0;
  for (const { targetNamespace, prefix } of schemas) {
    if (targetNamespace === '' || prefixes.has(targetNamespace)) continue;
    let chosen = prefix !== undefined && isFree(prefix, taken) ? prefix : undefined;
    while (chosen === undefined) {
      const next = `ns${++count}`;
      if (!taken.has(next) && !wanted.has(next)) chosen = next;
    }
    taken.add(chosen);
    prefixes.set(targetNamespace, chosen);
  }
  return prefixes;
}

/**
 * Prefixes that begin with xml are reserved; the writer uses `xsi`, `_t`, `_1` and so on. Prefixes of envelopes and the
 * WSDL are excluded too, so that messages and the WSDL use the same prefix for a schema.
 */
function isFree(prefix: string, taken: ReadonlySet<string>): boolean {
  const isName = /^[\p{L}_][\p{L}\p{Nd}._-]*$/u.test(prefix);
  const isOurs = /^(?:xml.*|xsi|_t|_\d+)$/i.test(prefix) || /^(?:wsdl|soap|soap12|xs|sw|tns)$/.test(prefix);
  return isName && !isOurs && !taken.has(prefix);
}

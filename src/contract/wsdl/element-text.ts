import type { TreeElement as XmlElement } from '@soapwright/runtime/xml';
import { ownNamespace } from './xml-names.ts';

/** An element as XML text, with the declarations of its prefixes that are outside of it. @param data the document that it is in. */
export function elementText(element: XmlElement, data: Uint8Array): string {
  const { start, nameEnd, end, scope, outerScope } = element;
  const name = decode(data.subarray(start, nameEnd));
  const rest = decode(data.subarray(nameEnd, end));
  const text = name + rest;
  const outside = declarationsIn(scope);
  // What soapwright wrote has all declarations, and must not get those of its own prefixes.
  if (outside.some(({ namespace }) => namespace === ownNamespace)) return text;
  const inside = new Set<string>();
  for (let at = scope; at !== outerScope && at !== undefined; at = at.outer) inside.add(at.prefix);
  const added = outside.filter(({ prefix }) => isUsed(prefix, text) && !inside.has(prefix));
  return name + added.map(declarationOf).join('') + rest;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n');
}

interface PrefixDeclaration {
  readonly prefix: string;
  readonly namespace: string;
}

/** The declarations in force, in the order of their prefixes. */
function declarationsIn(scope: XmlElement['scope']): readonly PrefixDeclaration[] {
  const found = new Map<string, string>();
  for (let at = scope; at !== undefined; at = at.outer) if (!found.has(at.prefix)) found.set(at.prefix, at.namespace);
  return [...found]
    .map(([prefix, namespace]) => ({ prefix, namespace }))
    .filter(({ namespace }) => namespace !== '')
    .sort((one, other) => (one.prefix < other.prefix ? -1 : 1));
}

/** Whether a prefix may be used, in a name or in a value. The default namespace is that of an element without prefix. */
function isUsed(prefix: string, text: string): boolean {
  return prefix === '' ? /<[^\s/>:!?]+[\s/>]/.test(text) : text.includes(`${prefix}:`);
}

function declarationOf({ prefix, namespace }: PrefixDeclaration): string {
  const value = namespace.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return ` xmlns${prefix === '' ? '' : `:${prefix}`}="${value}"`;
}

import type { Contract } from '../contract/index.ts';

/** Properties with values in which a name is written as `{namespace}local`, as an XPath or a QName is. */
const naming: ReadonlySet<string> = new Set(['selector', 'fields', 'default', 'fixed', 'enumeration', 'foreign']);

/** Namespaces of names in values and of attributes, for which there may be no schema; in the order of their characters. */
export function foreignNamespaces(contract: Contract): readonly string[] {
  const found = new Set<string>();
  visit(contract, undefined, found);
  return [...found].sort();
}

/** @param inside the property of the list above that the value is in. */
function visit(value: unknown, inside: string | undefined, found: Set<string>): void {
  if (typeof value === 'string' && inside !== undefined) {
    for (const [, namespace = ''] of value.matchAll(/\{([^\s{}]*:[^\s{}]*)\}/g)) found.add(namespace);
  }
  if (value === null || typeof value !== 'object') return;
  for (const [key, item] of Object.entries(value)) {
    if (inside === 'foreign' && key === 'name') found.add((item as { readonly namespace: string }).namespace);
    else if (key !== 'origin') visit(item, Number.isNaN(Number(key)) && naming.has(key) ? key : inside, found);
  }
}

/** Names that are written as `{namespace}local`, with prefixes; a name of no namespace has none. */
export function withPrefixes(text: string, prefixed: (name: { namespace: string; local: string }) => string): string {
  return text.replace(/\{([^\s{}]*)\}([^\s{}[\]()/|,:]+)/g, (_, namespace: string, local: string) =>
    prefixed({ namespace, local }),
  );
}

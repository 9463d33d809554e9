import type { Contract, ForeignAttribute } from '../contract/index.ts';

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
  if (typeof value === 'string') {
    if (inside === undefined || !value.includes('{')) return;
    for (const [, namespace = ''] of value.matchAll(/\{([^\s{}]*:[^\s{}]*)\}/g)) found.add(namespace);
  } else if (Array.isArray(value)) {
    for (const item of value) visit(item, inside, found);
  } else if (typeof value === 'object' && value !== null) {
    if (inside === 'foreign') found.add((value as ForeignAttribute).name.namespace);
    // Not entries: there are millions of them.
    for (const key in value) {
      if (!skipped.has(key)) visit(value[key as never], naming.has(key) ? key : inside, found);
    }
  }
}

/** Properties without such values, which most objects have. */
const skipped: ReadonlySet<string> = new Set(['origin', 'occurs', 'name', 'doc', 'kind']);

/** Names that are written as `{namespace}local`, with prefixes; a name of no namespace has none. */
export function withPrefixes(text: string, prefixed: (name: { namespace: string; local: string }) => string): string {
  return text.replace(/\{([^\s{}]*)\}([^\s{}[\]()/|,:]+)/g, (_, namespace: string, local: string) =>
    prefixed({ namespace, local }),
  );
}

import type { Declaration, TreeElement } from '@soapwright/runtime/xml';
import { wsu } from '../names.ts';
import { SecurityError } from '../security-error.ts';
import { elementsWithin, isNamed } from '../xml-elements.ts';

/** The one child of a name; undefined without one. @throws {SecurityError} `form` for a second one. */
export function onlyChild(parent: TreeElement, namespace: string, local: string): TreeElement | undefined {
  const [child, second] = childrenNamed(parent, namespace, local);
  if (second !== undefined) throw new SecurityError('form', `${parent.local} has ${local} twice.`);
  return child;
}

/** As `onlyChild`. @throws {SecurityError} `form` also without one. */
export function requiredChild(parent: TreeElement, namespace: string, local: string): TreeElement {
  const child = onlyChild(parent, namespace, local);
  if (child === undefined) throw new SecurityError('form', `${parent.local} has no ${local}.`);
  return child;
}

export function childrenNamed(parent: TreeElement, namespace: string, local: string): readonly TreeElement[] {
  return parent.children.filter((child) => isNamed(child, [namespace, local]));
}

/** The elements of a document by their `Id` or `wsu:Id`; undefined for one that several have. */
export function elementsById(root: TreeElement): ReadonlyMap<string, TreeElement | undefined> {
  const found = new Map<string, TreeElement | undefined>();
  for (const element of elementsWithin(root)) {
    for (const { namespace, local, value } of element.attributes) {
      if (local !== 'Id' || (namespace !== '' && namespace !== wsu)) continue;
      found.set(value, found.has(value) && found.get(value) !== element ? undefined : element);
    }
  }
  return found;
}

/** The namespaces of the prefixes in scope. */
export function declaredPrefixes(innermost: Declaration | undefined): Readonly<Record<string, string>> {
  const declared: Record<string, string> = {};
  for (let at = innermost; at !== undefined; at = at.outer) declared[at.prefix] ??= at.namespace;
  return declared;
}

import type { Declaration, TreeElement } from '@soapwright/runtime/xml';
import { SecurityError } from '../security-error.ts';
import { isNamed } from '../xml-elements.ts';

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

/** The namespaces of the prefixes in scope. */
export function declaredPrefixes(innermost: Declaration | undefined): Readonly<Record<string, string>> {
  const declared: Record<string, string> = {};
  for (let at = innermost; at !== undefined; at = at.outer) declared[at.prefix] ??= at.namespace;
  return declared;
}

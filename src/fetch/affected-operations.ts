import { attributeIn, type CanonicalElement } from './canonical-element.ts';
import type { ComponentChange } from './compare-components.ts';
import type { WsdlComponent } from './wsdl-components.ts';

/**
 * Operations whose messages, types or bindings changed, though they did not change themselves: `BillingSoap.Find`.
 *
 * @param components of both versions: removed ones were used by those of the old one.
 */
export function affectedOperations(
  components: readonly WsdlComponent[],
  changes: readonly ComponentChange[],
): readonly string[] {
  const users = usersOf(components);
  const changed = new Set(changes.map(({ component }) => component));
  const reached = new Set([...changed].map(withoutPrefix));
  // Iterating a set visits items added during the iteration.
  for (const name of reached) for (const user of users.get(name) ?? []) reached.add(user);
  const prefix = 'operation ';
  return [...reached]
    .filter((name) => name.startsWith(prefix) && !changed.has(name))
    .map((name) => name.slice(prefix.length))
    .sort();
}

/** Names of the components that refer to a component, by its name. */
function usersOf(components: readonly WsdlComponent[]): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  const add = (used: string, user: string): void => {
    const known = users.get(used);
    if (known === undefined) users.set(used, new Set([user]));
    else known.add(user);
  };
  const portTypes = portTypesOfBindings(components);
  for (const { name, content } of components) {
    const user = withoutPrefix(name);
    visit(content, (used) => add(used, user));
    // An element can stand wherever the head of its substitution group can.
    const head = attributeIn(content, 'substitutionGroup');
    if (head !== undefined) add(user, schemaName('element', head));
    const [, binding = '', operation = ''] = /^binding of operation (.*)\.([^.]*)$/.exec(name) ?? [];
    const portType = portTypes.get(binding);
    if (portType !== undefined && operation !== '') {
      add(user, `operation ${portType}.${operation}`);
      add(`binding ${binding}`, `operation ${portType}.${operation}`);
    }
  }
  return users;
}

function portTypesOfBindings(components: readonly WsdlComponent[]): ReadonlyMap<string, string> {
  const portTypes = new Map<string, string>();
  for (const { name, content } of components) {
    const type = attributeIn(content, 'type');
    if (name.startsWith('binding ') && type !== undefined) portTypes.set(name.slice('binding '.length), localOf(type));
  }
  return portTypes;
}

const schemaReferences: Readonly<Record<string, string>> = {
  base: 'type',
  itemType: 'type',
  memberTypes: 'type',
  type: 'type',
};

const kindsOfRef: Readonly<Record<string, string>> = {
  element: 'element',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attribute group',
};

/** Calls back for each component that an element refers to. */
function visit(element: CanonicalElement, refersTo: (name: string) => void): void {
  const local = localOf(element.name);
  for (const [attribute, value] of element.attributes) {
    const name = localOf(attribute);
    if (name === 'message') refersTo(`message ${localOf(value)}`);
    else if (name === 'element' && local === 'part') refersTo(schemaName('element', value));
    else {
      const kind = name === 'ref' ? kindsOfRef[local] : schemaReferences[name];
      if (kind !== undefined) for (const one of value.split(' ')) refersTo(schemaName(kind, one));
    }
  }
  for (const child of element.children) visit(child, refersTo);
}

/** As `componentsOf` names it. */
function schemaName(kind: string, expanded: string): string {
  const namespace = /^\{(.*)\}/.exec(expanded)?.[1];
  return `${kind} ${localOf(expanded)} (${namespace || 'no namespace'})`;
}

function localOf(expanded: string): string {
  return expanded.slice(expanded.lastIndexOf('}') + 1);
}

/** What redefines a type is part of the type. */
function withoutPrefix(name: string): string {
  return name.replace(/^redefined /, '');
}

import { attributeIn, type CanonicalElement, fingerprint } from './canonical-element.ts';
import type { WsdlComponent } from './wsdl-components.ts';

/** A component that a provider added, removed or changed. */
export interface ComponentChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** `operation Billing.Find` */
  readonly component: string;
  /** Of a changed component: its changed parts, such as `lines/amount` or `note (added)`. */
  readonly where: readonly string[];
}

/** Which components differ, in the order of the new ones; removed ones come last. */
export function compareComponents(
  before: readonly WsdlComponent[],
  after: readonly WsdlComponent[],
): readonly ComponentChange[] {
  const old = byName(before);
  const current = byName(after);
  const changes: ComponentChange[] = [];
  for (const [component, contents] of current) {
    const previous = old.get(component);
    if (previous === undefined) changes.push({ kind: 'added', component, where: [] });
    else if (distinct(previous) !== distinct(contents)) {
      changes.push({ kind: 'changed', component, where: differences(previous, contents) });
    }
  }
  for (const component of old.keys()) {
    if (!current.has(component)) changes.push({ kind: 'removed', component, where: [] });
  }
  return changes;
}

function byName(components: readonly WsdlComponent[]): ReadonlyMap<string, readonly CanonicalElement[]> {
  const all = new Map<string, CanonicalElement[]>();
  for (const { name, content } of components) {
    const same = all.get(name);
    if (same === undefined) all.set(name, [content]);
    else same.push(content);
  }
  return all;
}

/** Equal duplicates count once: the same schema may be in two files. */
function distinct(contents: readonly CanonicalElement[]): string {
  return [...new Set(contents.map(fingerprint))].sort().join('\n');
}

/** The others are counted. */
const differencesAtMost = 12;

function differences(before: readonly CanonicalElement[], after: readonly CanonicalElement[]): readonly string[] {
  const old = membersOf(before);
  const current = membersOf(after);
  const found: string[] = [];
  for (const [path, members] of current) {
    const previous = old.get(path);
    if (previous === undefined) found.push(`${path} (added)`);
    else if (previous !== members) found.push(path === '' ? 'itself' : path);
  }
  for (const path of old.keys()) if (!current.has(path)) found.push(`${path} (removed)`);
  if (found.length === 0) return ['the order of its members'];
  const rest = found.length - differencesAtMost;
  return rest > 0 ? [...found.slice(0, differencesAtMost), `${rest} more`] : found;
}

/** What each named member is without the members inside of it, by path. The path of the component itself is empty. */
function membersOf(contents: readonly CanonicalElement[]): ReadonlyMap<string, string> {
  const facts = new Map<string, string[]>();
  const visit = (element: CanonicalElement, path: string, isRoot: boolean): void => {
    const label = isRoot ? undefined : labelOf(element);
    const own = label === undefined ? path : path === '' ? label : `${path}/${label}`;
    const { children, ...rest } = element;
    const list = facts.get(own) ?? [];
    list.push(fingerprint({ ...rest, children: [] }));
    facts.set(own, list);
    for (const child of children) visit(child, own, false);
  };
  for (const content of contents) visit(content, '', true);
  return new Map([...facts].map(([path, list]) => [path, list.join('\n')]));
}

/** What tells an element from its siblings: its name, or the value of an enumeration. */
function labelOf(element: CanonicalElement): string | undefined {
  const name = attributeIn(element, 'name') ?? attributeIn(element, 'ref')?.replace(/^\{.*\}/, '');
  if (name !== undefined) return name;
  return element.name.endsWith('}enumeration') ? `"${attributeIn(element, 'value') ?? ''}"` : undefined;
}

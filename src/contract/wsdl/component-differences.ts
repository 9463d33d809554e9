import { type Contract, nameKey, type QName, type Schema } from '../model/index.ts';
import { comparableContract } from './comparable-contract.ts';

/** A difference between the components of two contracts. */
export interface ComponentDifference {
  /** From the kind of component to the property: `types/{urn:a}Order/content/particle/particles/0/occurs/max`. */
  readonly path: string;
  /** The values before and after, as JSON; undefined if absent. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface ComparisonOptions {
  /** Whether names in TypeScript count, which are not components of a WSDL; by default they do. */
  readonly names?: boolean | undefined;
}

/** All differences between the components of two contracts, but for those that `comparableContract` lists. */
export function componentDifferences(
  before: Contract,
  after: Contract,
  { names = true }: ComparisonOptions = {},
): readonly ComponentDifference[] {
  const found: ComponentDifference[] = [];
  const passed = names ? [] : ['typeScriptName'];
  compare(comparableContract(before, passed), comparableContract(after, passed), '', found);
  return found;
}

function compare(before: unknown, after: unknown, path: string, found: ComponentDifference[]): void {
  if (before === after) return;
  if (isObject(before) && isObject(after)) {
    // No maps of their members: nearly all values are objects.
    for (const key of Object.keys(before)) {
      compare(before[key], Object.hasOwn(after, key) ? after[key] : undefined, below(path, key), found);
    }
    for (const key of Object.keys(after)) {
      if (!Object.hasOwn(before, key)) compare(undefined, after[key], below(path, key), found);
    }
    return;
  }
  const list = path.slice(path.lastIndexOf('/') + 1);
  const one = membersOf(before, list);
  const other = membersOf(after, list);
  if (one === undefined || other === undefined) {
    found.push({ path, before: shown(before), after: shown(after) });
    return;
  }
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    compare(one.get(key), other.get(key), below(path, key), found);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}/${key}`;
}

/** Lists of components whose order means nothing. */
const unordered: ReadonlySet<string> = new Set(
  'schemas elements types groups messages portTypes bindings services operations ports'.split(' '),
);

/** Properties by name, components by their names, and other items of a list by position; undefined for a plain value. */
function membersOf(value: unknown, list: string): ReadonlyMap<string, unknown> | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const members = new Map<string, unknown>();
  for (const [index, item] of value.entries()) {
    const label = unordered.has(list) || isGlobal(item, list) ? labelOf(item) : String(index);
    // Overloads have the same name.
    members.set(members.has(label) ? `${label} (${index})` : label, item);
  }
  return members;
}

/** Attributes and attribute groups of a schema, and not those that a type has. */
function isGlobal(item: object, list: string): boolean {
  return (list === 'attributes' && !('use' in item)) || (list === 'attributeGroups' && 'name' in item);
}

function labelOf({ name, targetNamespace }: Partial<Schema> & { readonly name?: QName | string }): string {
  if (targetNamespace !== undefined) return `{${targetNamespace}}`;
  return typeof name === 'object' ? nameKey(name) : (name ?? '');
}

function shown(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

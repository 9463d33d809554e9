import { type Contract, xsd } from '../model/index.ts';
import { type Component, type RootKind, rootsOf } from './components.ts';

/** The result of following a path. */
export type PathResult =
  /** Several with the name, such as an element that occurs twice in a type, count as one. */
  | { readonly kind: 'found'; readonly components: readonly Component[] }
  /** @param name that is missing. @param among complete paths to existing components. */
  | { readonly kind: 'missing'; readonly name: string; readonly owner: string; readonly among: readonly string[] }
  | { readonly kind: 'typed'; readonly element: string; readonly type: string; readonly instead: string }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  | { readonly kind: 'prefix'; readonly prefix: string };

/** Finds the components of a contract by the paths of an overlay. */
export class ComponentPaths {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #roots: readonly (readonly [kind: RootKind, component: Component])[];

  constructor(contract: Contract, prefixes: ReadonlyMap<string, string>) {
    this.#prefixes = prefixes;
    const roots = rootsOf(contract);
    this.#roots = kinds.flatMap((kind) => roots[kind].map((component) => [kind, component] as const));
  }

  /** Names of the operations, in the order of the WSDL. */
  get operations(): readonly string[] {
    return this.#roots.flatMap(([kind, { name }]) => (kind === 'operations' ? [name] : []));
  }

  find(path: string): PathResult {
    const segments = path.split('/');
    const [first = '', second] = segments;
    const kind = second === undefined ? undefined : kinds.find((one) => one === first);
    const [head = '', ...rest] = kind === undefined ? segments : segments.slice(1);
    const { prefix, local } = splitName(head);
    const namespace = prefix === undefined ? undefined : this.#prefixes.get(prefix);
    if (prefix !== undefined && namespace === undefined) return { kind: 'prefix', prefix };
    const isInNamespace = (component: Component): boolean =>
      namespace === undefined || component.namespace === namespace;
    const candidates = this.#candidates(kind, local).filter(([, component]) => isInNamespace(component));
    if (candidates.length === 0) return this.#missingRoot(head, kind, rest);
    const starts = kind === undefined ? [''] : [`${kind}/`];
    const results = groupsOf(candidates).map((group) => ({
      group,
      found: walk(
        group.map(([, component]) => component),
        rest,
        `${starts[0]}${head}`,
      ),
    }));
    const good = results.filter(({ found }) => found.kind === 'found');
    if (good.length > 1) {
      return { kind: 'ambiguous', candidates: good.map(({ group }) => this.#spelling(group[0], [head, ...rest])) };
    }
    // Of several that fail, the one that says more.
    const best = good[0] ?? results.find(({ found }) => found.kind === 'typed') ?? results[0];
    return best?.found ?? this.#missingRoot(head, kind, rest);
  }

  /** Global components have one name in each namespace; overloaded operations share theirs. */
  #candidates(kind: RootKind | undefined, name: string): readonly Root[] {
    const searched = this.#roots.filter(([of]) => (kind === undefined ? of !== 'operations' : of === kind));
    return select(searched, name, ([, component]) => component.name);
  }

  #missingRoot(name: string, kind: RootKind | undefined, rest: readonly string[]): PathResult {
    const start = kind === undefined ? '' : `${kind}/`;
    const among = this.#roots
      .filter(([of]) => (kind === undefined ? of !== 'operations' : of === kind))
      .map(([, component]) => [`${start}${component.name}`, ...rest].join('/'));
    const operations = kind === undefined && rest.length === 0 ? this.operations.map((one) => `operations/${one}`) : [];
    return { kind: 'missing', name, owner: 'the WSDL', among: [...among, ...operations] };
  }

  /** A path that names this component and no other. */
  #spelling(root: Root | undefined, segments: readonly string[]): string {
    if (root === undefined) return segments.join('/');
    const [kind, { namespace, name }] = root;
    const same = this.#roots.filter(([of, other]) => of === kind && other.name === name);
    const prefix = [...this.#prefixes].find(([, uri]) => uri === namespace)?.[0];
    const path = [kind, ...segments].join('/');
    return same.length > 1 && prefix === undefined ? `${path} of ${namespace || 'no namespace'}` : path;
  }
}

type Root = readonly [kind: RootKind, component: Component];

const kinds: readonly RootKind[] = ['operations', 'types', 'elements', 'attributes', 'groups', 'attributeGroups'];

/** Those that count as one: overloads of an operation. */
function groupsOf(candidates: readonly Root[]): readonly (readonly Root[])[] {
  const operations = candidates.filter(([kind]) => kind === 'operations');
  const others = candidates.filter(([kind]) => kind !== 'operations').map((one) => [one]);
  return operations.length > 0 ? [operations, ...others] : others;
}

function walk(from: readonly Component[], rest: readonly string[], path: string): PathResult {
  const [segment, ...further] = rest;
  if (segment === undefined) return { kind: 'found', components: from };
  const children = from.flatMap((component) => component.children());
  // Values are the last segment, and may contain slashes.
  const whole = rest.join('/');
  const values = children.filter(({ kind, name }) => kind === 'value' && name === whole);
  if (values.length > 0) return { kind: 'found', components: values };
  const next = select(children, segment, ({ name }) => name);
  if (next.length > 0) return walk(next, further, `${path}/${segment}`);
  const type = from.map(namedTypeOf).find((name) => name !== undefined);
  if (type !== undefined && children.length === 0) {
    return { kind: 'typed', element: path, type, instead: [type, ...rest].join('/') };
  }
  const among = children.map(({ name }) => [path, name, ...further].join('/'));
  return { kind: 'missing', name: segment, owner: path, among };
}

/** Those of a name; `name[2]` is the second one of them. */
function select<T>(all: readonly T[], segment: string, segmentOf: (one: T) => string): readonly T[] {
  const exact = all.filter((one) => segmentOf(one) === segment);
  if (exact.length > 0) return exact;
  const [, name, position] = /^(.*)\[([1-9]\d*)\]$/.exec(segment) ?? [];
  const one = position && all.filter((candidate) => segmentOf(candidate) === name)[Number(position) - 1];
  return one ? [one] : [];
}

function namedTypeOf({ type }: Component): string | undefined {
  return type?.kind === 'named' && type.name.namespace !== xsd ? type.name.local : undefined;
}

function splitName(name: string): { readonly prefix: string | undefined; readonly local: string } {
  const colon = name.indexOf(':');
  return colon === -1
    ? { prefix: undefined, local: name }
    : { prefix: name.slice(0, colon), local: name.slice(colon + 1) };
}

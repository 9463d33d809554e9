import type { Contract, Origin } from '../../contract/index.ts';
import { type ComparisonOptions, type ComponentDifference, componentDifferences } from '../../contract/index.ts';

/** A component that two contracts have differently. */
export interface ContractChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** `type Order` */
  readonly component: string;
  /** Of a changed one: each difference, such as `Street/occurs/min 0 → 1`. */
  readonly where: readonly string[];
  /** In the earlier contract and in the later one, where it is in them. */
  readonly origins: readonly Origin[];
}

/** What differs between two contracts, component by component. */
export function contractChanges(
  before: Contract,
  after: Contract,
  options?: ComparisonOptions,
): readonly ContractChange[] {
  const found = new Map<string, { component: Component; differences: ComponentDifference[] }>();
  for (const difference of componentDifferences(before, after, options)) {
    const component = componentOf(difference.path, difference.after === undefined ? before : after);
    const known = found.get(component.label);
    if (known === undefined) found.set(component.label, { component, differences: [difference] });
    else known.differences.push(difference);
  }
  return [...found.values()].map(({ component, differences }) => {
    const { label, depth } = component;
    const whole = differences.find(({ path }) => segmentsOf(path).length === depth);
    const kind =
      whole === undefined
        ? 'changed'
        : whole.before === undefined
          ? 'added'
          : whole.after === undefined
            ? 'removed'
            : 'changed';
    const where = kind === 'changed' ? limited(differences.map((one) => shown(one, depth, before, after))) : [];
    const [path = ''] = differences.map((one) => one.path);
    const origins = [before, after].flatMap((contract) => componentOf(path, contract).origin ?? []);
    return { kind, component: label, where, origins };
  });
}

interface Component {
  readonly label: string;
  readonly origin: Origin | undefined;
  /** How many segments of the path lead to it. */
  readonly depth: number;
}

/** How the lists of a contract name their components. */
const nouns: Readonly<Record<string, string>> = {
  types: 'type',
  elements: 'element',
  attributes: 'attribute',
  groups: 'group',
  attributeGroups: 'attribute group',
  notations: 'notation',
  messages: 'message',
  portTypes: 'port type',
  bindings: 'binding',
  services: 'service',
  operations: 'operation',
  ports: 'port',
  schemas: 'schema',
};

/** The innermost named component on a path; the contract itself for what belongs to none. */
function componentOf(path: string, contract: Contract): Component {
  const segments = segmentsOf(path);
  let found: Component = { label: 'the contract', origin: contract.origin, depth: 0 };
  let value: unknown = contract;
  for (const [index, segment] of segments.entries()) {
    const list = segments[index - 1] ?? '';
    value = memberOf(value, segment);
    const noun = index % 2 === 1 ? nouns[list] : undefined;
    if (noun === undefined) {
      if (index % 2 === 1) break;
      continue;
    }
    const local = segment.replace(/^\{[^}]*\}(?=.)/, '').replace(/^\{(.*)\}$/, '$1');
    found = {
      label: `${noun} ${local}`,
      origin: (value as { origin?: Origin } | undefined)?.origin,
      depth: index + 1,
    };
    if (!/^(?:schemas|portTypes|bindings|services)$/.test(list)) break;
  }
  return found;
}

/** Namespaces contain slashes. */
function segmentsOf(path: string): readonly string[] {
  return path.match(/(?:\{[^{}]*\}|[^/{}])+/g) ?? [];
}

function memberOf(value: unknown, segment: string): unknown {
  if (!Array.isArray(value)) return (value as Record<string, unknown> | undefined)?.[segment];
  return /^\d+$/.test(segment) ? value[Number(segment)] : value.find((item) => labelOf(item) === segment);
}

function labelOf(item: { name?: unknown; targetNamespace?: string }): string | undefined {
  if (item.targetNamespace !== undefined) return `{${item.targetNamespace}}`;
  if (typeof item.name === 'string') return item.name;
  const { namespace, local } = (item.name ?? {}) as { namespace?: string; local?: string };
  return local === undefined ? undefined : `{${namespace}}${local}`;
}

/** Segments that say how the model is built, not what differs. */
const structural = /^(?:content|particle|particles|element|type|kind|variety|facets|definition)$/;

/** A difference as a text: where in the component, and both values. */
function shown({ path, before, after }: ComponentDifference, depth: number, one: Contract, other: Contract): string {
  const segments = segmentsOf(path);
  let value: unknown = after === undefined ? one : other;
  const names: string[] = [];
  for (const [index, segment] of segments.entries()) {
    value = memberOf(value, segment);
    if (index < depth || (structural.test(segment) && index < segments.length - 1)) continue;
    names.push(/^\d+$/.test(segment) ? itemName(value, segment) : segment);
  }
  const place = names.join('/');
  if (before === undefined) return `${place} (added)`;
  if (after === undefined) return `${place} (removed)`;
  return `${place} ${shortened(before)} → ${shortened(after)}`;
}

/** The name of an item of a list, or its number from 1. */
function itemName(value: unknown, index: string): string {
  const { name, element } = (value ?? {}) as { name?: unknown; element?: { name?: unknown } };
  const named = element?.name ?? name;
  if (typeof named === 'string') return named;
  return (named as { local?: string } | undefined)?.local ?? String(Number(index) + 1);
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The others are counted. */
const differencesAtMost = 8;

function limited(all: readonly string[]): readonly string[] {
  const unique = [...new Set(all)];
  const rest = unique.length - differencesAtMost;
  return rest > 0 ? [...unique.slice(0, differencesAtMost), `${rest} more`] : unique;
}

import { contract as kinds, type Spot } from '../../diagnostics/index.ts';
import {
  type ModelGroup,
  nameKey,
  type Origin,
  particleReference,
  type QName,
  type Schema,
  visitParts,
} from '../model/index.ts';
import type { CheckContext } from './check-context.ts';
import { dependenciesOf } from './simple-type-rules.ts';

interface Dependency {
  readonly to: QName;
  readonly at: Spot | Origin | undefined;
}

/** A component with its dependencies. */
interface Component {
  readonly name: QName;
  readonly origin?: Origin | undefined;
  readonly dependencies: readonly Dependency[];
}

/** Limits for code that follows dependencies recursively. */
const maxSteps = 50;
const maxParts = 10_000;

/**
 * Reports components that depend on themselves, or have too many dependencies.
 *
 * @returns whether the dependencies are within the limits.
 */
export function checkCycles(context: CheckContext): boolean {
  const { contract, marks } = context;
  const all = <T>(of: (schema: Schema) => readonly T[]): readonly T[] => contract.schemas.flatMap(of);
  const types = all((schema) => schema.types);
  const records = types.flatMap((type) => {
    if (type.kind !== 'complex') return [];
    const { derivation } = type;
    return component(type, derivation ? [{ to: derivation.base, at: marks.spotOf(derivation) }] : []);
  });
  const elements = all((schema) => schema.elements).map((element) => {
    const { substitutionGroup: to, origin } = element;
    return component(element, to ? [{ to, at: marks.spotOf(element, 'substitutes') ?? origin }] : []);
  });
  const groups = all((schema) => schema.groups).map((group) => component(group, groupsIn(group)));
  const attributeGroups = all((schema) => schema.attributeGroups).map((group) =>
    component(
      group,
      group.attributeGroups.map((to) => ({ to, at: marks.spotOf(to) })),
    ),
  );
  const simple = types.flatMap((type) => {
    if (type.kind !== 'simple') return [];
    const named = dependenciesOf(type).filter((reference) => reference.kind === 'named');
    return component(
      type,
      named.map(({ name }) => ({ to: name, at: undefined })),
    );
  });
  const checked = { record: records, element: elements, group: groups, 'attribute group': attributeGroups };
  for (const [kind, components] of Object.entries(checked)) report(context, kind, components);
  return Object.entries({ ...checked, type: simple }).every(([kind, components]) =>
    isWithin(context, kind, components),
  );
}

function component({ name, origin }: Omit<Component, 'dependencies'>, dependencies: readonly Dependency[]): Component {
  return { name, origin, dependencies };
}

/** The groups in a group, without those in its elements, which may refer to the group again. */
function groupsIn(group: ModelGroup): readonly Dependency[] {
  const found: Dependency[] = [];
  visitParts({ kind: 'group', component: group }, (part) => {
    if (part.kind !== 'particle') return false;
    const reference = particleReference(part.component);
    if (reference?.kind === 'group') found.push({ to: reference.name, at: part.component.origin });
    return true;
  });
  return found;
}

/** Each cycle once, at the dependency that closes it. */
function report(context: CheckContext, kind: string, components: readonly Component[]): void {
  walk(components, {
    cycle: (path, step) => {
      const way = [...path.map(({ name }) => name.local), step.to.local].join(' -> ');
      context.add(kinds.circular, { kind, name: step.to.local, path: way }, step.at);
    },
  });
}

/** Reports only the first component of a chain, since its dependents exceed the limit for the same reason. */
function isWithin(context: CheckContext, kind: string, components: readonly Component[]): boolean {
  const sizes = new Map<string, { readonly high: number; readonly parts: number }>();
  let within = true;
  walk(components, {
    leave: ({ name, origin, dependencies }) => {
      const below = dependencies.flatMap(({ to }) => sizes.get(nameKey(to)) ?? []);
      const high = below.reduce((most, one) => Math.max(most, one.high), 0) + (dependencies.length > 0 ? 1 : 0);
      const parts = below.reduce((sum, one) => sum + one.parts, dependencies.length);
      sizes.set(nameKey(name), { high, parts });
      const isFirst = below.every((one) => one.high <= maxSteps && one.parts <= maxParts);
      if (high <= maxSteps && parts <= maxParts) return;
      within = false;
      const limit = high > maxSteps ? `${maxSteps} in a chain` : `${maxParts} in total`;
      if (isFirst) context.add(kinds.madeOfTooMany, { kind, name: name.local, limit }, origin);
    },
  });
  return within;
}

interface Visit {
  /** The path from the component that the last dependency leads back to. */
  readonly cycle?: (path: readonly Component[], step: Dependency) => void;
  /** After all dependencies. */
  readonly leave?: (component: Component) => void;
}

/** Depth first, each component once. Iterative, so that a long chain cannot overflow the stack. */
function walk(components: readonly Component[], { cycle, leave }: Visit): void {
  const byName = new Map(components.map((component) => [nameKey(component.name), component]));
  const done = new Set<Component>();
  for (const start of components) {
    const path: { readonly component: Component; next: number }[] = [];
    const open = new Set<Component>();
    const enter = (component: Component): void => {
      if (done.has(component)) return;
      done.add(component);
      open.add(component);
      path.push({ component, next: 0 });
    };
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { component } = top;
      const step = component.dependencies[top.next++];
      const target = step && byName.get(nameKey(step.to));
      if (step === undefined) {
        path.pop();
        open.delete(component);
        leave?.(component);
      } else if (target !== undefined && open.has(target)) {
        const whole = path.map((one) => one.component);
        cycle?.(whole.slice(whole.indexOf(target)), step);
      } else if (target !== undefined) enter(target);
    }
  }
}

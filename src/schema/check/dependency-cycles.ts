import { keyOf, type Origin, type Particle, type QName } from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import type { Spot } from '../marks.ts';
import type { CheckContext } from './check-context.ts';
import { dependenciesOf } from './simple-type-rules.ts';

interface Step {
  readonly to: QName;
  readonly at: Spot | Origin | undefined;
}

/** A component, and those that its definition needs. */
interface Made {
  readonly name: QName;
  readonly origin?: Origin | undefined;
  readonly steps: readonly Step[];
}

/** More is nothing that anybody writes, and what follows such steps has an end and a stack. */
const maxSteps = 50;
const maxParts = 10_000;

/**
 * What leads back to itself by its definition alone, and so has none, or is made of more than can be followed.
 * @returns whether it can be.
 */
export function checkCircles(context: CheckContext): boolean {
  const { contract, marks } = context;
  const types = contract.schemas.flatMap((schema) => schema.types);
  const records = types.flatMap((type): readonly Made[] => {
    if (type.kind !== 'complex') return [];
    const { name, origin, derivation } = type;
    return [{ name, origin, steps: derivation ? [{ to: derivation.base, at: marks.spotOf(derivation) }] : [] }];
  });
  const elements = contract.schemas.flatMap((schema) =>
    schema.elements.map((element): Made => {
      const { name, origin, substitutionGroup: to } = element;
      return { name, origin, steps: to ? [{ to, at: marks.spotOf(element, 'substitutes') ?? origin }] : [] };
    }),
  );
  const groups = contract.schemas.flatMap((schema) =>
    schema.groups.map(({ name, origin, particle }): Made => ({ name, origin, steps: references(particle) })),
  );
  const attributeGroups = contract.schemas.flatMap((schema) =>
    schema.attributeGroups.map(
      ({ name, origin, attributeGroups: used }): Made => ({
        name,
        origin,
        steps: used.map((to) => ({ to, at: marks.spotOf(to) })),
      }),
    ),
  );
  const simple = types.flatMap((type): readonly Made[] => {
    if (type.kind !== 'simple') return [];
    const steps = dependenciesOf(type).flatMap((part) =>
      part.kind === 'named' ? [{ to: part.name, at: undefined }] : [],
    );
    return [{ name: type.name, origin: type.origin, steps }];
  });
  const checked = { record: records, element: elements, group: groups, 'attribute group': attributeGroups };
  for (const [kind, made] of Object.entries(checked)) report(context, kind, made);
  return Object.entries({ ...checked, type: simple }).every(([kind, made]) => isWithin(context, kind, made));
}

function references(particle: Particle): readonly Step[] {
  if (particle.kind === 'groupReference') return [{ to: particle.name, at: particle.origin }];
  return 'particles' in particle ? particle.particles.flatMap(references) : [];
}

/** Each circle once, where it closes. */
function report(context: CheckContext, kind: string, components: readonly Made[]): void {
  walk(components, {
    circle: (path, step) => {
      const way = [...path.map(({ name }) => name.local), step.to.local].join(' -> ');
      context.add(kinds.circular, { kind, name: step.to.local, path: way }, step.at);
    },
  });
}

/** Told of the first of each chain alone: what is made of it is too much for the same reason. */
function isWithin(context: CheckContext, kind: string, components: readonly Made[]): boolean {
  const sizes = new Map<string, { readonly high: number; readonly parts: number }>();
  let within = true;
  walk(components, {
    leave: ({ name, origin, steps }) => {
      const below = steps.flatMap(({ to }) => sizes.get(keyOf(to)) ?? []);
      const high = below.reduce((most, one) => Math.max(most, one.high), 0) + (steps.length > 0 ? 1 : 0);
      const parts = below.reduce((sum, one) => sum + one.parts, steps.length);
      sizes.set(keyOf(name), { high, parts });
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
  /** From the component that it leads back to, with the step that closes it. */
  readonly circle?: (path: readonly Made[], step: Step) => void;
  /** Behind all that it is made of. */
  readonly leave?: (component: Made) => void;
}

/** Each once, on a stack of its own: a chain of ten thousand must not exhaust the other one. */
function walk(components: readonly Made[], { circle, leave }: Visit): void {
  const byName = new Map(components.map((component) => [keyOf(component.name), component]));
  const done = new Set<Made>();
  for (const start of components) {
    const path: { readonly component: Made; next: number }[] = [];
    const open = new Set<Made>();
    const enter = (component: Made): void => {
      if (done.has(component)) return;
      done.add(component);
      open.add(component);
      path.push({ component, next: 0 });
    };
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { component } = top;
      const step = component.steps[top.next++];
      const target = step && byName.get(keyOf(step.to));
      if (step === undefined) {
        path.pop();
        open.delete(component);
        leave?.(component);
      } else if (target !== undefined && open.has(target)) {
        const whole = path.map((one) => one.component);
        circle?.(whole.slice(whole.indexOf(target)), step);
      } else if (target !== undefined) enter(target);
    }
  }
}

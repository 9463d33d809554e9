import {
  type AttributeGroup,
  keyOf,
  type ModelGroup,
  type Origin,
  type Particle,
  type QName,
} from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import type { Spot } from '../marks.ts';
import type { Checking } from './checking.ts';

interface Step {
  readonly to: QName;
  readonly at: Spot | Origin | undefined;
}

/** What leads back to itself by its definition alone, and so has none. */
export function checkCircles(checking: Checking): void {
  const { contract, marks } = checking;
  const all = <T>(of: (schema: (typeof contract.schemas)[number]) => readonly T[]): readonly T[] =>
    contract.schemas.flatMap(of);
  const records = all(({ types }) => types.filter((type) => type.kind === 'complex'));
  report(checking, 'record', records, ({ derivation }) =>
    derivation === undefined ? [] : [{ to: derivation.base, at: marks.spotOf(derivation) }],
  );
  const elements = all((schema) => schema.elements);
  report(checking, 'element', elements, (element) =>
    element.substitutionGroup === undefined
      ? []
      : [{ to: element.substitutionGroup, at: marks.spotOf(element, 'substitutes') ?? element.origin }],
  );
  const groups = all((schema): readonly ModelGroup[] => schema.groups);
  report(checking, 'group', groups, ({ particle }) => references(particle));
  const attributeGroups = all((schema): readonly AttributeGroup[] => schema.attributeGroups);
  report(checking, 'attribute group', attributeGroups, ({ attributeGroups: used }) =>
    used.map((to) => ({ to, at: marks.spotOf(to) })),
  );
}

function references(particle: Particle): readonly Step[] {
  if (particle.kind === 'groupReference') return [{ to: particle.name, at: particle.origin }];
  return 'particles' in particle ? particle.particles.flatMap(references) : [];
}

/** Each circle once, where it closes. */
function report<T extends { readonly name: QName }>(
  checking: Checking,
  kind: string,
  components: readonly T[],
  stepsOf: (component: T) => readonly Step[],
): void {
  const byName = new Map(components.map((component) => [keyOf(component.name), component]));
  const done = new Set<string>();
  for (const start of components) {
    // Its own stack: a chain of ten thousand must not exhaust the other one.
    const path: { readonly key: string; readonly component: T; readonly steps: readonly Step[]; next: number }[] = [];
    const enter = (key: string, component: T): void => {
      done.add(key);
      path.push({ key, component, steps: stepsOf(component), next: 0 });
    };
    if (!done.has(keyOf(start.name))) enter(keyOf(start.name), start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const step = top.steps[top.next++];
      if (step === undefined) {
        path.pop();
        continue;
      }
      const key = keyOf(step.to);
      const target = byName.get(key);
      const first = path.findIndex((one) => one.key === key);
      if (first !== -1) {
        const names = path.slice(first).map(({ component }) => component.name.local);
        const way = [...names, step.to.local].join(' -> ');
        checking.add(kinds.circular, { kind, name: step.to.local, path: way }, step.at);
      } else if (target !== undefined && !done.has(key)) {
        enter(key, target);
      }
    }
  }
}

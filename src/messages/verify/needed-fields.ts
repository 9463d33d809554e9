import type { Declaration, Member, ValueType } from '../../contract/index.ts';
import type { Value } from '../model/value.ts';
import type { ValueModel } from '../model/value-model.ts';

/**
 * Whether a type has a field at a path of names: through lists, all types of a hierarchy, and all cases of a choice.
 *
 * @returns undefined if it has; otherwise the first name that it does not have, and those that it has there.
 */
export function unknownIn(
  model: ValueModel,
  type: ValueType,
  path: readonly string[],
): { readonly name: string; readonly among: readonly string[] } | undefined {
  let level: readonly Step[] = stepsOf(model, type);
  for (const [index, name] of path.entries()) {
    const found = level.filter((step) => step.name === name);
    if (found.length === 0) return { name, among: [...new Set(level.map((step) => step.name))] };
    if (index < path.length - 1) level = found.flatMap((step) => step.below());
  }
  return undefined;
}

interface Step {
  readonly name: string;
  below(): readonly Step[];
}

function stepsOf(model: ValueModel, type: ValueType): readonly Step[] {
  if (type.kind === 'array') return stepsOf(model, type.item);
  return type.kind === 'record' ? stepsIn(model, model.declaration(type.typeName)) : [];
}

function stepsIn(model: ValueModel, declaration: Declaration): readonly Step[] {
  if (declaration.kind === 'polymorphic') {
    return declaration.members.flatMap(({ typeName }) => stepsIn(model, model.declaration(typeName)));
  }
  if (declaration.kind !== 'structure') return [];
  const { attributes, content } = declaration;
  const leaves = [
    ...attributes.map(({ property }) => property),
    ...(content.kind === 'text' ? [content.text.property] : []),
    ...(declaration.discriminant === undefined ? [] : ['$type']),
  ].map((name): Step => ({ name, below: () => [] }));
  const members = content.kind === 'fields' ? content.fields : content.kind === 'particles' ? content.members : [];
  return [...leaves, ...members.map((member) => stepOf(model, member))];
}

function stepOf(model: ValueModel, member: Member): Step {
  const { property: name } = member;
  switch (member.kind) {
    case 'field':
      return { name, below: () => stepsOf(model, member.type) };
    case 'group':
      return { name, below: () => member.group.members.map((one) => stepOf(model, one)) };
    case 'choice': {
      const value = (): readonly Step[] => member.choice.cases.flatMap((one) => stepOf(model, one).below());
      return {
        name,
        below: () => [
          { name: 'case', below: () => [] },
          { name: 'value', below: value },
        ],
      };
    }
    case 'any':
      return { name, below: () => [] };
  }
}

/** Whether a value has a field at a path; of lists, each item must have it, and there must be one. */
export function hasField(value: Value, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => hasField(item as Value, path));
  const [name, ...rest] = path;
  if (name === undefined) return value !== undefined && value !== null;
  return typeof value === 'object' && value !== null && hasField((value as Record<string, Value>)[name], rest);
}

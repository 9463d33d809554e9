import { type Field, type Member, nameKey, type ResolvedOperation, type Structure } from '../../contract/index.ts';
import type { ValueModel } from '../model/value-model.ts';

/** The one list of a response, such as the phones of `ListPhonesResponse`. */
export interface RecordList {
  /** Fields from the body to the list, single ones. */
  readonly around: readonly Field[];
  readonly field: Field;
}

/** Lists that are deeper are not meant. */
const deepest = 6;

/**
 * The list of the response of an operation: of the fields of the body, or of single records in it, the first level that has
 * one. Undefined if that level has several lists of records, and for encoded messages.
 */
export function recordListOf(model: ValueModel, { output }: ResolvedOperation): RecordList | undefined {
  if (output === undefined || output.use === 'encoded') return undefined;
  let level: { readonly around: readonly Field[]; readonly structure: Structure | undefined }[] = [
    { around: [], structure: output.structure ?? structureOf(model, output) },
  ];
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const lists = level.flatMap(({ around, structure }) =>
      fieldsOf(structure).flatMap((field) => (field.many ? [{ around, field }] : [])),
    );
    const [first, ...others] = lists.length > 1 ? lists.filter(({ field }) => field.type.kind === 'record') : lists;
    if (lists.length > 0) return others.length === 0 ? first : undefined;
    level = level.flatMap(({ around, structure }) =>
      fieldsOf(structure).map((field) => ({ around: [...around, field], structure: structureOf(model, field) })),
    );
  }
  return undefined;
}

/** The items in the value of a body. @param result the field that the value is of, if it is not the body. */
export function itemsOf(value: unknown, { around, field }: RecordList, result: string | undefined): readonly unknown[] {
  const names = [...around, field].map(({ property }) => property);
  const path = names[0] === result ? names.slice(1) : names;
  const found = path.reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | null)?.[name], value);
  return Array.isArray(found) ? found : [];
}

function structureOf(model: ValueModel, { type }: Pick<Field, 'type'>): Structure | undefined {
  if (type.kind !== 'record') return undefined;
  const declaration = model.declaration(type.typeName);
  return declaration.kind === 'structure' ? declaration : undefined;
}

/** Those whose element is at one place of the content alone. */
function fieldsOf(structure: Structure | undefined): readonly Field[] {
  if (structure?.content.kind === 'fields') return structure.content.fields;
  const members = structure?.content.kind === 'particles' ? structure.content.members : [];
  const names = members.flatMap(namesOf);
  return members.flatMap((member) => {
    if (member.kind !== 'field') return [];
    return names.filter((name) => name === nameKey(member.name)).length === 1 ? [member] : [];
  });
}

function namesOf(member: Member): readonly string[] {
  switch (member.kind) {
    case 'field':
      return [nameKey(member.name)];
    case 'choice':
      return member.choice.cases.flatMap(namesOf);
    case 'group':
      return member.group.members.flatMap(namesOf);
    case 'any':
      return [];
  }
}

import type { Member, Representation, ValueType } from '../contract/index.ts';

/** What stands before names that a file imports as a namespace. */
export interface Qualifiers {
  /** Before the names of records. */
  readonly records: string;
  /** Before the runtime's types. */
  readonly runtime: string;
  /** Takes down what is named. */
  readonly imports?: Imports;
}

/** What a file has to import for the types that it names. */
export class Imports {
  readonly records: Set<string> = new Set();
  readonly runtime: Set<RuntimeType> = new Set();
}

export const bare: Qualifiers = { records: '', runtime: '' };

/** In codec.ts and binding.ts. */
export const qualified: Qualifiers = { records: 't.', runtime: 'soap.' };

/** Types of the runtime that generated types name. */
export type RuntimeType = 'DateTime' | 'Duration' | 'QName' | 'AnyElement' | 'AnyAttribute';

const runtimeTypes: ReadonlySet<string> = new Set<RuntimeType>([
  'DateTime',
  'Duration',
  'QName',
  'AnyElement',
  'AnyAttribute',
]);

export function representationText(representation: Representation, qualifiers: Qualifiers = bare): string {
  return isRuntimeType(representation) ? runtimeText(representation, qualifiers) : representation;
}

function isRuntimeType(name: string): name is RuntimeType {
  return runtimeTypes.has(name);
}

export function runtimeText(type: RuntimeType, { runtime, imports }: Qualifiers = bare): string {
  imports?.runtime.add(type);
  return `${runtime}${type}`;
}

/** The name of something in types.ts. */
export function recordText(typeName: string, { records, imports }: Qualifiers = bare): string {
  imports?.records.add(typeName);
  return `${records}${typeName}`;
}

/** The type of a value. */
export function valueText(type: ValueType, qualifiers: Qualifiers = bare): string {
  switch (type.kind) {
    case 'any':
      return runtimeText('AnyElement', qualifiers);
    case 'record':
      return recordText(type.typeName, qualifiers);
    case 'simple':
      return type.declared === undefined
        ? representationText(type.representation, qualifiers)
        : recordText(type.declared, qualifiers);
  }
}

/** The type of one value of a member. */
export function itemText(member: Member, qualifiers: Qualifiers = bare): string {
  switch (member.kind) {
    case 'field':
      return member.nillable ? `${valueText(member.type, qualifiers)} | null` : valueText(member.type, qualifiers);
    case 'choice':
      return recordText(member.choice.typeName, qualifiers);
    case 'group':
      return recordText(member.group.typeName, qualifiers);
    case 'any':
      return runtimeText('AnyElement', qualifiers);
  }
}

/** The type of a member that is there. */
export function presentText(member: Member, qualifiers: Qualifiers = bare): string {
  const item = itemText(member, qualifiers);
  if (!member.many) return item;
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

/** The type of a member as a whole; `undefined` is part of it where it may be absent. */
export function memberText(member: Member, qualifiers: Qualifiers = bare): string {
  const present = presentText(member, qualifiers);
  return member.optional ? `${present} | undefined` : present;
}

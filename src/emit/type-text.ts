import type { ArrayValue, Member, Representation, SimpleValue, ValueType } from '../contract/index.ts';
import type { RuntimeType } from './generated-file.ts';

/** Types of TypeScript as text, for the file that names them. */

/** What names types: a file, or a file whose types are those of requests. */
export interface TypeNames {
  type(typeName: string): string;
  runtimeType(name: RuntimeType): string;
  readonly isRequest?: boolean;
}

const runtimeTypes: ReadonlySet<string> = new Set<RuntimeType>([
  'DateTime',
  'Duration',
  'QName',
  'AnyElement',
  'AnyAttribute',
  'EncodedValue',
]);

export function representationText(representation: Representation, file: TypeNames): string {
  return isRuntimeType(representation) ? file.runtimeType(representation) : representation;
}

function isRuntimeType(name: string): name is RuntimeType {
  return runtimeTypes.has(name);
}

/** The type of a value. */
export function valueText(type: ValueType, file: TypeNames): string {
  switch (type.kind) {
    case 'any':
      return file.runtimeType('AnyElement');
    case 'record':
      return file.type(type.typeName);
    case 'simple':
      return type.open === true && file.isRequest !== true
        ? `${closedText(type, file)} | (string & {})`
        : closedText(type, file);
    case 'anyType':
      return file.runtimeType('EncodedValue');
    case 'array':
      return arrayText(type, file);
    case 'collection': {
      const value = file.runtimeType('EncodedValue');
      return type.name === 'Map' ? `ReadonlyMap<${value}, ${value}>` : `${value}[]`;
    }
  }
}

/** A list of lists for each dimension but the last. */
function arrayText({ item, itemNillable, rank }: ArrayValue, file: TypeNames): string {
  const text = itemNillable ? `${valueText(item, file)} | null` : valueText(item, file);
  return `${listText(text)}${'[]'.repeat(rank - 1)}`;
}

function listText(item: string): string {
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

/** The type of a simple value, without the other texts of an open enumeration. */
export function closedText({ declared, representation }: SimpleValue, file: TypeNames): string {
  return declared === undefined ? representationText(representation, file) : file.type(declared);
}

/** The type of one value of a member. */
export function itemText(member: Member, file: TypeNames): string {
  switch (member.kind) {
    case 'field': {
      const text = member.isReference ? 'Blob' : valueText(member.type, file);
      return member.nillable ? `${text} | null` : text;
    }
    case 'choice':
      return file.type(member.choice.typeName);
    case 'group':
      return file.type(member.group.typeName);
    case 'any':
      return file.runtimeType('AnyElement');
  }
}

/** The type of a member that is there. */
export function presentText(member: Member, file: TypeNames): string {
  const item = itemText(member, file);
  if (!member.many) return item;
  return listText(item);
}

/** The type of a member as a whole; `undefined` is part of it where it may be absent. */
export function memberText(member: Member, file: TypeNames): string {
  const present = presentText(member, file);
  return mayBeAbsent(member, file) ? `${present} | undefined` : present;
}

/** Whether a property may be left out: in requests lists too that can be empty. */
export function mayBeAbsent(
  { optional, many, least }: Pick<Member, 'optional' | 'many' | 'least'>,
  { isRequest = false }: TypeNames,
): boolean {
  return optional || (isRequest && many && least === 0);
}

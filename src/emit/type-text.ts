import type { ArrayValue, Member, Representation, SimpleValue, ValueType } from '../contract/index.ts';
import type { GeneratedFile, RuntimeType } from './generated-file.ts';

/** Types of TypeScript as text, for the file that names them. */

const runtimeTypes: ReadonlySet<string> = new Set<RuntimeType>([
  'DateTime',
  'Duration',
  'QName',
  'AnyElement',
  'AnyAttribute',
  'EncodedValue',
]);

export function representationText(representation: Representation, file: GeneratedFile): string {
  return isRuntimeType(representation) ? file.runtimeType(representation) : representation;
}

function isRuntimeType(name: string): name is RuntimeType {
  return runtimeTypes.has(name);
}

/** The type of a value. */
export function valueText(type: ValueType, file: GeneratedFile): string {
  switch (type.kind) {
    case 'any':
      return file.runtimeType('AnyElement');
    case 'record':
      return file.type(type.typeName);
    case 'simple':
      return type.open === true ? `${closedText(type, file)} | (string & {})` : closedText(type, file);
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
function arrayText({ item, itemNillable, rank }: ArrayValue, file: GeneratedFile): string {
  const text = itemNillable ? `${valueText(item, file)} | null` : valueText(item, file);
  return `${listText(text)}${'[]'.repeat(rank - 1)}`;
}

function listText(item: string): string {
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

/** The type of a simple value, without the other texts of an open enumeration. */
export function closedText({ declared, representation }: SimpleValue, file: GeneratedFile): string {
  return declared === undefined ? representationText(representation, file) : file.type(declared);
}

/** The type of one value of a member. */
export function itemText(member: Member, file: GeneratedFile): string {
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
export function presentText(member: Member, file: GeneratedFile): string {
  const item = itemText(member, file);
  if (!member.many) return item;
  return listText(item);
}

/** The type of a member as a whole; `undefined` is part of it where it may be absent. */
export function memberText(member: Member, file: GeneratedFile): string {
  const present = presentText(member, file);
  return member.optional ? `${present} | undefined` : present;
}

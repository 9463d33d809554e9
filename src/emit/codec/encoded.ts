import type { ArrayValue, Field, ValueType } from '../../contract/index.ts';
import { type Code, headed, line, listed, type Parts, within } from '../code.ts';
import { valueText } from '../type-text.ts';
import type { Accessor } from './accessor.ts';
import type { CodecNames } from './names.ts';
import { ownCodec } from './own-codecs.ts';

/** Code that reads and writes values of SOAP encoding (SOAP 1.1, section 5). */

/** Whether a value is encoded, whatever the use of the message that it is in. */
export function isEncodedOnly({ kind }: ValueType): boolean {
  return kind === 'array' || kind === 'collection' || kind === 'anyType';
}

/** What `encoded.read` reads a value by. @param owner of the default value, if it has one. */
export function decoderOf(type: ValueType, owner: string, property: string, names: CodecNames): string {
  switch (type.kind) {
    case 'record':
      return names.reader(type.typeName, 'encoded');
    case 'array':
      return names.reader(type.typeName, 'encoded');
    case 'collection':
    case 'anyType':
      return names.anyReader(type);
    case 'simple': {
      const own = ownCodec(type);
      if (own !== undefined) return `soap.read${own}`;
      const object = names.object(type, owner, property);
      return type.open === true ? `encoded.open(${object})` : object;
    }
    case 'any':
      return '(each) => each.any()';
  }
}

/** The expression that reads an accessor; of an optional one, nil is undefined. */
export function readEncoded(field: Accessor & Partial<Field>, owner: string, names: CodecNames): string {
  const { type, nillable, optional = false, property } = field;
  names.file.module('encoded');
  const decoder = decoderOf(type, owner, property, names);
  // Values of any type can be null.
  if (nillable || type.kind === 'anyType') return `encoded.readNullable(reader, ${decoder})`;
  if (optional) return `encoded.readNullable(reader, ${decoder}) ?? undefined`;
  return `encoded.read(reader, ${decoder})`;
}

/** The statements that write an accessor. @param access an expression that is not undefined. */
export function writeEncoded(field: Accessor, access: string, owner: string, names: CodecNames): readonly Code[] {
  const write = writeAccessor(field, access, owner, names);
  if (!field.nillable || field.type.kind === 'anyType') return write;
  names.file.module('encoded');
  return [
    within(`if (${access} === null)`, [line(`encoded.writeNil(writer, ${names.accessor(field)});`)]),
    within('else', write),
  ];
}

function writeAccessor(field: Accessor, access: string, owner: string, names: CodecNames): readonly Code[] {
  const { type, property } = field;
  const tag = names.accessor(field);
  if (type.kind === 'any') return [line(`soap.writeAny(writer, ${tag}, ${access});`)];
  if (type.kind === 'simple') {
    const own = ownCodec(type);
    if (own !== undefined) return [line(`soap.write${own}(writer, ${tag}, ${access});`)];
    return [line(`soap.writeValue(writer, ${tag}, ${names.object(type, owner, property)}, ${access});`)];
  }
  return [line(`writer.open(${tag});`), line(contentWriter(type, access, names)), line(`writer.close(${tag});`)];
}

/** The statement that writes the content of an element, and the rest of its start tag unless it is a record without one. */
export function contentWriter(
  type: Exclude<ValueType, { kind: 'simple' | 'any' }>,
  access: string,
  names: CodecNames,
): string {
  switch (type.kind) {
    case 'record':
    case 'array':
      return `${names.writer(type.typeName, 'encoded')}(writer, ${access});`;
    case 'anyType':
      return `${names.anyWriter}(writer, ${access});`;
    case 'collection':
      names.file.module('encoded');
      return `encoded.write${type.name}(writer, ${access}, ${names.anyWriter});`;
  }
}

/** The functions that read and write an array. */
export function arrayCodec(
  array: ArrayValue,
  names: CodecNames,
  { reads, writes }: { readonly reads: boolean; readonly writes: boolean },
): Parts {
  names.file.module('encoded');
  const text = valueText(array, names.file);
  return [...(reads ? [arrayReader(array, text, names)] : []), ...(writes ? [arrayWriter(array, names)] : [])];
}

function arrayReader(
  { typeName, item, itemNillable, rank }: ArrayValue,
  text: string,
  names: CodecNames,
): readonly Code[] {
  const name = names.ownReader(typeName, 'encoded');
  const head = listed(`export function ${name}(`, ['reader: soap.XmlReader'], `): ${text} {`);
  const nullable = itemNillable || item.kind === 'anyType' ? 'Nullable' : '';
  const decoder = decoderOf(item, name, 'item', names);
  const call =
    rank === 1
      ? `encoded.read${nullable}Array(reader, ${decoder})`
      : `encoded.read${nullable}Grid(reader, ${decoder}, ${rank}) as ${text}`;
  return [headed(head, [line(`return ${call};`)], '}')];
}

function arrayWriter(array: ArrayValue, names: CodecNames): readonly Code[] {
  const { typeName, item, itemNillable, itemName, itemType, itemRanks, rank } = array;
  const name = names.ownWriter(typeName, 'encoded');
  const text = valueText(array, names.written);
  const head = listed(`export function ${name}(`, ['writer: soap.XmlWriter', `value: ${text}`], '): void {');
  const type = names.typeText({ ...itemType, local: `${itemType.local}${itemRanks}` });
  const itemText = valueText(item, names.written);
  const field = { name: { namespace: '', local: itemName }, type: item, nillable: itemNillable, property: 'item' };
  const loop = (items: string): Code =>
    within(`for (const item of ${items})`, writeEncoded(field, 'item', name, names));
  const body =
    rank === 1
      ? [line(`encoded.openArray(writer, ${type}, value.length);`), loop('value')]
      : [
          line(
            `const { sizes, items } = encoded.gridOf<${itemNillable ? `${itemText} | null` : itemText}>(writer, value, ${rank});`,
          ),
          line(`encoded.openArray(writer, ${type}, ...sizes);`),
          loop('items'),
        ];
  return [headed(head, body, '}')];
}

import { defaultContentType, type Field, type SimpleValue, type Structure } from '../../contract/index.ts';
import type { Parts } from '../code.ts';
import { type Code, headed, line, listed } from '../code.ts';
import { stringLiteral } from '../literal.ts';
import { isAbsentIfNil } from './constants.ts';
import { recordFieldOf } from './identifiers.ts';
import type { CodecNames } from './names.ts';
import { ownCodec } from './own-codecs.ts';
import { plainFields } from './table-types.ts';
import { typedBytes } from './values.ts';

/**
 * The constant with the table of a structure. Its fields are functions: at the top level of a file, compilers follow each
 * use of a constant back through all statements to its declaration.
 */
export function recordTable(structure: Structure, names: CodecNames): Parts {
  const { typeName, name } = structure;
  const fields = plainFields(structure) ?? [];
  const own: (readonly Code[])[] = [];
  const fieldNames = fields.map((field) => {
    const { type } = field;
    if (type.kind === 'simple') return sharedField(field, type, typeName, names);
    if (type.kind !== 'record') return '';
    const fieldName = recordFieldOf(typeName, field.property);
    const codec = `soap.recordCodec(() => ${names.table(type.typeName)})`;
    own.push([fieldFunction(`function ${fieldName}`, fieldCall(field, codec, names))]);
    return fieldName;
  });
  const call = names.results.has(typeName) ? 'soleField' : 'record';
  const [read, written] = [names.valueType(typeName), names.writtenType(typeName)];
  const types = read === written ? read : `${read}, ${written}`;
  const head = `export const ${names.ownTable(typeName)}: soap.RecordCodec<${types}> = `;
  const items = [name === undefined ? 'undefined' : names.typeLiteral(name), ...fieldNames];
  return [...own, [listed(`${head}/*@__PURE__*/ soap.${call}(`, items, ');')]];
}

/** The function of a field. @param head with its name. */
export function fieldFunction(head: string, call: string): Code {
  return headed(line(`${head}(): soap.RecordField {`), [line(`return ${call};`)], '}');
}

/** The name of the function of a simple field, which equal fields of all records share. */
function sharedField(field: Field, type: SimpleValue, typeName: string, names: CodecNames): string {
  const kind = field.many ? 'List' : field.optional ? 'Optional' : '';
  const wanted = `${field.property}_${type.declared ?? type.name}${kind}Field`;
  return names.sharedField(wanted, (common) => fieldCall(field, simpleCodec(field, type, typeName, common), common));
}

function simpleCodec(field: Field, type: SimpleValue, typeName: string, names: CodecNames): string {
  const own = ownCodec(type);
  if (own === undefined) return `soap.valueCodec(${names.object(type, typeName, field.property)})`;
  const value = typedBytes(type, defaultContentType(field.element), 'value');
  if (value === 'value') return `soap.ownCodec(soap.read${own}, soap.write${own})`;
  return `soap.ownCodec(soap.read${own}, (writer, tag, value) => soap.write${own}(writer, tag, ${value}))`;
}

function fieldCall(field: Field, codec: string, names: CodecNames): string {
  const { property, many, optional, most } = field;
  const tag = names.tag(field);
  const kind = many ? 'listField' : optional ? 'optionalField' : 'requiredField';
  const args = [
    stringLiteral(property),
    isAbsentIfNil(field) ? `soap.optional(${tag})` : tag,
    codec,
    ...(many && most !== 'unbounded' ? [String(most)] : []),
  ];
  return `soap.${kind}(${args.join(', ')})`;
}

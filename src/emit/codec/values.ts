import {
  ContractError,
  defaultContentType,
  type EncodedValueType,
  type Field,
  type SimpleValue,
  type ValueType,
} from '../../contract/index.ts';
import { type Code, line, within } from '../code.ts';
import { stringLiteral } from '../literal.ts';
import { isEncodedOnly, readEncoded, writeEncoded } from './encoded.ts';
import type { CodecNames } from './names.ts';
import { ownCodec } from './own-codecs.ts';

/** Code that reads a value from the open element, and writes it as an element. */

/** @param typeName of the field's owner. */
export function readValue(field: Field, typeName: string, names: CodecNames): string {
  if (isEncoded(field, names) && !field.isReference) return readEncoded(field, typeName, names);
  const call = field.isReference ? 'soap.readReference(reader)' : readCall(field, typeName, names);
  return field.nillable ? `reader.nil() ? null : ${call}` : call;
}

function readCall({ type, property }: Field, typeName: string, names: CodecNames): string {
  switch (type.kind) {
    case 'record':
      return `${names.reader(type.typeName)}(reader)`;
    case 'any':
      return 'reader.any()';
    case 'simple': {
      const own = ownCodec(type);
      if (own !== undefined) return `soap.read${own}(reader)`;
      return `soap.${readerOfValue(type)}(reader, ${names.object(type, typeName, property)})`;
    }
    default:
      throw encodedOnly(type);
  }
}

export interface Writing {
  readonly names: CodecNames;
  /** Of the field's owner. */
  readonly typeName: string;
}

/** One element. @param access an expression that is not undefined. */
export function writeValue(field: Field, access: string, writing: Writing): readonly Code[] {
  const { names } = writing;
  if (isEncoded(field, names) && !field.isReference) return writeEncoded(field, access, writing.typeName, names);
  const { type, nillable } = field;
  const write = writeElement(field, access, writing);
  if (!nillable) return write;
  const isHead = type.kind === 'record' && type.head;
  const plain = isHead ? names.plainTag(field) : names.tag(field);
  return [within(`if (${access} === null)`, [line(`writer.nil(${plain});`)]), within('else', write)];
}

function writeElement(field: Field, access: string, { names, typeName }: Writing): readonly Code[] {
  const tag = names.tag(field);
  const { type } = field;
  if (field.isReference) return [line(`soap.writeReference(writer, ${tag}, ${access});`)];
  switch (type.kind) {
    case 'record':
      return [
        line(`writer.open(${tag});`),
        line(`${names.writer(type.typeName)}(writer, ${access});`),
        line(`writer.close(${tag});`),
      ];
    case 'any':
      return [line(`soap.writeAny(writer, ${tag}, ${access});`)];
    case 'simple': {
      const own = ownCodec(type);
      if (own !== undefined)
        return [
          line(`soap.write${own}(writer, ${tag}, ${typedBytes(type, defaultContentType(field.element), access)});`),
        ];
      const object = names.object(type, typeName, field.property);
      return [line(`soap.writeValue(writer, ${tag}, ${object}, ${access});`)];
    }
    default:
      throw encodedOnly(type);
  }
}

/** Bytes with the Content-Type of their part, where the contract says it. */
export function typedBytes(type: ValueType, contentType: string | undefined, access: string): string {
  if (contentType === undefined || type.kind !== 'simple' || type.name !== 'base64Binary') return access;
  return `soap.withContentType(${access}, ${stringLiteral(contentType)})`;
}

/** The nil that an encoded message has for an absent value of a required field. */
export function nilOfAbsent(field: Field, names: CodecNames): Code | undefined {
  if (field.nilIfAbsent !== true || names.use !== 'encoded' || !isEncoded(field, names)) return undefined;
  names.file.module('encoded');
  return line(`encoded.writeNil(writer, ${names.accessor(field)});`);
}

/** Elements of any type are read as they are, whatever the use. */
function isEncoded({ type }: Field, { use }: CodecNames): boolean {
  return isEncodedOnly(type) || (use === 'encoded' && type.kind !== 'any');
}

/** The error for kinds that `isEncoded` handles. */
function encodedOnly({ kind }: EncodedValueType): ContractError {
  return new ContractError('Unsupported', `A value of the kind ${kind} is always encoded.`);
}

/** The function of the runtime that reads a value by its type's object. */
export function readerOfValue({ open }: SimpleValue): 'readOpen' | 'readValue' {
  return open === true ? 'readOpen' : 'readValue';
}

import {
  type Declaration,
  type Field,
  isSimpleType,
  isSoapEncoding,
  type Member,
  nameKey,
  type QName,
  type ResolvedService,
  representationOf,
  type SimpleTypeName,
  type SimpleValue,
  type Structure,
  type ValueType,
  xsd,
} from '../../contract/index.ts';
import type { Value } from './value.ts';

/** A struct of no type of the contract, whose properties are its accessors. */
export const structName = 'Struct';

/** The `$type` of a Map of Apache SOAP, where values are plain. */
export const mapType = 'apache:Map';

/** Names that drafts of XML Schema and the encoding have for built-in types. */
const otherNames: Readonly<Record<string, SimpleTypeName>> = {
  timeInstant: 'dateTime',
  uriReference: 'anyURI',
  base64: 'base64Binary',
};

/** What is known of a service and its types. */
interface KnownTypes {
  readonly service: ResolvedService;
  declaration(typeName: string): Declaration;
}

/** The types that a value of any type in an encoded message can say it has. */
export class AnyTypes {
  readonly #model: KnownTypes;
  readonly #byName: Map<string, ValueType> = new Map();
  readonly #records: Map<string, Structure & { readonly name: QName }> = new Map();

  constructor(model: KnownTypes) {
    const { messages, declarations, arrays } = model.service;
    this.#model = model;
    for (const one of [...messages, ...declarations]) {
      if (one.kind !== 'structure') continue;
      for (const { type } of fieldsIn(one)) this.#addSimple(type);
    }
    for (const { item } of arrays) this.#addSimple(item);
    for (const array of arrays) if (array.name !== undefined) this.#byName.set(nameKey(array.name), array);
    for (const one of declarations) {
      if (one.kind !== 'structure' || one.name === undefined || one.abstract) continue;
      this.#byName.set(nameKey(one.name), { kind: 'record', typeName: one.typeName, head: one.head });
      this.#records.set(recordType(one), { ...one, name: one.name });
    }
  }

  /** The type of a name of XML Schema, of the encoding, or of the contract; undefined for another one. */
  find({ namespace, local }: QName): ValueType | undefined {
    if (namespace !== xsd && !isSoapEncoding(namespace)) return this.#byName.get(nameKey({ namespace, local }));
    return this.builtIn(local);
  }

  /** A built-in type as the options of the contract map it. */
  builtIn(local: string): SimpleValue | undefined {
    const name = otherNames[local] ?? local;
    if (!isSimpleType(name)) return undefined;
    return { kind: 'simple', name, representation: representationOf(name, {}, this.#model.service.options) };
  }

  /** The record of a `$type`. */
  record(type: Value): (Structure & { readonly name: QName }) | undefined {
    return typeof type === 'string' ? this.#records.get(type) : undefined;
  }

  /** The `$type` of a record that is read as a value of any type. */
  typeOfRecord(typeName: string): string {
    const declaration = this.#model.declaration(typeName);
    return declaration.kind === 'structure' ? recordType(declaration) : typeName;
  }

  #addSimple(type: ValueType): void {
    if (type.kind !== 'simple' || type.declared === undefined || type.schemaType === undefined) return;
    if (type.isUnnamed) return;
    const key = nameKey(type.schemaType);
    if (!this.#byName.has(key)) this.#byName.set(key, { ...type, fallback: undefined });
  }
}

function recordType({ discriminant, typeName }: Structure): string {
  return discriminant?.value ?? typeName;
}

function fieldsIn({ content }: Structure): readonly Field[] {
  if (content.kind === 'fields') return content.fields;
  return content.kind === 'text' ? [] : content.members.flatMap(fieldsOfMember);
}

function fieldsOfMember(member: Member): readonly Field[] {
  if (member.kind === 'field') return [member];
  if (member.kind === 'any') return [];
  return (member.kind === 'choice' ? member.choice.cases : member.group.members).flatMap(fieldsOfMember);
}

import type {
  AnyTypeValue,
  AttributeMember,
  CollectionValue,
  Field,
  QName,
  SimpleValue,
  Use,
} from '../../contract/index.ts';
import { prefixedName } from '../encoded-prefixes.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { stringLiteral } from '../literal.ts';
import { inRequests } from '../request-types.ts';
import { valueObject } from '../simple-types.ts';
import { closedText, memberText, type TypeNames } from '../type-text.ts';
import type { Accessor } from './accessor.ts';
import { AnyTypes } from './any-types.ts';
import type { CodecScope, SharedConstant } from './codec-scope.ts';
import { isNeverEmpty } from './empty-records.ts';
import { codecNameOf, fallbackOf, readerOf, recordTableOf, rootTagOf, writerOf, xsiTypeOf } from './identifiers.ts';
import type { Streams } from './streams.ts';
import { tableTypes } from './table-types.ts';

/** The names in codec.ts, for code of one use in one file. Constants are created at their first use. */
export class CodecNames {
  /** The file that the code is in. */
  readonly file: GeneratedFile;
  readonly use: Use;
  readonly #scope: CodecScope;

  constructor(scope: CodecScope, file: GeneratedFile, use: Use) {
    this.#scope = scope;
    this.file = file;
    this.use = use;
  }

  /** For code of another use. */
  for(use: Use): CodecNames {
    return use === this.use ? this : new CodecNames(this.#scope, this.file, use);
  }

  /** For code in the file of the constants that all types share. */
  get #inCommon(): CodecNames {
    const { common } = this.#scope;
    return this.file === common ? this : new CodecNames(this.#scope, common, this.use);
  }

  get streams(): Streams {
    return this.#scope.streams;
  }

  get isTolerant(): boolean {
    return this.#scope.settings.isTolerant;
  }

  /** Results that are the only field of a response, by the response's type name. */
  get results(): ReadonlyMap<string, Field> {
    return this.#scope.results;
  }

  /** The function that reads a named group in a type. Its name differs from those of the type's own groups. */
  sharedReader(typeName: string, groupName: string): string {
    const name = readerOf(this.codec(`${typeName}_${groupName}`), this.#scope.service);
    return this.#scope.has(name) ? `${name}$` : name;
  }

  /** The variable that holds a property while it is read. */
  variable(property: string): string {
    return this.#scope.variable(property);
  }

  /** The TypeScript type of the values that a codec reads and writes. */
  valueType(typeName: string): string {
    const result = this.results.get(typeName);
    return result === undefined ? this.file.type(typeName) : memberText(result, this.file);
  }

  /** The type of the values that a codec writes: in requests some types have another form. */
  writtenType(typeName: string): string {
    const { requests } = this.#scope;
    const name = requests.sentName(typeName);
    if (name === typeName || this.results.has(typeName)) return this.valueType(typeName);
    const sent = this.file.type(name);
    return requests.isClosed(typeName) ? `${sent} | ${this.file.type(typeName)}` : sent;
  }

  /** The file, with the types that codecs write. */
  get written(): TypeNames {
    return { type: (name) => this.writtenType(name), runtimeType: (name) => this.file.runtimeType(name) };
  }

  /** The file, with the types of requests. */
  get inRequests(): TypeNames {
    return inRequests(this.file, this.#scope.requests);
  }

  /** Whether a client sends the type, so that lists in it may be absent. */
  isSent(typeName: string): boolean {
    return this.#scope.requests.isSent(typeName);
  }

  /** The expression that checks the xsi:type of the open element. */
  typeCall(table: string): string {
    return this.use === 'literal' ? `reader.type(${table})` : `${this.file.module('encoded')}.type(reader, ${table})`;
  }

  /** The expression that opens the next child of a struct, in any order. */
  childCall(table: string): string {
    return this.use === 'literal' ? `reader.child(${table})` : `${this.file.module('encoded')}.child(reader, ${table})`;
  }

  /** The base name of the constants and functions of a type, for a use of it. */
  codec(typeName: string, use: Use = this.use): string {
    return codecNameOf(typeName, use, this.#scope.service);
  }

  /** The function that reads the content of a type. */
  reader(typeName: string, use: Use = this.use): string {
    if (use === 'literal' && this.hasTable(typeName)) return `${this.table(typeName)}.read`;
    return this.#function(this.ownReader(typeName, use));
  }

  writer(typeName: string, use: Use = this.use): string {
    if (use === 'literal' && this.hasTable(typeName)) return `${this.table(typeName)}.write`;
    return this.#function(this.ownWriter(typeName, use));
  }

  /** Whether no value of a record type is an empty element. */
  isNeverEmpty(typeName: string): boolean {
    return isNeverEmpty(this.#scope.service, typeName);
  }

  /** Whether a table, not functions, reads and writes the literal content of a type. */
  hasTable(typeName: string): boolean {
    return tableTypes(this.#scope.service).has(typeName);
  }

  /** The constant with the table of a type. */
  table(typeName: string): string {
    return this.#function(this.ownTable(typeName));
  }

  /** Its name where it is declared. */
  ownTable(typeName: string): string {
    return recordTableOf(this.codec(typeName, 'literal'));
  }

  /** The function of a field of tables, which is in the common file. @param build its expression, with names of that file. */
  sharedField(wanted: string, build: (names: CodecNames) => string): string {
    const { fields } = this.#scope;
    const value = build(this.#inCommon);
    let name = wanted;
    for (let number = 2; this.#scope.has(name) || (fields.get(name) ?? value) !== value; number++) {
      name = `${wanted}${number}`;
    }
    fields.set(name, value);
    return this.#constant(name);
  }

  /** Its name where it is declared. */
  ownReader(typeName: string, use: Use = this.use): string {
    return readerOf(this.codec(typeName, use), this.#scope.service);
  }

  ownWriter(typeName: string, use: Use = this.use): string {
    return writerOf(this.codec(typeName, use), this.#scope.service);
  }

  /** The function that reads an element at a root, by the name of its codec. */
  rootReader(codec: string): string {
    return readerOf(codec, this.#scope.service);
  }

  rootWriter(codec: string): string {
    return writerOf(codec, this.#scope.service);
  }

  /** The object that reads and writes a value, including the value of an empty element or an absent attribute. */
  object(type: SimpleValue, typeName: string, property: string): string {
    const object = type.declared === undefined ? valueObject(type) : this.#constant(valueObject(type));
    if (type.fallback === undefined) return object;
    const { kind, text } = type.fallback;
    const call = kind === 'fixed' ? 'fixed' : 'defaulted';
    const name = fallbackOf(typeName, property);
    const value = `/*@__PURE__*/ soap.${call}(${valueObject(type)}, ${stringLiteral(text)})`;
    this.#scope.shared.set(name, {
      name,
      type: () => `soap.SimpleType<${closedText(type, this.#scope.common)}>`,
      value,
    });
    return this.#constant(name);
  }

  /** The `xsi:type` attribute of a type. */
  xsiType(discriminant: string, { namespace, local }: QName): string {
    const name = xsiTypeOf(this.codec(discriminant));
    const args = [this.#scope.common.namespace(namespace), stringLiteral(local)];
    if (this.use === 'encoded') args.push(this.typeText({ namespace, local }));
    const module = this.#scope.common.module(this.use === 'encoded' ? 'encoded' : 'soap');
    const value = `/*@__PURE__*/ ${module}.xsiType(${args.join(', ')})`;
    this.#scope.shared.set(name, { name, type: () => 'soap.XsiType', value });
    return this.#constant(name);
  }

  /** A name of a type as encoded messages have it, as a literal. */
  typeText(name: QName): string {
    return stringLiteral(prefixedName(name, this.#scope.service) ?? name.local);
  }

  /** The tag of an encoded accessor, with its xsi:type unless its writer adds that. */
  accessor({ name: { local }, type }: Pick<Accessor, 'name' | 'type'>): string {
    const [typeName, isStart] = this.#accessorType(type);
    return this.#constant(this.#scope.tags.accessor(local, typeName, isStart));
  }

  /** The type that the xsi:type of an accessor names, and whether its writer ends the start tag. */
  #accessorType(type: Accessor['type']): readonly [typeName: string | undefined, isStart: boolean] {
    const named = (name: QName | undefined): string | undefined => name && prefixedName(name, this.#scope.service);
    switch (type.kind) {
      case 'simple':
        return [named(type.schemaType), false];
      case 'array':
        return ['soapenc:Array', true];
      case 'record': {
        const declaration = this.#scope.declarations.get(type.typeName);
        return [declaration?.kind === 'structure' ? named(declaration.name) : undefined, type.head];
      }
      case 'any':
        return [undefined, false];
      default:
        return [undefined, true];
    }
  }

  /** The function that reads values of any type, a Map or a Vector. */
  anyReader(type: AnyTypeValue | CollectionValue): string {
    const any = this.#share('anyTypeReader', () => this.#anyTypes().reader);
    if (type.kind === 'anyType') return any;
    return type.name === 'Map'
      ? this.#share('mapReader', () => this.#anyTypes().mapReader('anyTypeReader'))
      : this.#share('vectorReader', () => this.#anyTypes().vectorReader('anyTypeReader'));
  }

  /** The function that writes values of any type. */
  get anyWriter(): string {
    return this.#share('anyTypeWriter', () => this.#anyTypes().writer);
  }

  #anyTypes(): AnyTypes {
    const { service, settings } = this.#scope;
    return new AnyTypes(service, this.#inCommon, settings.sides);
  }

  /** A constant of the common file, which is built there at its first use. */
  #share(name: string, build: () => SharedConstant): string {
    const { shared, common } = this.#scope;
    if (!shared.has(name)) {
      common.module('encoded');
      shared.set(name, build());
    }
    return this.#constant(name);
  }

  tag(field: Field): string {
    if (this.use === 'encoded') return this.accessor(field);
    const { name, type } = field;
    return this.#constant(this.#scope.tags.element(name, type.kind === 'record' && type.head));
  }

  /** The constant of an element without attributes. */
  plainTag(field: Field): string {
    const { name } = field;
    if (this.use === 'encoded') return this.accessor(field);
    return this.#constant(this.#scope.tags.element(name, false));
  }

  /** The tag of an element of any type at a root. */
  anyRoot(use: string, { namespace, local }: QName): string {
    const name = rootTagOf(use);
    const value = `/*@__PURE__*/ soap.anyRootTag(${this.#scope.common.namespace(namespace)}, ${stringLiteral(local)})`;
    this.#scope.shared.set(name, { name, type: () => 'soap.Tag', value });
    return this.#constant(name);
  }

  attribute({ name }: AttributeMember): string {
    return this.#constant(this.#scope.tags.attribute(name));
  }

  /** An expanded name as the runtime takes it. */
  typeLiteral({ namespace, local }: QName): string {
    return `{ ${this.file.namespaceProperty(namespace)}, local: ${stringLiteral(local)} }`;
  }

  #function(name: string): string {
    return this.#scope.settings.isSplit ? `${this.file.module('codec')}.${name}` : name;
  }

  #constant(name: string): string {
    this.#scope.used.add(name);
    return this.file === this.#scope.common ? name : `${this.file.module('common')}.${name}`;
  }
}

import {
  type AnyTypeValue,
  type AttributeMember,
  type CollectionValue,
  type Declaration,
  type Field,
  localIdentifier,
  type Member,
  type QName,
  type ResolvedService,
  type SimpleValue,
  type Use,
} from '../../contract/index.ts';
import { usesOf } from '../directions.ts';
import { prefixedName } from '../encoded-prefixes.ts';
import type { Sides } from '../file.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { stringLiteral } from '../literal.ts';
import { soleResults } from '../operation-types.ts';
import { simpleTypeOf, valueObject } from '../simple-types.ts';
import { Names } from '../tags.ts';
import { closedText, memberText } from '../type-text.ts';
import { AnyTypes } from './any-types.ts';
import { isNeverEmpty } from './empty-records.ts';
import type { Accessor } from './encoded.ts';
import {
  affixesOfTypes,
  codecNameOf,
  fallbackOf,
  joined,
  readerOf,
  recordTableOf,
  rootTagOf,
  writerOf,
  xsiTypeOf,
} from './identifiers.ts';
import { Streams } from './streams.ts';
import { tableTypes } from './table-types.ts';

/** Local names of the functions, which a variable for a field must not hide. */
const own: readonly string[] = [
  'reader',
  'writer',
  'value',
  'item',
  'next',
  'soFar',
  'soap',
  'encoded',
  't',
  'namespace',
  'anyTypeReader',
  'anyTypeWriter',
  'mapReader',
  'vectorReader',
];

/** A constant with its type, which is written if the constant is exported. */
export interface SharedConstant {
  readonly name: string;
  readonly type: () => string;
  readonly value: string;
}

export interface CodecSettings {
  /** Whether readers and writers are in other files than the constants that they share. */
  readonly isSplit: boolean;
  /** Whether readers let a tolerant reader pass over what is wrong. */
  readonly isTolerant: boolean;
  readonly sides: Sides;
}

/** The names in codec.ts. Constants are created at their first use. */
export class CodecNames {
  readonly tags: Names;
  readonly streams: Streams;
  readonly isTolerant: boolean;
  /** Results that are the only field of a response, by the response's type name. */
  readonly results: ReadonlyMap<string, Field>;
  /** The file that the next code is for. */
  file: GeneratedFile;
  /** The use that the next code is for. */
  use: Use = 'literal';
  readonly #service: ResolvedService;
  readonly #anyTypes: AnyTypes;
  /** The file of the constants that all types share. */
  readonly #common: GeneratedFile;
  readonly #isSplit: boolean;
  readonly #shared: Map<string, SharedConstant> = new Map();
  /** Expressions of the fields that tables share, by the names of their functions. */
  readonly #fields: Map<string, string> = new Map();
  readonly #simpleTypes: ReadonlySet<string>;
  readonly #types: ReadonlySet<string>;
  readonly #declarations: ReadonlyMap<string, Declaration>;
  /** Constants of which readers and writers were built. */
  readonly used: Set<string> = new Set();
  #constants: ReadonlySet<string> = new Set(own);
  /** Cache of variables by their properties: most names occur many times. */
  readonly #variables: Map<string, string> = new Map();

  constructor(service: ResolvedService, common: GeneratedFile, { isSplit, isTolerant, sides }: CodecSettings) {
    this.file = common;
    this.#common = common;
    this.#service = service;
    this.#anyTypes = new AnyTypes(service, this, sides);
    this.#isSplit = isSplit;
    this.isTolerant = isTolerant;
    this.tags = new Names(service, common);
    this.streams = new Streams(service);
    this.results = soleResults(service);
    const declarations = [...service.messages, ...service.declarations];
    this.#declarations = new Map(declarations.map((one) => [one.typeName, one]));
    const uses = usesOf(service);
    if (uses.has('encoded')) this.#createAccessors(declarations);
    if (uses.has('literal') || uses.size === 0) {
      for (const declaration of declarations) this.#createConstants(declaration);
    }
    this.used.clear();
    this.#constants = new Set([...own, ...this.tags.constants]);
    this.#simpleTypes = new Set(service.simpleTypes.map(({ typeName }) => simpleTypeOf(typeName)));
    this.#types = new Set(
      declarations.flatMap(({ typeName }) => {
        const names = [typeName, codecNameOf(typeName, 'encoded', service)];
        return [...names, ...names.map((name) => joined(name, service))];
      }),
    );
  }

  /** Whether the module declares the name at its top level. */
  has(name: string): boolean {
    if (this.#constants.has(name) || this.#simpleTypes.has(name)) return true;
    return affixesOfTypes.some(([before, behind]) => {
      if (!name.startsWith(before) || !name.endsWith(behind)) return false;
      return this.#types.has(name.slice(before.length, name.length - behind.length));
    });
  }

  /** The function that reads a named group in a type. Its name differs from those of the type's own groups. */
  sharedReader(typeName: string, groupName: string): string {
    const name = readerOf(this.codec(`${typeName}_${groupName}`), this.#service);
    return this.has(name) ? `${name}$` : name;
  }

  /** The variable that holds a property while it is read. */
  variable(property: string): string {
    const known = this.#variables.get(property);
    if (known !== undefined) return known;
    const variable = localIdentifier(property, this);
    this.#variables.set(property, variable);
    return variable;
  }

  /** The TypeScript type of what the codec of a type reads and writes. */
  valueType(typeName: string): string {
    const result = this.results.get(typeName);
    return result === undefined ? this.file.type(typeName) : memberText(result, this.file);
  }

  /** Builds code for a use. */
  within<Built>(use: Use, build: () => Built): Built {
    const outer = this.use;
    this.use = use;
    const built = build();
    this.use = outer;
    return built;
  }

  /** The expression that checks the xsi:type of the open element. */
  typeCall(table: string): string {
    return this.use === 'literal' ? `reader.type(${table})` : `${this.file.module('encoded')}.type(reader, ${table})`;
  }

  /** The expression that opens the next child of a struct, in any order. */
  childCall(table: string): string {
    return this.use === 'literal' ? `reader.child(${table})` : `${this.file.module('encoded')}.child(reader, ${table})`;
  }

  /** What the constants and functions of a type are named after, for a use of it. */
  codec(typeName: string, use: Use = this.use): string {
    return codecNameOf(typeName, use, this.#service);
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
    return isNeverEmpty(this.#service, typeName);
  }

  /** Whether a table reads and writes the literal content of a type, in place of functions. */
  hasTable(typeName: string): boolean {
    return tableTypes(this.#service).has(typeName);
  }

  /** The constant with the table of a type. */
  table(typeName: string): string {
    return this.#function(this.ownTable(typeName));
  }

  /** Its name where it is declared. */
  ownTable(typeName: string): string {
    return recordTableOf(this.codec(typeName, 'literal'));
  }

  /** The function of a field of tables, which is in the common file. @param build its expression. */
  sharedField(wanted: string, build: () => string): string {
    const { file } = this;
    this.file = this.#common;
    const value = build();
    this.file = file;
    let name = wanted;
    for (let number = 2; this.has(name) || (this.#fields.get(name) ?? value) !== value; number++) {
      name = `${wanted}${number}`;
    }
    this.#fields.set(name, value);
    return this.#constant(name);
  }

  /** The functions of fields, with their expressions. Complete when all tables are built. */
  get fields(): ReadonlyMap<string, string> {
    return this.#fields;
  }

  /** Its name where it is declared. */
  ownReader(typeName: string, use: Use = this.use): string {
    return readerOf(this.codec(typeName, use), this.#service);
  }

  ownWriter(typeName: string, use: Use = this.use): string {
    return writerOf(this.codec(typeName, use), this.#service);
  }

  /** The function that reads an element at a root, by the name of its codec. */
  rootReader(codec: string): string {
    return readerOf(codec, this.#service);
  }

  rootWriter(codec: string): string {
    return writerOf(codec, this.#service);
  }

  /** The object that reads and writes a value, including the value of an empty element or an absent attribute. */
  object(type: SimpleValue, typeName: string, property: string): string {
    const object = type.declared === undefined ? valueObject(type) : this.#constant(valueObject(type));
    if (type.fallback === undefined) return object;
    const { kind, text } = type.fallback;
    const call = kind === 'fixed' ? 'fixed' : 'defaulted';
    const name = fallbackOf(typeName, property);
    const value = `/*@__PURE__*/ soap.${call}(${valueObject(type)}, ${stringLiteral(text)})`;
    this.#shared.set(name, { name, type: () => `soap.SimpleType<${closedText(type, this.#common)}>`, value });
    return this.#constant(name);
  }

  /** The `xsi:type` attribute of a type. */
  xsiType(discriminant: string, { namespace, local }: QName): string {
    const name = xsiTypeOf(this.codec(discriminant));
    const args = [this.#common.namespace(namespace), stringLiteral(local)];
    if (this.use === 'encoded') args.push(this.typeText({ namespace, local }));
    const module = this.#common.module(this.use === 'encoded' ? 'encoded' : 'soap');
    const value = `/*@__PURE__*/ ${module}.xsiType(${args.join(', ')})`;
    this.#shared.set(name, { name, type: () => 'soap.XsiType', value });
    return this.#constant(name);
  }

  /** Constants that all types share, other than tags and simple types. Complete when all readers and writers are built. */
  get shared(): readonly SharedConstant[] {
    return [...this.#shared.values()];
  }

  /** A name of a type as encoded messages have it, as a literal. */
  typeText(name: QName): string {
    return stringLiteral(prefixedName(name, this.#service) ?? name.local);
  }

  /** The tag of an encoded accessor, with its xsi:type unless its writer adds that. */
  accessor({ name: { local }, type }: Pick<Accessor, 'name' | 'type'>): string {
    const [typeName, isStart] = this.#accessorType(type);
    return this.#constant(this.tags.accessor(local, typeName, isStart));
  }

  /** What the xsi:type of an accessor names, and whether its writer ends the start tag. */
  #accessorType(type: Accessor['type']): readonly [typeName: string | undefined, isStart: boolean] {
    const named = (name: QName | undefined): string | undefined => name && prefixedName(name, this.#service);
    switch (type.kind) {
      case 'simple':
        return [named(type.schemaType), false];
      case 'array':
        return ['soapenc:Array', true];
      case 'record': {
        const declaration = this.#declarations.get(type.typeName);
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
    const any = this.#share('anyTypeReader', () => this.#anyTypes.reader);
    if (type.kind === 'anyType') return any;
    return type.name === 'Map'
      ? this.#share('mapReader', () => this.#anyTypes.mapReader('anyTypeReader'))
      : this.#share('vectorReader', () => this.#anyTypes.vectorReader('anyTypeReader'));
  }

  /** The function that writes values of any type. */
  get anyWriter(): string {
    return this.#share('anyTypeWriter', () => this.#anyTypes.writer);
  }

  /** A constant of the common file, which is built there at its first use. */
  #share(name: string, build: () => SharedConstant): string {
    if (!this.#shared.has(name)) {
      const { file } = this;
      this.file = this.#common;
      this.#common.module('encoded');
      this.#shared.set(name, build());
      this.file = file;
    }
    return this.#constant(name);
  }

  tag(field: Field): string {
    if (this.use === 'encoded') return this.accessor(field);
    const { name, type } = field;
    return this.#constant(this.tags.element(name, type.kind === 'record' && type.head));
  }

  /** The constant of an element without attributes. */
  plainTag(field: Field): string {
    const { name } = field;
    if (this.use === 'encoded') return this.accessor(field);
    return this.#constant(this.tags.element(name, false));
  }

  /** The tag of an element of any type at a root. */
  anyRoot(use: string, { namespace, local }: QName): string {
    const name = rootTagOf(use);
    const value = `/*@__PURE__*/ soap.anyRootTag(${this.#common.namespace(namespace)}, ${stringLiteral(local)})`;
    this.#shared.set(name, { name, type: () => 'soap.Tag', value });
    return this.#constant(name);
  }

  attribute({ name }: AttributeMember): string {
    return this.#constant(this.tags.attribute(name));
  }

  /** An expanded name as the runtime takes it. */
  typeLiteral({ namespace, local }: QName): string {
    return `{ ${this.file.namespaceProperty(namespace)}, local: ${stringLiteral(local)} }`;
  }

  #function(name: string): string {
    return this.#isSplit ? `${this.file.module('codec')}.${name}` : name;
  }

  #constant(name: string): string {
    this.used.add(name);
    return this.file === this.#common ? name : `${this.file.module('common')}.${name}`;
  }

  /** Creates the constants of all its elements and attributes. */
  #createConstants(declaration: Declaration): void {
    switch (declaration.kind) {
      case 'structure': {
        for (const attribute of declaration.attributes) this.attribute(attribute);
        const { content } = declaration;
        if (content.kind === 'fields') this.#all(content.fields);
        else if (content.kind !== 'text') this.#all(content.members);
        break;
      }
      case 'choice-type':
        this.#all(declaration.cases);
        break;
      case 'group-type':
        this.#all(declaration.members);
    }
  }

  /** The same of what is encoded. */
  #createAccessors(declarations: readonly Declaration[]): void {
    this.within('encoded', () => {
      for (const declaration of declarations) this.#createConstants(declaration);
    });
    for (const { itemName, item } of this.#service.arrays) {
      this.accessor({ name: { namespace: '', local: itemName }, type: item });
    }
  }

  #all(members: readonly Member[]): void {
    for (const member of members) {
      if (member.kind !== 'field') continue;
      this.tag(member);
      if (member.nillable) this.plainTag(member);
    }
  }
}

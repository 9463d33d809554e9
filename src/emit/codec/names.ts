import {
  type AttributeMember,
  type Declaration,
  type Field,
  localIdentifier,
  type Member,
  type QName,
  type ResolvedService,
  type SimpleValue,
} from '../../contract/index.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { stringLiteral } from '../literal.ts';
import { soleResults } from '../operation-types.ts';
import { simpleTypeOf, valueObject } from '../simple-types.ts';
import { Names } from '../tags.ts';
import { closedText, memberText } from '../type-text.ts';
import { affixesOfTypes, fallbackOf, readerOf, rootTagOf, writerOf, xsiTypeOf } from './identifiers.ts';
import { Streams } from './streams.ts';

/** Local names of the functions, which a variable for a field must not hide. */
const own: readonly string[] = ['reader', 'writer', 'value', 'item', 'next', 'soFar', 'soap', 't', 'namespace'];

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
  /** The file of the constants that all types share. */
  readonly #common: GeneratedFile;
  readonly #isSplit: boolean;
  readonly #shared: Map<string, SharedConstant> = new Map();
  readonly #simpleTypes: ReadonlySet<string>;
  readonly #types: ReadonlySet<string>;
  /** Constants of which readers and writers were built. */
  readonly used: Set<string> = new Set();
  #constants: ReadonlySet<string> = new Set(own);
  /** Cache of variables by their properties: most names occur many times. */
  readonly #variables: Map<string, string> = new Map();

  constructor(service: ResolvedService, common: GeneratedFile, { isSplit, isTolerant }: CodecSettings) {
    this.file = common;
    this.#common = common;
    this.#isSplit = isSplit;
    this.isTolerant = isTolerant;
    this.tags = new Names(service, common);
    this.streams = new Streams(service);
    this.results = soleResults(service);
    const declarations = [...service.messages, ...service.declarations];
    for (const declaration of declarations) this.#createConstants(declaration);
    this.used.clear();
    this.#constants = new Set([...own, ...this.tags.constants]);
    this.#simpleTypes = new Set(service.simpleTypes.map(({ typeName }) => simpleTypeOf(typeName)));
    this.#types = new Set(declarations.map(({ typeName }) => typeName));
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
    const name = readerOf(`${typeName}_${groupName}`);
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

  /** The function that reads the content of a type. */
  reader(typeName: string): string {
    return this.#function(readerOf(typeName));
  }

  writer(typeName: string): string {
    return this.#function(writerOf(typeName));
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
    const name = xsiTypeOf(discriminant);
    const value = `/*@__PURE__*/ soap.xsiType(${this.#common.namespace(namespace)}, ${stringLiteral(local)})`;
    this.#shared.set(name, { name, type: () => 'soap.XsiType', value });
    return this.#constant(name);
  }

  /** Constants that all types share, other than tags and simple types. Complete when all readers and writers are built. */
  get shared(): readonly SharedConstant[] {
    return [...this.#shared.values()];
  }

  tag({ name, type }: Field): string {
    return this.#constant(this.tags.element(name, type.kind === 'record' && type.head));
  }

  /** The constant of an element without attributes. */
  plainTag({ name }: Field): string {
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

  #all(members: readonly Member[]): void {
    for (const member of members) {
      if (member.kind !== 'field') continue;
      this.tag(member);
      if (member.nillable) this.plainTag(member);
    }
  }
}

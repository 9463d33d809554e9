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
import { stringLiteral } from '../literal.ts';
import { soleResults } from '../operation-types.ts';
import { simpleTypeOf, valueObject } from '../simple-types.ts';
import { Names } from '../tags.ts';
import { memberText, qualified, valueText } from '../type-text.ts';
import { Streams } from './streams.ts';

/** What functions call their own things: a variable for a field must not hide them. */
const own: readonly string[] = ['reader', 'writer', 'value', 'item', 'next', 'soFar', 'soap', 't', 'namespace'];

export const tableOf = (typeName: string): string => `${typeName}Children`;
export const typesOf = (typeName: string): string => `${typeName}Types`;
export const xsiTypeOf = (typeName: string): string => `${typeName}XsiType`;
export const modelOf = (typeName: string): string => `${typeName}Model`;
export const wildcardOf = (typeName: string, property: string): string => `${typeName}_${property}Wildcard`;
export const fallbackOf = (typeName: string, property: string): string => `${typeName}_${property}Fallback`;
export const readerOf = (typeName: string): string => `read${typeName}`;
export const writerOf = (typeName: string): string => `write${typeName}`;

/** What stands around the name of a type in the names above. */
const madeOfTypes = [tableOf, typesOf, xsiTypeOf, modelOf, readerOf, writerOf].map((nameOf) => {
  const [before = '', behind = ''] = nameOf('\0').split('\0');
  return [before, behind] as const;
});

/** A constant with its type, which an exported one must state. */
export interface SharedConstant {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** What stands before names that lie in another module than the code that is written. */
export interface Places {
  /** Before readers and writers of other types. */
  readonly functions: string;
  /** Before constants that all types share. */
  readonly constants: string;
}

/** All in one module. */
export const together: Places = { functions: '', constants: '' };

/** The names in codec.ts, and the constants that come to be while they are asked for. */
export class CodecNames {
  readonly tags: Names;
  readonly streams: Streams;
  /** Results that are the only field of a response, by the response's type name. */
  readonly results: ReadonlyMap<string, Field>;
  readonly #places: Places;
  readonly #shared: Map<string, SharedConstant> = new Map();
  readonly #namespace: string;
  readonly #simpleTypes: ReadonlySet<string>;
  readonly #types: ReadonlySet<string>;
  #constants: ReadonlySet<string> = new Set(own);
  /** Of properties that were asked for: most names come again and again. */
  readonly #variables: Map<string, string> = new Map();

  constructor(service: ResolvedService, places: Places = together) {
    this.#places = places;
    this.#namespace = service.namespace;
    this.tags = new Names(service);
    this.streams = new Streams(service);
    this.results = soleResults(service);
    const declarations = [...service.messages, ...service.declarations];
    for (const declaration of declarations) this.#askFor(declaration);
    this.#constants = new Set([...own, ...this.tags.constants]);
    this.#simpleTypes = new Set(service.simpleTypes.map(({ typeName }) => simpleTypeOf(typeName)));
    this.#types = new Set(declarations.map(({ typeName }) => typeName));
  }

  /** Whether a name stands for something at the top of the module. */
  has(name: string): boolean {
    if (this.#constants.has(name) || this.#simpleTypes.has(name)) return true;
    return madeOfTypes.some(([before, behind]) => {
      if (!name.startsWith(before) || !name.endsWith(behind)) return false;
      return this.#types.has(name.slice(before.length, name.length - behind.length));
    });
  }

  /** Of the function that reads a group with a name of its own in a type; never that of something inside of the type. */
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
    return result === undefined ? `t.${typeName}` : memberText(result, qualified);
  }

  /** The function that reads the content of a type. */
  reader(typeName: string): string {
    return this.#places.functions + readerOf(typeName);
  }

  writer(typeName: string): string {
    return this.#places.functions + writerOf(typeName);
  }

  /** The object that reads and writes a value, with what an empty element or an absent attribute stands for. */
  object(type: SimpleValue, typeName: string, property: string): string {
    const { constants } = this.#places;
    const object = type.declared === undefined ? valueObject(type) : constants + valueObject(type);
    if (type.fallback === undefined) return object;
    const { kind, text } = type.fallback;
    const call = kind === 'fixed' ? 'fixed' : 'defaulted';
    const name = fallbackOf(typeName, property);
    const value = `/*@__PURE__*/ soap.${call}(${valueObject(type)}, ${stringLiteral(text)})`;
    this.#shared.set(name, { name, type: `soap.SimpleType<${valueText(type, qualified)}>`, value });
    return constants + name;
  }

  /** The attribute that says that an element is of a type. */
  xsiType(discriminant: string, { namespace, local }: QName): string {
    const name = xsiTypeOf(discriminant);
    const value = `/*@__PURE__*/ soap.xsiType(${this.namespaceText(namespace)}, ${stringLiteral(local)})`;
    this.#shared.set(name, { name, type: 'soap.XsiType', value });
    return this.#places.constants + name;
  }

  /** Constants that all types share, beside tags and simple types; asked for when all else was written. */
  get shared(): readonly SharedConstant[] {
    return [...this.#shared.values()];
  }

  tag({ name, type }: Field): string {
    return this.#places.constants + this.tags.element(name, type.kind === 'record' && type.head);
  }

  /** The constant of an element that stands alone: nothing is in its start tag. */
  plainTag({ name }: Field): string {
    return this.#places.constants + this.tags.element(name, false);
  }

  attribute({ name }: AttributeMember): string {
    return this.#places.constants + this.tags.attribute(name);
  }

  /** An expanded name as the runtime takes it. */
  typeLiteral({ namespace, local }: QName): string {
    return `{ ${this.#namespaceEntry(namespace)}, local: ${stringLiteral(local)} }`;
  }

  namespaceText(namespace: string): string {
    return namespace === this.#namespace ? 'namespace' : stringLiteral(namespace);
  }

  /** The contract's own namespace has a constant. */
  #namespaceEntry(namespace: string): string {
    return namespace === this.#namespace ? 'namespace' : `namespace: ${stringLiteral(namespace)}`;
  }

  /** Makes the constants of everything in it. */
  #askFor(declaration: Declaration): void {
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

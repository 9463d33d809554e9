import { type ComponentIndex, componentIndexOf, type NamedComplexType } from './lookup.ts';
import type {
  AttributeUse,
  BindingOperation,
  ComplexType,
  Contract,
  ElementDeclaration,
  LocalElement,
  QName,
  TypeReference,
} from './model.ts';
import { typeNameOf } from './naming.ts';
import { xsd } from './qualified-name.ts';
import { isSimpleType } from './type-representation.ts';

/*
 * Types of encoded messages (SOAP 1.1, section 5; SOAP 1.2 part 2, section 3) that are not records in TypeScript: arrays, the types of the encoding
 * itself, and the collections of Apache SOAP and Axis 1.
 */

/** Namespace of the encoding of SOAP 1.1, and the value of `encodingStyle`. */
export const soapEncoding = 'http://schemas.xmlsoap.org/soap/encoding/';

/** That of SOAP 1.2. */
export const soapEncoding12 = 'http://www.w3.org/2003/05/soap-encoding';

/** Whether a namespace is that of the encoding in either version of SOAP. */
export function isSoapEncoding(namespace: string): boolean {
  return namespace === soapEncoding || namespace === soapEncoding12;
}

/** Namespace of the collections that Apache SOAP and Axis 1 send. */
export const apacheSoap = 'http://xml.apache.org/xml-soap';

const wsdlNamespace = 'http://schemas.xmlsoap.org/wsdl/';

/** How many dimensions an array may have, those of the arrays in it included. */
export const maxDimensions = 16;

/** Whether any message of the contract is encoded. */
export function hasEncoding({ bindings }: Pick<Contract, 'bindings'>): boolean {
  return bindings.some(({ operations }) => operations.some(isEncodedOperation));
}

/** Whether a message, header block or fault of the operation is encoded. */
export function isEncodedOperation({ input, output, faults }: BindingOperation): boolean {
  const all = [input, output, ...faults, ...(input?.headers ?? []), ...(output?.headers ?? [])];
  return all.some((one) => one?.use === 'encoded');
}

/** Whether SOAP declares the type for encoded messages, so that a contract need not. */
export function isEncodingType(name: QName): boolean {
  return ofEncoding(name) !== undefined;
}

/** Whether SOAP declares the attribute for encoded arrays. gSOAP declares arrays of SOAP 1.2 by an `arrayType` too. */
export function isEncodingAttribute({ namespace, local }: QName): boolean {
  return isSoapEncoding(namespace) && (local === 'arrayType' || local === 'offset');
}

/** The restriction of `soapenc:Array` by which array types are declared. @param items as `{namespace}local[]`. */
export function arrayRestriction(items: string): Pick<ComplexType, 'derivation' | 'attributes'> {
  const arrayType: AttributeUse = {
    name: { namespace: soapEncoding, local: 'arrayType' },
    type: { kind: 'named', name: { namespace: xsd, local: 'string' } },
    use: 'optional',
    sensitive: false,
    reference: true,
    foreign: [{ name: { namespace: wsdlNamespace, local: 'arrayType' }, value: items }],
  };
  const base = { namespace: soapEncoding, local: 'Array' };
  return { derivation: { method: 'restriction', base }, attributes: [arrayType] };
}

/** A type of encoded messages other than a record. */
export type EncodedType =
  | ArrayType
  /** A simple type of the encoding, which can be nil: `soapenc:string` is `xs:string`. */
  | { readonly kind: 'simple'; readonly builtIn: QName }
  /** Key and value pairs, each of any type. */
  | { readonly kind: 'map' }
  /** A list of values, each of any type. */
  | { readonly kind: 'vector' }
  /** A value whose type is in its xsi:type. */
  | { readonly kind: 'anyType' };

/** An array (SOAP 1.1, 5.4.2). */
export interface ArrayType {
  readonly kind: 'array';
  readonly name: QName | undefined;
  /** Prefix of the names of anonymous types in it; undefined for an anonymous array. */
  readonly owner: string | undefined;
  /** Type of the items, below all dimensions. */
  readonly item: TypeReference;
  readonly itemNillable: boolean;
  /** Declaration of the items, where the type has one. */
  readonly element: LocalElement | undefined;
  /** Number of dimensions of each array, from the innermost to the outermost: `[][,]` is 1, 2. */
  readonly ranks: readonly number[];
}

/** Those whose values callers represent by references. */
const nullableBuiltIns: readonly string[] = [
  'string',
  'normalizedString',
  'token',
  'base64Binary',
  'hexBinary',
  'anyType',
];

/** Finds the types of encoded messages that are not records. */
export class EncodedTypes {
  readonly #index: ComponentIndex;
  readonly #arrays: Map<ComplexType, ArrayType | undefined> = new Map();

  constructor(index: ComponentIndex) {
    this.#index = index;
  }

  /** Undefined for all other types. */
  find(reference: TypeReference): EncodedType | undefined {
    if (reference.kind === 'anonymous') {
      return reference.type.kind === 'complex' ? this.#arrayOf(reference.type) : undefined;
    }
    const { name } = reference;
    return ofEncoding(name) ?? ofApache(name) ?? ofAnyType(name) ?? this.#declaredArray(name);
  }

  /** Whether values of a type are, or hold, values of any type. */
  holdsAny(name: QName): boolean {
    const type = this.find({ kind: 'named', name });
    if (type === undefined || type.kind === 'simple') return false;
    return type.kind !== 'array' || (type.item.kind === 'named' && ofAnyType(type.item.name) !== undefined);
  }

  /** Whether a type of the contract is printed as a type of TypeScript. */
  isDeclared(name: QName): boolean {
    const { namespace, local } = name;
    if (isSoapEncoding(namespace) || (namespace === apacheSoap && local === 'mapItem')) return false;
    return this.find({ kind: 'named', name }) === undefined;
  }

  /** Whether values can be nil without that their declaration says so. */
  isNillable({ type }: Pick<ElementDeclaration, 'type'>): boolean {
    return this.find(type)?.kind === 'simple';
  }

  /** Whether an accessor whose declaration says nothing of it may be left out: its value can be null, and is then undefined. */
  mayBeLeftOut(element: Pick<ElementDeclaration, 'type' | 'nillable'>): boolean {
    return !element.nillable && !this.isNillable(element) && this.#mayBeNull(element.type);
  }

  /** Callers represent all types but numbers, booleans and times by references, which can be null. */
  #mayBeNull(reference: TypeReference): boolean {
    if (reference.kind === 'anonymous') return reference.type.kind === 'complex';
    const { name } = reference;
    if (name.namespace === xsd) return nullableBuiltIns.includes(name.local);
    return (
      ofEncoding(name) !== undefined || ofApache(name) !== undefined || this.#index.complexType(name) !== undefined
    );
  }

  /** The values of xs:anyType include null; an array in an array is not null. */
  #itemMayBeNull(item: TypeReference): boolean {
    if (item.kind === 'named' && (ofEncoding(item.name) ?? ofAnyType(item.name))?.kind === 'anyType') return false;
    const type = this.#index.definition(item);
    return this.#mayBeNull(item) && !(type?.kind === 'complex' && this.#chainToArray(type));
  }

  #declaredArray(name: QName): ArrayType | undefined {
    const type = this.#index.complexType(name);
    return type && this.#arrayOf(type);
  }

  #arrayOf(type: ComplexType): ArrayType | undefined {
    if (!this.#arrays.has(type)) this.#arrays.set(type, this.#findArray(type));
    return this.#arrays.get(type);
  }

  #findArray(type: ComplexType): ArrayType | undefined {
    const chain = this.#chainToArray(type);
    return chain && arrayType(type, chain, (item) => this.#itemMayBeNull(item));
  }

  /**
   * A type and its bases up to the one that restricts `soapenc:Array`. Not recursive, so that a long chain of types does not
   * exhaust the stack.
   */
  #chainToArray(type: ComplexType): readonly ComplexType[] | undefined {
    const chain: ComplexType[] = [];
    for (let step: ComplexType | undefined = type; step !== undefined; step = this.#base(step)) {
      if (chain.includes(step)) return undefined;
      chain.push(step);
      if (step.derivation !== undefined && isArray(step.derivation.base)) return chain;
    }
    return undefined;
  }

  #base({ derivation }: ComplexType): NamedComplexType | undefined {
    return derivation && this.#index.complexType(derivation.base);
  }
}

const finders: WeakMap<Contract, EncodedTypes> = new WeakMap();

/** The finder of a contract, which is created once; undefined for a contract without encoded messages. */
export function encodedTypesOf(contract: Contract): EncodedTypes | undefined {
  if (!hasEncoding(contract)) return undefined;
  const existing = finders.get(contract) ?? new EncodedTypes(componentIndexOf(contract));
  finders.set(contract, existing);
  return existing;
}

function isArray({ namespace, local }: QName): boolean {
  return isSoapEncoding(namespace) && local === 'Array';
}

const anyType: TypeReference = { kind: 'named', name: { namespace: xsd, local: 'anyType' } };

/** `Array` cannot name a type in TypeScript. */
const anyArray = {
  kind: 'array',
  name: undefined,
  owner: 'Array',
  itemNillable: false,
  element: undefined,
  ranks: [1],
} as const;

function ofEncoding({ namespace, local }: QName): EncodedType | undefined {
  if (!isSoapEncoding(namespace)) return undefined;
  if (local === 'Array') {
    return { ...anyArray, item: anyType };
  }
  const simple = local === 'base64' ? 'base64Binary' : local;
  if (isSimpleType(simple)) return { kind: 'simple', builtIn: { namespace: xsd, local: simple } };
  return local === 'Struct' || local === 'anyType' ? { kind: 'anyType' } : undefined;
}

function ofApache({ namespace, local }: QName): EncodedType | undefined {
  if (namespace !== apacheSoap) return undefined;
  return local === 'Map' ? { kind: 'map' } : local === 'Vector' ? { kind: 'vector' } : undefined;
}

function ofAnyType({ namespace, local }: QName): EncodedType | undefined {
  return namespace === xsd && local === 'anyType' ? { kind: 'anyType' } : undefined;
}

/** @param chain from the type to the one that restricts `soapenc:Array`; the first one that declares items wins. */
function arrayType(
  type: ComplexType,
  chain: readonly ComplexType[],
  itemMayBeNull: (item: TypeReference) => boolean,
): ArrayType {
  const { name } = type;
  const owner = name && typeNameOf({ ...type, name });
  const element = first(chain, itemElement);
  const written = first(chain, ({ attributes }) => first(attributes, arrayTypeOf));
  const item: TypeReference =
    written === undefined ? (element?.type ?? anyType) : { kind: 'named', name: written.item };
  const itemNillable = element?.nillable === true || itemMayBeNull(item);
  return { kind: 'array', name, owner, item, itemNillable, element, ranks: written?.ranks ?? [1] };
}

function first<T, R>(all: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The only element of a sequence, which declares the items. */
function itemElement({ content }: ComplexType): LocalElement | undefined {
  if (content.kind !== 'elements' || !('particles' in content.particle)) return undefined;
  const [only, ...others] = content.particle.particles;
  return only?.kind === 'element' && others.length === 0 ? only.element : undefined;
}

/** The `wsdl:arrayType` of an attribute (WSDL 1.1, 2.2). */
export function arrayTypeOf({
  name,
  foreign = [],
}: Pick<AttributeUse, 'name' | 'foreign'>): { item: QName; ranks: readonly number[] } | undefined {
  if (!isSoapEncoding(name.namespace) || name.local !== 'arrayType') return undefined;
  const written = foreign.find(({ name: of }) => of.namespace === wsdlNamespace && of.local === 'arrayType');
  return written && parseArrayType(written.value);
}

/** Parses `{namespace}local[][,]`. Sizes mean nothing in a declaration. */
export function parseArrayType(text: string): { item: QName; ranks: readonly number[] } | undefined {
  const [, namespace, local, dimensions = ''] = /^\{([^{}]*)\}([^[\]\s]+)((?:\[[\d,\s]*\])+)$/.exec(text) ?? [];
  if (namespace === undefined || local === undefined) return undefined;
  const ranks = [...dimensions.matchAll(/\[([^\]]*)\]/g)].map(([, sizes = '']) => sizes.split(',').length);
  return { item: { namespace, local }, ranks };
}

/** The name for xsi:type: of the type itself, or of the nearest one with a name that it restricts. */
export function schemaTypeOf(reference: TypeReference): QName | undefined {
  if (reference.kind === 'named') return reference.name;
  const { type } = reference;
  return type.kind === 'simple' && type.variety.kind === 'restriction' ? schemaTypeOf(type.variety.base) : undefined;
}

/** `[][,]` for 1 and 2 dimensions. */
export function ranksText(ranks: readonly number[]): string {
  return ranks.map((rank) => `[${','.repeat(rank - 1)}]`).join('');
}

import {
  faultCodecOf,
  headerCodecOf,
  type QName,
  type ResolvedService,
  type RootValue,
  requestTypeNameOf,
  responseTypeNameOf,
  type Use,
} from '../../contract/index.ts';
import { tableTypes } from './table-types.ts';

/** Names of what codec.ts declares. */

export const tableOf = (typeName: string): string => `${typeName}Children`;
export const typesOf = (typeName: string): string => `${typeName}Types`;
export const xsiTypeOf = (typeName: string): string => `${typeName}XsiType`;
export const modelOf = (typeName: string): string => `${typeName}Model`;
export const wildcardOf = (typeName: string, property: string): string => `${typeName}_${property}Wildcard`;
export const fallbackOf = (typeName: string, property: string): string => `${typeName}_${property}Fallback`;
export const rootTagOf = (use: string): string => `${use}RootTag`;
export const recordTableOf = (typeName: string): string => `${typeName}Record`;
export const recordFieldOf = (typeName: string, property: string): string => `${typeName}_${property}Field`;

/** The base name of a type's functions and constants: one for each use. */
export function codecNameOf(typeName: string, use: Use, service: EncodedNames): string {
  return use === 'literal' ? typeName : `${typeName}${encodedSuffix(service)}`;
}

export function readerOf(codec: string, service: ResolvedService): string {
  return `read${joined(codec, service)}`;
}

export function writerOf(codec: string, service: ResolvedService): string {
  return `write${joined(codec, service)}`;
}

/** A name behind another word: with a capital, unless names of the service differ in that alone. */
export function joined(name: string, service: ResolvedService): string {
  return hasCapitals(service) ? capital(name) : name;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const capitals: WeakMap<ResolvedService, boolean> = new WeakMap();

function hasCapitals(service: ResolvedService): boolean {
  const known = capitals.get(service);
  if (known !== undefined) return known;
  const { messages, declarations, arrays } = service;
  const types = [...messages, ...declarations, ...arrays].map(({ typeName }) => typeName);
  const names = new Set([...types, ...rootBodies(service).map(({ codec }) => codec)]);
  const areDistinct = new Set([...names].map(capital)).size === names.size;
  capitals.set(service, areDistinct);
  return areDistinct;
}

type EncodedNames = Pick<ResolvedService, 'messages' | 'declarations'>;

const suffixes: WeakMap<EncodedNames['declarations'], string> = new WeakMap();

/** `Encoded`, or a longer word where that would make the name of another type. */
function encodedSuffix({ messages, declarations }: EncodedNames): string {
  const known = suffixes.get(declarations);
  if (known !== undefined) return known;
  const names = new Set([...messages, ...declarations].map(({ typeName }) => typeName));
  let suffix = 'Encoded';
  while ([...names].some((name) => names.has(name + suffix))) suffix += '_';
  suffixes.set(declarations, suffix);
  return suffix;
}

/** Prefix and suffix of a type's name in the names above. */
export const affixesOfTypes: readonly (readonly [before: string, behind: string])[] = [
  tableOf,
  typesOf,
  xsiTypeOf,
  modelOf,
  (name: string): string => `read${name}`,
  (name: string): string => `write${name}`,
  recordTableOf,
].map((identifierOf) => {
  const [before = '', behind = ''] = identifierOf('\0').split('\0');
  return [before, behind] as const;
});

/** The functions of codec.ts that read and write the content of one element, of whatever type. */
export interface BodyCodec {
  /** The base name of the two. */
  readonly name: string;
  readonly read: string;
  readonly write: string;
}

/** Records have functions of their own; other elements have functions named after their purpose. */
export function bodyCodec(root: RootValue, codec: string, service: ResolvedService): BodyCodec {
  const { type, use } = root;
  if (type.kind === 'record' && !hasOwnCodec(root) && use === 'literal' && tableTypes(service).has(type.typeName)) {
    const table = recordTableOf(type.typeName);
    return { name: table, read: `${table}.read`, write: `${table}.write` };
  }
  const name = type.kind === 'record' && !hasOwnCodec(root) ? codecNameOf(type.typeName, use, service) : codec;
  return { name, read: readerOf(name, service), write: writerOf(name, service) };
}

/** Whether a root element is not a record, can be nil, or can be a reference, as all encoded ones but wrappers. */
function hasOwnCodec({ type, nillable, use, ...rest }: RootValue): boolean {
  const isWrapper = 'structure' in rest && rest.structure !== undefined;
  return type.kind !== 'record' || nillable || (use === 'encoded' && !isWrapper);
}

/** An element at a root whose codec is not that of a record. */
export interface RootBody extends RootValue {
  /** What its reader and writer are named after. */
  readonly codec: string;
  readonly element: QName;
}

export function rootBodies(service: ResolvedService): readonly RootBody[] {
  const all: readonly RootBody[] = [
    ...service.operations.flatMap(({ operation, input, output }) => [
      { ...input, codec: requestTypeNameOf(operation) },
      ...(output === undefined ? [] : [{ ...output, codec: responseTypeNameOf(operation) }]),
    ]),
    ...service.headers.map((header) => ({
      ...header,
      element: header.element.name,
      codec: headerCodecOf(header.identifier),
    })),
    ...service.faults.map((fault) => ({
      ...fault,
      element: fault.element.name,
      codec: faultCodecOf(fault.identifier),
    })),
  ];
  return all.filter(hasOwnCodec);
}

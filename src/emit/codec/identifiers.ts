import {
  type ResolvedService,
  requestTypeNameOf,
  responseTypeNameOf,
  type SimpleValue,
  type ValueType,
} from '../../contract/index.ts';

/** Names of what codec.ts declares. */

export const tableOf = (typeName: string): string => `${typeName}Children`;
export const typesOf = (typeName: string): string => `${typeName}Types`;
export const xsiTypeOf = (typeName: string): string => `${typeName}XsiType`;
export const modelOf = (typeName: string): string => `${typeName}Model`;
export const wildcardOf = (typeName: string, property: string): string => `${typeName}_${property}Wildcard`;
export const fallbackOf = (typeName: string, property: string): string => `${typeName}_${property}Fallback`;
export const readerOf = (typeName: string): string => `read${typeName}`;
export const writerOf = (typeName: string): string => `write${typeName}`;

/** Prefix and suffix of a type's name in the names above. */
export const affixesOfTypes: readonly (readonly [before: string, behind: string])[] = [
  tableOf,
  typesOf,
  xsiTypeOf,
  modelOf,
  readerOf,
  writerOf,
].map((nameOf) => {
  const [before = '', behind = ''] = nameOf('\0').split('\0');
  return [before, behind] as const;
});

/** The functions of codec.ts that read and write the content of one element, of whatever type. */
export interface BodyCodec {
  /** What the two are named after. */
  readonly name: string;
  readonly read: string;
  readonly write: string;
}

/** Records have functions of their own; an element of another type has them by the name of its use. */
export function bodyCodec(type: ValueType, use: string): BodyCodec {
  const name = type.kind === 'record' ? type.typeName : use;
  return { name, read: readerOf(name), write: writerOf(name) };
}

export const headerUse = (identifier: string): string => `${identifier}Header`;
export const faultUse = (identifier: string): string => `${identifier}Fault`;

/** An element that is not a record: of a body, a header or a fault. */
export interface SimpleBody {
  readonly use: string;
  readonly type: SimpleValue;
}

export function simpleBodies(service: ResolvedService): readonly SimpleBody[] {
  const all: readonly (readonly [use: string, type: ValueType])[] = [
    ...service.operations.flatMap(({ operation, input, output }) => [
      [requestTypeNameOf(operation), input.type] as const,
      ...(output === undefined ? [] : [[responseTypeNameOf(operation), output.type] as const]),
    ]),
    ...service.headers.map(({ identifier, type }) => [headerUse(identifier), type] as const),
    ...service.faults.map(({ identifier, type }) => [faultUse(identifier), type] as const),
  ];
  return all.flatMap(([use, type]) => (type.kind === 'simple' ? [{ use, type }] : []));
}

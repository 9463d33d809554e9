import {
  type ResolvedService,
  requestTypeNameOf,
  responseTypeNameOf,
  type SimpleValue,
  type ValueType,
} from '../contract/index.ts';
import { readerOf, writerOf } from './codec/names.ts';

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

/** An element that is no record and stands by itself: in a body, a header or a fault. */
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

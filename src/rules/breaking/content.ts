import type {
  ArrayType,
  ContentModel,
  LeafModel,
  Occurs,
  QName,
  TypeReference,
  Wildcard,
} from '../../contract/index.ts';
import type { Place } from './places.ts';

/** A value in a message: of an element, an attribute, or the text of a record. */
export interface Value {
  readonly type: TypeReference;
  readonly nillable: boolean;
  readonly default: string | undefined;
  readonly fixed: string | undefined;
  readonly place: Place;
  /** Namespace of the schema that it is in. */
  readonly namespace: string;
}

/** An element or attribute of a record, or a wildcard. */
export interface WireField {
  readonly kind: 'element' | 'attribute';
  /** Its name, for comparing it with a field of the other contract. */
  readonly key: string;
  readonly name: QName;
  /** Name of the property in TypeScript. */
  readonly property: string;
  /** How often it occurs in the record, whatever groups it is in. */
  readonly occurs: Occurs;
  readonly value: Value;
}

export interface WireWildcard {
  readonly wildcard: Wildcard;
  /** Namespaces that it admits. */
  readonly admits: (namespace: string) => boolean;
  readonly place: Place;
  readonly key: string;
}

/** A content model with the keys of the fields that fit each leaf: several where elements substitute another one. */
export interface KeyedModel {
  readonly model: ContentModel;
  readonly keysOf: (leaf: LeafModel) => readonly string[];
}

/** The content of a type's elements. */
export interface Content {
  readonly place: Place;
  readonly kind: 'elements' | 'text' | 'array';
  readonly mixed: boolean;
  /** By key; elements first, in the order of the content model. */
  readonly fields: ReadonlyMap<string, WireField>;
  readonly wildcards: readonly WireWildcard[];
  readonly anyAttribute: WireWildcard | undefined;
  readonly model: KeyedModel | undefined;
  readonly text: Value | undefined;
  readonly array: ArrayType | undefined;
}

import type { TreeElement } from '@soapwright/runtime/xml';
import type { ElementDeclaration, Field, ValueType } from '../../contract/index.ts';
import type { ValueModel } from '../model/value-model.ts';
import type { ReadingMode } from './deviation.ts';
import { attributeOf, xsi } from './element-content.ts';
import type { ReceivedParts } from './received-parts.ts';
import type { Schemas } from './schemas.ts';

/** What a message is read by. */
export interface ReaderSource {
  readonly schemas: Schemas;
  readonly model: ValueModel;
  /** The document that the elements are in, as UTF-8. */
  readonly data: Uint8Array;
  /** Of its message; undefined where they are not known. */
  readonly parts?: ReceivedParts | undefined;
  /** Values are those that a client with that option has. */
  readonly reading: ReadingMode;
}

/** A text that is not a value of its type, which stays a text. */
export interface UnreadText {
  readonly place: string;
  /** As a clause: `it must be an integer`. */
  readonly reason: string;
}

/** What a contract says of an element. */
export type Declared = Pick<ElementDeclaration, 'type' | 'nillable' | 'fixed' | 'default' | 'sensitive'>;

/** An element of a message, and where it is. */
export interface Place {
  readonly element: TreeElement;
  /** Names from the root, separated by `/`. */
  readonly path: string;
  /** The path with the index of each item of a list: `GetFileResponse/Files[3]/Size`. */
  readonly place: string;
  /** Whether its values are masked. */
  readonly sensitive: boolean;
  /** Namespace of the schema that declares its type, if that is anonymous. */
  readonly target: string;
  /** Whether it is in an encoded body, header block or fault. */
  readonly isEncoded: boolean;
  /** Type of the value to read; undefined where only deviations are wanted. */
  readonly value: ValueType | undefined;
  /** The field that it is, of a record. */
  readonly field?: Field | undefined;
  /** Whether it is read as absent where it has xsi:nil without being nillable (rule R3). */
  readonly nilIsAbsent?: boolean | undefined;
}

export function inside(place: Place, element: TreeElement, local: string): Place {
  return { ...place, element, path: `${place.path}/${local}`, place: `${place.place}/${local}` };
}

/** Whether it has `xsi:nil`. */
export function hasNil(element: TreeElement): boolean {
  const nil = attributeOf(element, xsi, 'nil')?.trim();
  return nil === 'true' || nil === '1';
}

import { collapse } from '../xml/chars.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

const NO_BOOLEAN = 'it must be true, false, 1 or 0';

/** xs:boolean: `true`, `false`, `1` or `0` (rule R4). @throws {XmlError} `value`. */
export function readBoolean(reader: XmlReader): boolean {
  const text = collapse(reader.text());
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw reader.invalid('boolean', NO_BOOLEAN);
}

/** Writes xs:boolean. @throws {XmlError} `missing-element` or `value`. */
export function writeBoolean(writer: XmlWriter, tag: Tag, value: boolean | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (typeof value !== 'boolean') throw writer.invalid(tag, 'boolean', 'it must be true or false');
  writer.plain(tag, value ? 'true' : 'false');
}

/** xs:boolean as a type: for lists, unions and restrictions. */
export const boolean: SimpleType<boolean> = {
  name: 'boolean',
  parse(text) {
    const value = collapse(text);
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw new ValueError(NO_BOOLEAN);
  },
  print(value) {
    if (typeof value !== 'boolean') throw new ValueError('it must be true or false');
    return value ? 'true' : 'false';
  },
};

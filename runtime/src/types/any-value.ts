import type { AnyElement } from '../xml/any-element.ts';
import type { Tag } from '../xml/tag.ts';
import type { XmlWriter } from '../xml/writer.ts';

/**
 * An element of xs:anyType: its name is the contract's, its attributes and content are the caller's.
 *
 * @throws {XmlError} `missing-element`, or `value` when it has another name.
 */
export function writeAny(writer: XmlWriter, tag: Tag, value: AnyElement | undefined): void {
  if (value === undefined) throw writer.missing(tag);
  if (value.local !== tag.local || value.namespace !== tag.namespace) {
    throw writer.invalid(tag, 'anyType', 'the element has another name');
  }
  writer.any(value);
}

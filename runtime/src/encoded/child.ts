import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import type { ChildTable } from '../xml/codec-tables.ts';
import { nextChild } from '../xml/content.ts';
import type { ElementStack } from '../xml/element-stack.ts';
import { END, type XmlReader } from '../xml/reader.ts';
import type { Tag } from '../xml/tag.ts';
import { type MessageState, stateOf } from './message-state.ts';
import { RPC } from './namespaces.ts';
import { bytesReader, isGeneric } from './read.ts';
import { openRemembered, remember, type StartTag, tagOf } from './start-tags.ts';

/** The accessors of a type. */
export interface AccessorTable extends ChildTable {
  /** The last start tag of each accessor. */
  readonly starts: (StartTag | undefined)[];
}

/**
 * Opens the next accessor of a struct. Only its local name counts: accessors are in no namespace, but SOAP::Lite writes them
 * in that of the wrapper. `rpc:result` of SOAP 1.2 is skipped. The struct need not name its type; `soapenc:Struct` and `xsd:anyType` name none.
 *
 * @throws {XmlError} `type` for another type than that of the table, and as `XmlReader.child`.
 */
export function child(reader: XmlReader, table: AccessorTable): number {
  const bytes = bytesReader(reader);
  const { elements } = bytes;
  const { attributes } = elements;
  const state = stateOf(bytes);
  if (!hasAccessors(bytes, table, state)) return END;
  const parent = elements.frame;
  const guess = elements.guessAt(parent);
  if (openRemembered(elements, table.starts[guess], state)) {
    elements.setGuess(parent, guess + 1);
    return guess;
  }
  const likely = bytes.openLikely(table, parent, false);
  if (likely !== -1) return likely;
  while (nextChild(elements)) {
    elements.startTag();
    const index = bytes.namespace === RPC ? -1 : indexOf(elements, table.tags, guess);
    if (index !== -1) {
      elements.setGuess(parent, index + 1);
      if (attributes.count > 0) table.starts[index] = remember(elements) ?? table.starts[index];
      return index;
    }
    bytes.skipUnknown();
  }
  return END;
}

/** Checks the xsi:type of a struct. @returns false when it is an empty-element tag, and was read to its end. */
function hasAccessors(reader: XmlBytesReader, table: AccessorTable, state: MessageState): boolean {
  const { elements } = reader;
  const { attributes } = elements;
  if (attributes.instance === 0) return reader.hasContent(table);
  const tag = tagOf(elements, state);
  if (tag !== undefined && tag.accessors === table) {
    attributes.instance = 0;
    return reader.hasContent(table);
  }
  if (attributes.hasType && isGeneric(attributes.type())) attributes.dropType();
  if (!reader.hasContent(table)) return false;
  if (tag !== undefined) tag.accessors = table;
  return true;
}

/** The index of the tag with the local name of the open element; -1 without one. Searches from the previous child on. */
function indexOf(elements: ElementStack, tags: readonly Tag[], guess: number): number {
  const first = guess === 0 ? 0 : guess - 1;
  for (let index = first; index < tags.length; index++) if (elements.isLocal(tags[index] as Tag)) return index;
  for (let index = 0; index < first; index++) if (elements.isLocal(tags[index] as Tag)) return index;
  return -1;
}

import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { atChild, skipElement } from '../xml/content.ts';
import type { XmlReader } from '../xml/reader.ts';
import { attributeName } from '../xml/tag.ts';
import { checkBodyEncoding } from './encoding-style.ts';
import { idOf } from './head.ts';
import { stateOf } from './message-state.ts';
import { ENCODING } from './namespaces.ts';
import { bytesReader } from './read.ts';
import type { Target } from './target.ts';

const ROOT = attributeName(ENCODING, 'root');

/**
 * Reads the element of a body, and skips the elements beside it that only references lead to, as Axis and .NET write them.
 *
 * @throws {SoapFault} `DataEncodingUnknown` when an `encodingStyle` that applies to it names another encoding.
 * @throws {XmlError} `unexpected-element` for another element beside it, and as `read`.
 */
export function readBody<Value>(reader: XmlReader, read: (reader: XmlReader) => Value): Value {
  const bytes = bytesReader(reader);
  checkBodyEncoding(bytes.elements);
  const value = read(reader);
  skipTargets(bytes);
  return value;
}

function skipTargets(reader: XmlBytesReader): void {
  const { elements, lexer } = reader;
  const { opened } = elements;
  // They are counted apart from the values, which count at each reference.
  elements.opened = 0;
  const { references } = stateOf(reader);
  const found = references?.found ?? [];
  let next = 0;
  while (atChild(lexer)) {
    while (next < found.length && (found[next] as Target).start < lexer.pos) next++;
    const target = found[next];
    // Elements read by a reference are known to be well-formed.
    if (target?.start === lexer.pos && target.end !== -1) {
      if (++elements.opened > lexer.limits.maxElements) throw lexer.limit('maxElements');
      lexer.pos = target.end;
      continue;
    }
    elements.startTag();
    const { attributes } = elements;
    const id = idOf(attributes);
    if (id !== undefined) references?.checkUnread(id, elements.nameStart);
    else if (attributes.value(ROOT) !== '0') {
      throw lexer.about('unexpected-element', 'the body holds a second element, which has no id');
    }
    skipElement(elements);
  }
  elements.opened = opened;
}

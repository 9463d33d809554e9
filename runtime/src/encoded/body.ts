import { SoapFault } from '../soap/fault.ts';
import { soap11 } from '../soap/version.ts';
import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { atChild, skipElement } from '../xml/content.ts';
import type { XmlReader } from '../xml/reader.ts';
import { attributeName } from '../xml/tag.ts';
import { idOf } from './head.ts';
import { ENCODING } from './namespaces.ts';
import { bytesReader, referencesOf } from './read.ts';

const ROOT = attributeName(ENCODING, 'root');

/**
 * Reads the element of a body, and skips the elements beside it that only references lead to, as Axis and .NET write them.
 *
 * @throws {SoapFault} `DataEncodingUnknown` when its `encodingStyle` names another encoding.
 * @throws {XmlError} `unexpected-element` for another element beside it, and as `read`.
 */
export function readBody<Value>(reader: XmlReader, read: (reader: XmlReader) => Value): Value {
  const bytes = bytesReader(reader);
  checkEncoding(bytes);
  const value = read(reader);
  skipTargets(bytes);
  return value;
}

/** SOAP 1.1, 4.1.1: a list of encodings; an empty one says nothing. */
function checkEncoding({ elements }: XmlBytesReader): void {
  if (elements.attributes.count === 0) return;
  const style = elements.attributes.valueOf(soap11.namespace, 'encodingStyle')?.trim() ?? '';
  if (style === '' || style.split(/[ \t\r\n]+/).some((uri) => `${uri}/`.startsWith(ENCODING))) return;
  throw new SoapFault({
    code: 'DataEncodingUnknown',
    reason: `The encodingStyle of the body's element is not supported; it must be ${ENCODING}.`,
  });
}

function skipTargets(reader: XmlBytesReader): void {
  const { elements, lexer } = reader;
  const { opened } = elements;
  // They are counted apart from the values, which count at each reference.
  elements.opened = 0;
  const known = referencesOf(reader);
  while (atChild(lexer)) {
    // What was read by a reference is known to be well-formed.
    const end = known?.endOf(lexer.pos);
    if (end !== undefined) {
      if (++elements.opened > lexer.limits.maxElements) throw lexer.limit('maxElements');
      lexer.pos = end;
      continue;
    }
    elements.startTag();
    const { attributes } = elements;
    const id = idOf(attributes);
    if (id !== undefined) known?.checkUnread(id, elements.nameStart);
    else if (attributes.value(ROOT) !== '0') {
      throw lexer.about('unexpected-element', 'the body holds a second element, which has no id');
    }
    skipElement(elements);
  }
  elements.opened = opened;
}

import { partBytes, type XmlReader } from '@soapwright/runtime';
import { readTree, type TreeElement } from '@soapwright/runtime/xml';
import { attributeOf } from '../read/element-content.ts';

const xop = 'http://www.w3.org/2004/08/xop/include';

/**
 * A message with the parts that it includes as base64 (XOP 1.0, 3.2).
 *
 * @param reader of the message, which knows its parts.
 * @throws {XmlError} `value` for a part that the message does not have, and for one that is included twice.
 */
export function withInlinedParts(message: Uint8Array, reader: XmlReader): Uint8Array {
  const includes: TreeElement[] = [];
  const { root, data } = readTree(message);
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (element.namespace === xop && element.local === 'Include') includes.push(element);
    else open.push(...element.children);
  }
  if (includes.length === 0) return message;
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (const include of includes.sort((one, other) => one.start - other.start)) {
    const { start, end } = include;
    const bytes = partBytes(reader, attributeOf(include, '', 'href') ?? '');
    pieces.push(data.subarray(done, start), new TextEncoder().encode(base64(bytes)));
    done = end;
  }
  return joined([...pieces, data.subarray(done)]);
}

function base64(bytes: Uint8Array): string {
  const characters = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * 8192, (index + 1) * 8192)),
  );
  return btoa(characters.join(''));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

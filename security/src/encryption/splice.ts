import type { TreeDocument, TreeElement } from '@soapwright/runtime/xml';

/** Bytes that replace a range of a document. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** The document with all edits made. @param edits in the order of the document, without overlaps. */
export function splice(data: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, bytes } of edits) {
    pieces.push(data.subarray(from, start), bytes);
    from = end;
  }
  pieces.push(data.subarray(from));
  const spliced = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    spliced.set(piece, at);
    at += piece.length;
  }
  return spliced;
}

/** Where an offset outside of all edits is after them. */
export function moved(offset: number, edits: readonly Edit[]): number {
  return edits.reduce((at, { start, end, bytes }) => (end <= offset ? at + bytes.length - (end - start) : at), offset);
}

/** Puts XML text before the children of an element. */
export function insertFirst(
  { data }: TreeDocument,
  { start, nameEnd, tagEnd, closeTag, end }: TreeElement,
  xml: string,
): Edit {
  if (closeTag !== end) return { start: tagEnd, end: tagEnd, bytes: encode(xml) };
  const text = new TextDecoder();
  const [name, tag] = [text.decode(data.subarray(start + 1, nameEnd)), text.decode(data.subarray(start, tagEnd))];
  return { start, end: tagEnd, bytes: encode(`${tag.replace(/\s*\/>$/, '')}>${xml}</${name}>`) };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

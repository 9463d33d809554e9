import { parseDeclaration, type XmlDeclaration } from './encoding.ts';

/** The last declarations that were read, with their bytes: clients of one kind send the same one. */
const known: { readonly bytes: Uint8Array; readonly encoding: string | undefined }[] = [];
const MOST_KNOWN = 8;
let nextKnown = 0;

/** As `parseDeclaration`. */
export function readDeclaration(data: Uint8Array, start: number, illFormed: (reason: string) => Error): XmlDeclaration {
  for (const { bytes, encoding } of known) {
    if (isAt(data, bytes, start)) return { end: start + bytes.length, encoding };
  }
  const declaration = parseDeclaration(data, start, illFormed);
  known[nextKnown] = { bytes: new Uint8Array(data.subarray(start, declaration.end)), encoding: declaration.encoding };
  nextKnown = (nextKnown + 1) % MOST_KNOWN;
  return declaration;
}

function isAt(data: Uint8Array, bytes: Uint8Array, start: number): boolean {
  // From the end, where declarations differ: in the case of the encoding, the kind of the quotes.
  for (let at = bytes.length - 1; at >= 0; at--) if (data[start + at] !== bytes[at]) return false;
  return true;
}

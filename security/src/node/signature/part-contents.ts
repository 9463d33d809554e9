import { createHash, type Hash } from 'node:crypto';
import { type Edit, splice } from '../../encryption/splice.ts';
import type { DigestAlgorithm } from './algorithms.ts';

/**
 * Values of a message that are in parts of their own, by the texts that stand for them in the envelope, those of one
 * `placeholders()`: no other text is such a one, as it is random. What was signed has their base64 there.
 */
export type PartContents = ReadonlyMap<string, Blob>;

/** Characters that the texts of a message have in common, and those of their numbers. */
const [sharedLength, numberLength] = [32, 8];

/** Makes texts for one message that nobody can foresee, of characters of base64. */
export function placeholders(): () => string {
  const shared = crypto.randomUUID().replaceAll('-', '');
  let number = 0;
  return () => {
    number += 1;
    return shared + String(number).padStart(numberLength, '0');
  };
}

/** Where the text that stands for a part is. */
interface Place {
  readonly placeholder: string;
  readonly blob: Blob;
  readonly start: number;
  readonly end: number;
}

/** Where texts stand for parts, in their order. */
export function placesOf(bytes: Uint8Array, contents: PartContents): readonly Place[] {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const [first] = contents.keys();
  const places: Place[] = [];
  if (first === undefined) return places;
  const shared = Buffer.from(first.slice(0, sharedLength), 'latin1');
  for (let start = data.indexOf(shared); start !== -1; start = data.indexOf(shared, start + 1)) {
    const end = start + sharedLength + numberLength;
    const placeholder = data.toString('latin1', start, end);
    const blob = contents.get(placeholder);
    if (blob !== undefined) places.push({ placeholder, blob, start, end });
  }
  return places;
}

/**
 * The digest of what is written, with the base64 of parts where texts stand for them. Of a part some 100 KiB are in memory.
 *
 * @throws {Error} that of a Blob which cannot be read.
 */
export async function digestOf(
  algorithm: DigestAlgorithm,
  write: (sink: (piece: Uint8Array) => void) => void,
  contents: PartContents | undefined,
): Promise<Buffer> {
  const hash = createHash(algorithm);
  if (contents === undefined || contents.size === 0) {
    write((piece) => hash.update(piece));
    return hash.digest();
  }
  const pieces: Buffer[] = [];
  write((piece) => pieces.push(Buffer.from(piece)));
  const form = Buffer.concat(pieces);
  let at = 0;
  for (const { blob, start, end } of placesOf(form, contents)) {
    hash.update(form.subarray(at, start));
    await addBase64(hash, blob);
    at = end;
  }
  return hash.update(form.subarray(at)).digest();
}

/** Adds the base64 of a Blob, three bytes at a time. */
async function addBase64(hash: Hash, blob: Blob): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of blob.stream()) {
    const bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % 3);
    hash.update(bytes.subarray(0, whole).toString('base64'), 'latin1');
    rest = Buffer.from(bytes.subarray(whole));
  }
  hash.update(rest.toString('base64'), 'latin1');
}

/** The envelope with other texts where some stand for parts. */
export function replacedPlaces(
  envelope: Uint8Array,
  contents: PartContents,
  replacement: (place: { readonly placeholder: string; readonly blob: Blob }) => string,
): Uint8Array {
  const edits = placesOf(envelope, contents).map((place): Edit => {
    const { start, end } = place;
    return { start, end, bytes: new TextEncoder().encode(replacement(place)) };
  });
  return splice(envelope, edits);
}

import { createHash } from 'node:crypto';
import type { Spool } from './spool.ts';
import { digestOf } from './text.ts';

/** What a file is to hold. */
export interface Content {
  /** As `digestOf` makes it of the text. */
  readonly digest: string;
  /** The text in UTF-8, in pieces. Throws for content of which the digest alone is known. */
  readonly bytes: () => Iterable<Uint8Array>;
}

/** Of people's files and the manifest. */
export function contentOf(text: string): Content {
  return { digest: digestOf(text), bytes: () => [Buffer.from(text)] };
}

/** What was made before and is not made again: it can be compared, and not be written. */
export function knownByDigest(digest: string): Content {
  return {
    digest,
    bytes: () => {
      throw new TypeError('Of this content the digest alone is known.');
    },
  };
}

export function textOf(content: Content): string {
  return Buffer.concat([...content.bytes()]).toString('utf8');
}

/** So many UTF-16 code units are encoded at once. */
const atOnce = 2 ** 20;

/** A text before it is one string. */
export interface Printed {
  readonly pieces: Iterable<string>;
  /** What stands before and behind the pieces, asked for when all of them were taken. */
  readonly around: () => readonly [before: string, after: string];
}

/** Keeps a text as bytes, which take half of the memory of strings, or none of it. */
export function keepContent({ pieces, around }: Printed, spool: Spool): Content {
  const kept: (() => Buffer)[] = [];
  const hash = createHash('sha256');
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < atOnce) continue;
    kept.push(spool.add(Buffer.from(waiting.join(''))));
    waiting = [];
    length = 0;
  }
  const [before, after] = around();
  const first = kept.length === 0 ? `${before}${waiting.join('')}${after}` : before;
  const inOrder = [spool.add(Buffer.from(first)), ...kept];
  if (kept.length > 0) inOrder.push(spool.add(Buffer.from(`${waiting.join('')}${after}`)));
  for (const chunk of inOrder) hash.update(chunk());
  return {
    digest: hash.digest('hex'),
    bytes: function* () {
      for (const chunk of inOrder) yield chunk();
    },
  };
}

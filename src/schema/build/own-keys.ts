import type { Findings } from '../findings.ts';
import type { MapEntry, MapNode } from '../node.ts';
import { reportUnknownKey } from '../shape.ts';

/** A key such as `$choice method?`: a word, and behind it a name with what says how often. */
export interface WordEntry<Word extends string> {
  readonly word: Word;
  /** Behind the word; empty where nothing is. */
  readonly rest: string;
  readonly entry: MapEntry;
}

/** The keys that begin with `$`, between those of names. */
export interface OwnKeys<Key extends string, Word extends string> {
  readonly own: ReadonlyMap<Key, MapEntry>;
  /** By the entries that hold them, which keep their order among the names. */
  readonly words: ReadonlyMap<MapEntry, WordEntry<Word>>;
}

/** @param where ends a sentence: 'a record'. */
export function readOwnKeys<Key extends string, Word extends string = never>(
  map: MapNode,
  known: readonly Key[],
  where: string,
  findings: Findings,
  words: readonly Word[] = [],
): OwnKeys<Key, Word> {
  const own = new Map<Key, MapEntry>();
  const found = new Map<MapEntry, WordEntry<Word>>();
  for (const entry of map.entries) {
    const { text } = entry.key;
    if (!text.startsWith('$')) continue;
    const key = known.find((name) => name === text);
    const [first = '', rest = ''] = text.split(/\s+(.*)/s);
    const word = words.find((name) => name === first);
    if (key !== undefined) own.set(key, entry);
    else if (word !== undefined) found.set(entry, { word, rest: rest.trim(), entry });
    else reportUnknownKey(entry, [...known, ...words], where, findings);
  }
  return { own, words: found };
}

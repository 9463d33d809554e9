import { source as kinds } from '../diagnostics/index.ts';
import type { Findings } from './findings.ts';
import { isMissing, type ListNode, type MapEntry, type MapNode, type Node, type Range } from './node.ts';

/**
 * Readers of one node each. What is not as it should be goes to the findings, and the answer is undefined: whoever asks
 * goes on with the rest, so that all errors of a file are found in one go.
 */

/** A text with its place. */
export interface Located {
  readonly text: string;
  readonly at: Range;
}

/** `what` begins a sentence: 'The field "APIKey"'. */
export function readMap(node: Node, what: string, findings: Findings): MapNode | undefined {
  if (node.kind === 'map') return node;
  if (isBroken(node)) return undefined;
  findings.add(kinds.notAMap, { what }, node.at);
  return undefined;
}

/** The entries of a map by key; a key that is not among `known` is reported. `where` ends a sentence: 'an operation'. */
export function readKeys<Key extends string>(
  map: MapNode,
  known: readonly Key[],
  where: string,
  findings: Findings,
): ReadonlyMap<Key, MapEntry> {
  const found = new Map<Key, MapEntry>();
  for (const entry of map.entries) {
    const key = known.find((name) => name === entry.key.text);
    if (key !== undefined) found.set(key, entry);
    else reportUnknownKey(entry, known, where, findings);
  }
  return found;
}

export function reportUnknownKey(
  { key, value }: MapEntry,
  known: readonly string[],
  where: string,
  findings: Findings,
): void {
  if (isMissing(value) && key.plain && /\s/.test(key.text)) {
    findings.add(kinds.commaInBraces, { key: key.text }, key.at);
    return;
  }
  findings.add(kinds.unknownKey, { key: key.text, where, known: known.join(', ') }, key.at, {
    didYouMean: { name: key.text, among: known },
  });
}

/** A scalar as it is written, quoted or not. A quoted empty string is a value. */
export function readText({ key, value }: MapEntry, findings: Findings): Located | undefined {
  if (value.kind !== 'text') {
    findings.add(kinds.notText, { what: `"${key.text}"` }, value.at);
    return undefined;
  }
  if (isBroken(value)) return undefined;
  if (isMissing(value)) {
    findings.add(kinds.missingValue, { key: key.text }, key.at);
    return undefined;
  }
  return { text: value.text, at: value.at };
}

/** A text that is not empty or blank. */
export function readName(entry: MapEntry, findings: Findings): Located | undefined {
  const text = readText(entry, findings);
  if (text === undefined || text.text.trim() !== '') return text;
  findings.add(kinds.emptyText, { key: entry.key.text }, text.at);
  return undefined;
}

/** `true` or `false`; false when it is neither, which is reported. */
export function readFlag(entry: MapEntry | undefined, findings: Findings): boolean {
  if (entry === undefined) return false;
  const text = readText(entry, findings);
  if (text === undefined) return false;
  if (entry.value.kind === 'text' && entry.value.plain && (text.text === 'true' || text.text === 'false')) {
    return text.text === 'true';
  }
  findings.add(kinds.notTrueOrFalse, { key: entry.key.text, value: text.text }, text.at);
  return false;
}

/** One of a few words. `what` ends a sentence: 'SOAP version'. */
export function readChoice<Word extends string>(
  text: Located,
  words: readonly Word[],
  what: string,
  findings: Findings,
): Word | undefined {
  const word = words.find((candidate) => candidate === text.text);
  if (word !== undefined) return word;
  findings.add(kinds.notOneOf, { value: text.text, what, allowed: words.join(', ') }, text.at, {
    didYouMean: { name: text.text, among: words },
  });
  return undefined;
}

export function readList({ key, value }: MapEntry, findings: Findings): ListNode | undefined {
  if (value.kind === 'list') return value;
  if (isBroken(value)) return undefined;
  if (isMissing(value)) findings.add(kinds.missingValue, { key: key.text }, key.at);
  else findings.add(kinds.notAList, { what: `"${key.text}"` }, value.at);
  return undefined;
}

/** Reports a key that must be there and is not, at the key or the file that it is missing in. */
export function requireKey<Key extends string>(
  keys: ReadonlyMap<Key, MapEntry>,
  key: Key,
  where: string,
  at: Range | undefined,
  findings: Findings,
): MapEntry | undefined {
  const entry = keys.get(key);
  if (entry === undefined) findings.add(kinds.missingKey, { key, where }, at);
  return entry;
}

/** Stands for something that was reported already. */
function isBroken(node: Node): boolean {
  return node.kind === 'text' && node.broken === true;
}

import { closest, type Findings, contract as kinds, type Range, source } from '../../diagnostics/index.ts';
import { isIdentifier, isNCName, isReservedAsProperty, isReservedAtTop } from '../model/index.ts';
import { characterNotInXml } from './syntax.ts';
import { isMissing, type ListNode, type MapEntry, type MapNode, type YamlNode } from './yaml-node.ts';

/**
 * Readers of one value each. They report mistakes and return undefined, so that the caller goes on with the rest and
 * one run finds all errors of a file.
 */

/** A text with its position. */
export interface Located {
  readonly text: string;
  readonly at: Range;
}

/** `what` begins a sentence: 'The field "APIKey"'. */
export function readMap(node: YamlNode, what: string, findings: Findings): MapNode | undefined {
  if (node.kind === 'map') return node;
  if (!isBroken(node)) findings.add(source.notAMap, { what }, node.at);
  return undefined;
}

export function readList({ key, value }: MapEntry, findings: Findings): ListNode | undefined {
  if (value.kind === 'list') return value;
  if (isBroken(value)) return undefined;
  if (isMissing(value)) findings.add(source.missingValue, { key: key.text }, key.at);
  else findings.add(source.notAList, { what: `"${key.text}"` }, value.at);
  return undefined;
}

/** A scalar as it is written, quoted or not. A quoted empty string is a value. */
export function readText({ key, value }: MapEntry, findings: Findings): Located | undefined {
  if (value.kind !== 'text') {
    findings.add(source.notText, { what: `"${key.text}"` }, value.at);
    return undefined;
  }
  if (isBroken(value)) return undefined;
  if (isMissing(value)) {
    findings.add(source.missingValue, { key: key.text }, key.at);
    return undefined;
  }
  return { text: value.text, at: value.at };
}

/** A text that is not empty or blank. */
export function readName(entry: MapEntry, findings: Findings): Located | undefined {
  const text = readText(entry, findings);
  if (text === undefined || text.text.trim() !== '') return text;
  findings.add(source.emptyText, { key: entry.key.text }, text.at);
  return undefined;
}

/** A list of names without duplicates. */
export function readNames(entry: MapEntry, findings: Findings): readonly Located[] {
  const names = new Map<string, Located>();
  for (const item of readList(entry, findings)?.items ?? []) {
    const name = readName({ key: entry.key, value: item }, findings);
    if (name === undefined) continue;
    if (names.has(name.text)) findings.add(source.listedTwice, { value: name.text }, name.at);
    else names.set(name.text, name);
  }
  return [...names.values()];
}

/** Names or values that must not be used again with another meaning. */
export function readReserved(entry: MapEntry, findings: Findings): readonly string[] {
  return readNames(entry, findings).flatMap((name) =>
    checkCharacters(name, entry.key.text, findings) ? [name.text] : [],
  );
}

/** False when it is neither `true` nor `false`, which is reported. */
export function readFlag(entry: MapEntry | undefined, findings: Findings): boolean {
  const text = entry && readText(entry, findings);
  if (entry === undefined || text === undefined) return false;
  const isFlag = text.text === 'true' || text.text === 'false';
  if (isFlag && entry.value.kind === 'text' && entry.value.plain) return text.text === 'true';
  findings.add(source.notTrueOrFalse, { key: entry.key.text, value: text.text }, text.at);
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
  findings.add(source.notOneOf, { value: text.text, what, allowed: words }, text.at, {
    didYouMean: { name: text.text, among: words },
  });
  return undefined;
}

/** Rejects a name that XML does not allow. `what` ends a sentence: 'a field'. */
export function readXmlName(name: Located, what: string, findings: Findings): Located | undefined {
  if (isNCName(name.text)) return { text: name.text, at: name.at };
  findings.add(kinds.notAName, { name: name.text, what }, name.at);
  return undefined;
}

/** Documentation, which the WSDL contains: XML must be able to carry its characters. */
export function readDoc(entry: MapEntry | undefined, findings: Findings): string | undefined {
  const text = entry && readText(entry, findings);
  if (entry === undefined || text === undefined) return undefined;
  return checkCharacters(text, entry.key.text, findings) ? text.text.trim() : undefined;
}

export function checkCharacters(text: Located, key: string, findings: Findings): boolean {
  const character = characterNotInXml(text.text);
  if (character !== undefined) findings.add(kinds.badText, { key, character }, text.at);
  return character === undefined;
}

/** A name in TypeScript that overrides the derived one: of a declaration or of a property. */
export function readIdentifier(
  entry: MapEntry | undefined,
  use: 'top' | 'property',
  findings: Findings,
): string | undefined {
  const name = entry && readName(entry, findings);
  if (name === undefined) return undefined;
  const reserved = use === 'top' ? isReservedAtTop(name.text) : isReservedAsProperty(name.text);
  if (isIdentifier(name.text) && !reserved) return name.text;
  findings.add(kinds.notAnIdentifier, { name: name.text }, name.at);
  return undefined;
}

/** The version of the language of contracts and of soapwright.yaml: the value of their key `soapwright`. */
const languageVersion = '1';

/** Whether the file is of a known version. The keys of an unknown one are not read: they may mean something else. */
export function checkVersion(map: MapNode, where: string, findings: Findings): boolean {
  const entry = map.entries.find(({ key }) => key.text === 'soapwright');
  // A misspelt key is reported as an unknown one.
  if (entry === undefined && map.entries.some(({ key }) => closest(key.text, ['soapwright']) !== undefined))
    return true;
  if (entry === undefined) {
    findings.add(source.missingKey, { key: 'soapwright', where }, map.entries[0]?.key.at ?? map.at);
    // Most likely forgotten: the rest is checked all the same.
    return map.entries.length > 0;
  }
  const version = readText(entry, findings);
  if (version === undefined) return true;
  if (version.text === languageVersion && entry.value.kind === 'text' && entry.value.plain) return true;
  findings.add(source.unknownVersion, { known: languageVersion, value: version.text }, version.at);
  return false;
}

/** Replaces something that has been reported. */
function isBroken(node: YamlNode): boolean {
  return node.kind === 'text' && node.broken === true;
}

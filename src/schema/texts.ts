import { isIdentifier, isReservedAsProperty, isReservedAtTop } from '../contract/index.ts';
import { contract as kinds, source } from '../diagnostics/index.ts';
import type { Findings } from './findings.ts';
import type { MapEntry } from './node.ts';
import { type Located, readList, readName, readText } from './shape.ts';
import { characterNotInXml, isNCName } from './xml-name.ts';

/** Reports a name that XML does not allow. `what` ends a sentence: 'a field'. */
export function readXmlName(name: Located, what: string, findings: Findings): Located | undefined {
  if (isNCName(name.text)) return { text: name.text, at: name.at };
  findings.add(kinds.notAName, { name: name.text, what }, name.at);
  return undefined;
}

/** Text for people: it goes into the WSDL, and so may hold only what XML can carry. */
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

/** A name that the contract gives in place of the derived one: of a type or an operation, or of a property. */
export function readTypeScriptName(
  entry: MapEntry | undefined,
  use: 'top' | 'property',
  findings: Findings,
): Located | undefined {
  const name = entry && readName(entry, findings);
  if (name === undefined) return undefined;
  const reserved = use === 'top' ? isReservedAtTop(name.text) : isReservedAsProperty(name.text);
  if (isIdentifier(name.text) && !reserved) return name;
  findings.add(kinds.notAnIdentifier, { name: name.text }, name.at);
  return undefined;
}

/** Names that must not come back with another meaning. */
export function readReserved(entry: MapEntry | undefined, findings: Findings): readonly string[] | undefined {
  const list = entry && readList(entry, findings);
  if (entry === undefined || list === undefined) return undefined;
  const names: string[] = [];
  for (const item of list.items) {
    const name = readName({ key: entry.key, value: item }, findings);
    if (name === undefined || !checkCharacters(name, entry.key.text, findings)) continue;
    if (names.includes(name.text)) findings.add(source.listedTwice, { value: name.text }, name.at);
    else names.push(name.text);
  }
  return names;
}

import { contract as kinds } from '../../diagnostics/index.ts';
import type { Findings } from '../findings.ts';
import type { MapEntry } from '../node.ts';
import { readName } from '../shape.ts';
import { checkCharacters, readDoc } from '../texts.ts';

/** Keys that were found, by name. */
export type Keys = ReadonlyMap<string, MapEntry>;

/** What any component may say about itself. */
export interface Notes {
  readonly doc: string | undefined;
  readonly deprecated: string | undefined;
  readonly since: string | undefined;
}

/** @param mark what the keys begin with: `$` between names, else nothing. */
export function readNotes(keys: Keys, findings: Findings, mark: '' | '$' = ''): Notes {
  return {
    doc: readDoc(keys.get(`${mark}doc`), findings),
    deprecated: readWords(keys.get(`${mark}deprecated`), findings),
    since: readWords(keys.get(`${mark}since`), findings),
  };
}

/** A text that says something; `true` says nothing. */
function readWords(entry: MapEntry | undefined, findings: Findings): string | undefined {
  const text = entry && readName(entry, findings);
  if (entry === undefined || text === undefined || !checkCharacters(text, entry.key.text, findings)) return undefined;
  if (/^(?:true|false)$/.test(text.text)) {
    findings.add(kinds.saysNothing, { key: entry.key.text, value: text.text }, text.at);
    return undefined;
  }
  return text.text.trim();
}

/** Keys that are known, and have no place here. `what` begins a sentence: 'An attribute'. */
export function refuseKeys(keys: Keys, refused: readonly string[], what: string, findings: Findings): void {
  for (const key of refused) {
    const entry = keys.get(key);
    if (entry !== undefined) findings.add(kinds.keyDoesNotFit, { key, what }, entry.key.at);
  }
}

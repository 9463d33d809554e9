import { source as kinds } from '../diagnostics/index.ts';
import type { Findings } from './findings.ts';
import type { MapNode } from './node.ts';
import { readText } from './shape.ts';

/** The version of the language of contracts and of soapwright.yaml: the value of their key `soapwright`. */
export const languageVersion = '1';

/** Whether the file is of a version that is known. If not, nothing else in it is looked at: it may mean something else. */
export function checkVersion(map: MapNode, where: string, findings: Findings): boolean {
  const entry = map.entries.find(({ key }) => key.text === 'soapwright');
  if (entry === undefined) {
    findings.add(kinds.missingKey, { key: 'soapwright', where }, map.entries[0]?.key.at);
    // Most likely forgotten: the rest is worth looking at.
    return map.entries.length > 0;
  }
  const version = readText(entry, findings);
  if (version === undefined) return true;
  if (version.text === languageVersion && entry.value.kind === 'text' && entry.value.plain) return true;
  findings.add(kinds.unknownVersion, { known: languageVersion, value: version.text }, version.at);
  return false;
}

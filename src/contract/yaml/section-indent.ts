import { type Findings, source as kinds } from '../../diagnostics/index.ts';
import { constructs } from '../language/index.ts';
import { isMissing, type MapEntry, type MapNode } from './yaml-node.ts';

/**
 * The entries of a section, with those that are indented too little moved into the entry above: fields beside their record,
 * keys of an operation beside it. The first of them is reported, and the rest is read as it is meant.
 */
export function indentedEntries(
  { entries }: MapNode,
  section: 'records' | 'operations',
  findings: Findings,
): readonly MapEntry[] {
  const found: MapEntry[] = [];
  let isMoved = false;
  for (const entry of entries) {
    const above = found.at(-1);
    if (above === undefined || !belongs(entry, above, section, isMoved)) {
      found.push(entry);
      isMoved = false;
      continue;
    }
    const what = `the ${section === 'records' ? 'record' : 'operation'} "${above.key.text}"`;
    if (!isMoved) findings.add(kinds.indentedTooLittle, { key: entry.key.text, what }, entry.key.at);
    isMoved = true;
    found[found.length - 1] = { key: above.key, value: withEntry(above, entry) };
  }
  return found;
}

function belongs(entry: MapEntry, above: MapEntry, section: 'records' | 'operations', isMoved: boolean): boolean {
  const { key, value } = entry;
  if (key.text.startsWith('$')) return false;
  // A type of a field, or the text of a key: records and operations are maps.
  const isText = value.kind === 'text' && !isMissing(value);
  if (isMissing(above.value) || (isMoved && section === 'records')) return isText;
  if (section === 'records' || above.value.kind !== 'map') return false;
  const isKeyOf = (text: string): boolean => Object.hasOwn(constructs.operation.keys, text);
  if (!isKeyOf(key.text) || above.value.entries.some((one) => one.key.text === key.text)) return false;
  return value.kind !== 'map' || !value.entries.some((one) => isKeyOf(one.key.text));
}

function withEntry({ value }: MapEntry, entry: MapEntry): MapNode {
  const entries = value.kind === 'map' ? value.entries : [];
  return { kind: 'map', at: { start: value.at.start, end: entry.value.at.end }, entries: [...entries, entry] };
}

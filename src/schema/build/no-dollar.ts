import { source as kinds } from '../../diagnostics/index.ts';
import type { Findings } from '../findings.ts';
import { fieldKeys, particleWords, recordKeys } from '../keys.ts';
import type { MapEntry, Node } from '../node.ts';

/**
 * Reports what is no field, but a part of a content model or a key of the record itself without its `$`: `choice m:`, or
 * `attributes:` with names in it. @returns whether it was one.
 */
export function hasNoDollar(entry: MapEntry, findings: Findings): boolean {
  const suggestion = meant(entry);
  if (suggestion === undefined) return false;
  const known = [...recordKeys, ...particleWords].join(', ');
  findings.add(kinds.unknownKey, { key: entry.key.text, where: 'a record', known }, entry.key.at, { suggestion });
  return true;
}

/** The key that was meant; undefined for what may be a field. */
function meant({ key: { text }, value }: MapEntry): string | undefined {
  const [first = '', name] = text.split(/\s+(.*)/s);
  const word = `$${first}`;
  if ((particleWords as readonly string[]).includes(word)) {
    if (name !== undefined) return `$${text}`;
    return holdsFields(value) ? `${word} ${first}` : undefined;
  }
  if (name !== undefined || !(recordKeys as readonly string[]).includes(word)) return undefined;
  return isValueOf(word, value) ? word : undefined;
}

/** A map that a field cannot be described by. */
function holdsFields(value: Node): boolean {
  if (value.kind !== 'map' || value.entries.length === 0) return false;
  return value.entries.every(({ key }) => !(fieldKeys as readonly string[]).includes(key.text));
}

/** Whether a value is right for a key of the record, and cannot be a type. */
function isValueOf(key: string, value: Node): boolean {
  switch (key) {
    case '$attributes':
      return holdsFields(value);
    case '$reserved':
      return value.kind === 'list';
    case '$abstract':
    case '$mixed':
      return value.kind === 'text' && value.plain && /^(?:true|false)$/.test(value.text);
    case '$doc':
      return value.kind === 'text' && /\S\s+\S/.test(value.text) && !/[?[\]]/.test(value.text);
    default:
      return false;
  }
}

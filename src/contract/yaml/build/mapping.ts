import { contract as kinds } from '../../../diagnostics/index.ts';
import { isSimpleType, mappingsOf } from '../../model/index.ts';
import type { Entries } from '../entries.ts';

/** @param type the built-in type that is mapped; undefined for an anonymous one. */
export function readMapping(entries: Entries, type = 'of its own'): string | undefined {
  const mapping = entries.name('mapping');
  if (mapping === undefined) return undefined;
  const allowed = isSimpleType(type) ? mappingsOf(type) : [];
  if (allowed.includes(mapping.text)) return mapping.text;
  entries.findings.add(
    kinds.mappingDoesNotFit,
    { type, mapping: mapping.text, allowed: allowed.length === 0 ? 'none for this type' : allowed },
    mapping.at,
    { didYouMean: { name: mapping.text, among: allowed } },
  );
  return undefined;
}

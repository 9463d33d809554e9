import { isSimpleType, mappingsOf, type TypeReference } from '../../contract/index.ts';
import { contract as kinds, source } from '../../diagnostics/index.ts';
import type { Findings } from '../findings.ts';
import { isMissing, type MapEntry } from '../node.ts';
import { resolveType } from '../resolve.ts';
import type { Home } from '../scope.ts';
import { type Located, readFlag, readMap, readName, requireKey } from '../shape.ts';
import { readTypeExpression, type TypeExpression } from '../type-expression.ts';
import type { Keys } from './notes.ts';
import { buildInnerRecord } from './record.ts';
import { buildInnerType } from './simple-type.ts';

/** The type of something, by name or made in its place. */
export interface TypeUse {
  /** Undefined where it was reported. */
  readonly reference: TypeReference | undefined;
  /** As it is written; undefined for one that has none. */
  readonly name: Located | undefined;
}

/** The keys `type` and `record`, one of which must be there. */
export function readTypeUse(keys: Keys, entry: MapEntry, home: Home, where: string): TypeUse | undefined {
  const { findings } = home;
  const type = keys.get('type');
  const record = keys.get('record');
  if (record !== undefined) {
    if (type !== undefined) findings.add(kinds.oneOfKeys, { one: 'type', other: 'record' }, record.key.at);
    const map = readMap(record.value, '"record"', findings);
    return map && { reference: { kind: 'anonymous', type: buildInnerRecord(map, entry, home) }, name: undefined };
  }
  const given = type ?? requireKey(keys, 'type', where, entry.key.at, findings);
  if (given === undefined) return undefined;
  if (given.value.kind !== 'text') {
    return { reference: { kind: 'anonymous', type: buildInnerType(given.value, given, home) }, name: undefined };
  }
  const text = readName(given, findings);
  const expression = text && readTypeExpression(text, entry.key.text, findings);
  if (expression === undefined) return undefined;
  const { name, suffix } = expression;
  if (suffix !== '') {
    const [written, key] = suffix.startsWith('[') ? ['[]', 'many'] : ['?', 'optional'];
    findings.add(kinds.suffixInLongForm, { suffix: written, key, type: name.text }, text?.at);
  }
  return { reference: resolveType(name, home, { any: true }), name };
}

/** A type as a text: with `?` or `[]` behind it. A value that is not written, or no text, is reported. */
export function readShortType(entry: MapEntry, field: string, findings: Findings): TypeExpression | undefined {
  if (isMissing(entry.value)) {
    if (entry.value.kind === 'text' && entry.value.broken !== true) {
      findings.add(source.missingValue, { key: entry.key.text }, entry.key.at);
    }
    return undefined;
  }
  const text = readName(entry, findings);
  return text && readTypeExpression(text, field, findings);
}

/** A type as a text without anything behind it. `what` begins a sentence: 'A header'. */
export function readPlainType(entry: MapEntry, what: string, home: Home): TypeUse | undefined {
  const expression = readShortType(entry, entry.key.text, home.findings);
  if (expression === undefined) return undefined;
  const { name, suffix } = expression;
  if (suffix !== '') home.findings.add(kinds.keyDoesNotFit, { key: suffix, what }, entry.value.at);
  return { reference: resolveType(name, home, { any: true }), name };
}

/** Only base64Binary itself can be streamed. `what` names the field. */
export function readStream(keys: Keys, what: string, { name }: TypeUse, findings: Findings): boolean {
  const entry = keys.get('stream');
  const stream = readFlag(entry, findings);
  if (stream && name?.text !== 'base64Binary') {
    findings.add(kinds.streamNotBinary, { field: what, type: name?.text ?? 'its own' }, entry?.key.at);
  }
  return stream;
}

export function readMapping(keys: Keys, { name }: TypeUse, findings: Findings): string | undefined {
  const entry = keys.get('mapping');
  const mapping = entry && readName(entry, findings);
  if (mapping === undefined) return undefined;
  const type = name?.text ?? 'of its own';
  const allowed = isSimpleType(type) ? mappingsOf(type) : [];
  if (allowed.includes(mapping.text)) return mapping.text;
  findings.add(
    kinds.mappingDoesNotFit,
    { type, mapping: mapping.text, allowed: allowed.length === 0 ? 'none for this type' : allowed.join(', ') },
    mapping.at,
    { didYouMean: { name: mapping.text, among: allowed } },
  );
  return undefined;
}

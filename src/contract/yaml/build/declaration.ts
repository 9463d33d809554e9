import { contract as kinds, source } from '../../../diagnostics/index.ts';
import { literalKeys } from '../../language/index.ts';
import { contentTypesAttribute, type ElementDeclaration, mediaTypes, type TypeReference } from '../../model/index.ts';
import type { Entries } from '../entries.ts';
import { resolveType } from '../resolve.ts';
import type { Home } from '../scope.ts';
import { readTypeExpression, type TypeExpression } from '../type-expression.ts';
import { checkCharacters, type Located, readMap, readName, readText } from '../values.ts';
import { isMissing, type MapEntry } from '../yaml-node.ts';
import { readConstraints, readDerivations } from './constraints.ts';
import { readMapping } from './mapping.ts';
import { buildInnerType } from './simple-type.ts';

/** The type of an element or an attribute, by name or anonymous. */
export interface TypeUse {
  /** Undefined after an error. */
  readonly reference: TypeReference | undefined;
  /** As the file writes it; undefined for an anonymous type. */
  readonly name: Located | undefined;
}

/** All of an element but its name and its origin. */
export type Declaration = Omit<ElementDeclaration, 'name' | 'origin' | 'type'> & { readonly use: TypeUse };

/** An element with a type and nothing else. */
export function plainDeclaration(use: TypeUse): Declaration {
  return { use, nillable: false, sensitive: false, stream: false };
}

/**
 * The long form of an element; undefined if it has no type.
 *
 * @param identifiers what its name in TypeScript is the name of.
 * @param otherwise the type of an element that states none.
 */
export function readDeclaration(
  entries: Entries,
  entry: MapEntry,
  home: Home,
  identifiers: 'top' | 'property',
  otherwise?: TypeUse,
): Declaration | undefined {
  const type = readTypeUse(entries, entry, home) ?? otherwise;
  const declaration = {
    use: type ?? unknownUse,
    nillable: entries.flag('nillable'),
    sensitive: entries.flag('sensitive'),
    ...(entries.flag('error') && { error: true }),
    stream: type !== undefined && readStream(entries, entry.key.text, type),
    mapping: type && readMapping(entries, type.name?.text),
    ...withContentType(entries, entry.key.text, type),
    typeScriptName: entries.identifier(identifiers),
    ...readLiterals(entries),
    block: readDerivations(entries, 'block'),
    constraints: readConstraints(entries, home),
  };
  const fallback = entries.get('default') ?? entries.get('fixed');
  if (declaration.stream && fallback !== undefined) {
    // Streamed values are not compared.
    home.findings.add(kinds.oneOfKeys, { one: 'stream', other: fallback.key.text }, fallback.key.at);
  }
  return type && declaration;
}

/** The value of `type` or `record`; undefined without either. */
export function readTypeUse(entries: Entries, entry: MapEntry, home: Home): TypeUse | undefined {
  const { findings } = home;
  const type = entries.get('type');
  const record = entries.get('record');
  if (record !== undefined) {
    const map = readMap(record.value, '"record"', findings);
    return map && { reference: { kind: 'anonymous', type: home.buildInnerRecord(map, entry, home) }, name: undefined };
  }
  if (type === undefined) return undefined;
  if (type.value.kind !== 'text') {
    return { reference: { kind: 'anonymous', type: buildInnerType(type.value, type, home) }, name: undefined };
  }
  const text = readName(type, findings);
  const expression = text && readTypeExpression(text, entry.key.text, findings);
  if (expression === undefined) return undefined;
  const { name, suffix } = expression;
  if (suffix !== '') {
    const [written, key] = suffix.startsWith('[') ? ['[]', 'many'] : ['?', 'optional'];
    findings.add(kinds.suffixInLongForm, { suffix: written, key, type: name.text }, text?.at);
  }
  return { reference: resolveType(name, home, { any: true }), name };
}

/** A type in the short form, with its suffix. */
export function readShortType(entry: MapEntry, field: string, { findings }: Home): TypeExpression | undefined {
  if (isMissing(entry.value)) {
    if (entry.value.kind === 'text' && entry.value.broken !== true) {
      findings.add(source.missingValue, { key: entry.key.text }, entry.key.at);
    }
    return undefined;
  }
  const text = readName(entry, findings);
  return text && readTypeExpression(text, field, findings);
}

/** A type in the short form, without a suffix. `what` begins a sentence: 'A header'. */
export function readPlainType(entry: MapEntry, what: string, home: Home): TypeUse | undefined {
  const expression = readShortType(entry, entry.key.text, home);
  if (expression === undefined) return undefined;
  const { name, suffix } = expression;
  if (suffix !== '') home.findings.add(kinds.keyDoesNotFit, { key: suffix, what }, entry.value.at);
  return { reference: resolveType(name, home, { any: true }), name };
}

/** Only base64Binary itself can be streamed. */
function readStream(entries: Entries, field: string, { name }: TypeUse): boolean {
  const stream = entries.flag('stream');
  if (stream && name?.text !== 'base64Binary') {
    const parameters = { field, type: name?.text ?? 'its own' };
    entries.findings.add(kinds.streamNotBinary, parameters, entries.get('stream')?.key.at);
  }
  return stream;
}

/** The notes of an element, with the attribute for `contentType`. */
function withContentType(entries: Entries, field: string, type: TypeUse | undefined): ReturnType<Entries['notes']> {
  const notes = entries.notes();
  const text = entries.name('contentType');
  if (text === undefined || type === undefined) return notes;
  if (type.name?.text !== 'base64Binary' || !mediaTypes.test(text.text)) {
    entries.findings.add(
      kinds.badContentType,
      { field, type: type.name?.text ?? 'its own', value: text.text },
      text.at,
    );
    return notes;
  }
  return { ...notes, foreign: [...(notes.foreign ?? []), contentTypesAttribute(text.text.trim())] };
}

/** The values of the keys of literals, such as `default` and `fixed`; absent keys are absent. */
export function readLiterals(entries: Entries): Readonly<Record<string, string>> {
  const literals: Record<string, string> = {};
  for (const key of literalKeys) {
    const entry = entries.get(key);
    const text = entry && readText(entry, entries.findings);
    if (text && checkCharacters(text, key, entries.findings)) literals[key] = text.text;
  }
  return literals;
}

/** Records the positions of the literals of a component. */
export function markLiterals(part: object, entries: Entries, { marks, findings }: Home): void {
  for (const key of literalKeys) {
    const entry = entries.get(key);
    if (entry !== undefined) marks.markKey(part, key, findings, entry.value.at);
  }
}

export const unknownUse: TypeUse = { reference: undefined, name: undefined };

/** Any value is valid for a type that could not be resolved. */
export const unknownType: TypeReference = { kind: 'named', name: { namespace: '', local: '' } };

export function typeOf({ reference }: TypeUse): TypeReference {
  return reference ?? unknownType;
}

import type { EnumerationValue, Facets, SimpleType, TypeReference } from '../model/index.ts';
import { constructMap, entriesOf, filled, type KeyValues, literal } from './construct-map.ts';
import { notesOf } from './notes.ts';
import { type Home, type Scope, typeNameIn, typeReferenceIn } from './scope.ts';
import { mapOf, type YamlEntry, type YamlValue } from './yaml-tree.ts';

/** The keys that give an element or an attribute its type: `type` or `record`. */
export function typeKeys(type: TypeReference, home: Home): KeyValues {
  if (type.kind === 'named') return { type: typeReferenceIn(home, type) };
  if (type.type.kind === 'complex') return { record: home.innerRecord(type.type, home) };
  return { type: innerType(type.type, home) };
}

/** An entry of `types`. */
export function simpleTypeValue(type: SimpleType, scope: Scope): YamlValue {
  const { mapping, reserved, typeScriptName, final } = type;
  const keys = {
    ...varietyKeys(type, scope),
    ...notesOf(type),
    mapping,
    reserved: filled(reserved),
    final: filled(final),
    name: typeScriptName,
  };
  return shortest('type', keys, scope);
}

/** An anonymous simple type. */
function innerType(type: SimpleType, scope: Scope): YamlValue {
  const { mapping, reserved, typeScriptName: name } = type;
  const keys = { ...varietyKeys(type, scope), ...notesOf(type), mapping, reserved: filled(reserved), name };
  return shortest('innerType', keys, scope);
}

/** The list of values alone, where a type is nothing but that. */
function shortest(construct: 'type' | 'innerType', keys: KeyValues, { gaps }: Scope): YamlValue {
  const entries = entriesOf(construct, keys, gaps);
  const [only] = entries;
  if (entries.length === 1 && only?.key === 'enum' && Array.isArray(only.value)) return only.value;
  return mapOf(entries);
}

function varietyKeys(type: SimpleType, scope: Scope): KeyValues {
  const { variety } = type;
  if (variety.kind === 'list') return { list: simpleName(variety.item, scope) };
  if (variety.kind === 'union') return { union: variety.members.map((member) => simpleName(member, scope)) };
  const { base, facets } = variety;
  const facetKeys = keysOfFacets(facets, scope);
  const isRestricted = Object.values(facetKeys).some((value) => value !== undefined);
  const inner = base.kind === 'anonymous' && base.type.kind === 'simple' ? base.type : undefined;
  if (inner !== undefined && inner.variety.kind !== 'restriction' && isPlain(inner) && isRestricted) {
    return { ...varietyKeys(inner, scope), ...facetKeys };
  }
  const name = simpleName(base, scope);
  // A list of values is of strings unless it says otherwise.
  return { base: name === 'string' && facets.enumeration !== undefined ? undefined : name, ...facetKeys };
}

function isPlain({ doc, mapping, reserved, typeScriptName, appinfo, foreign }: SimpleType): boolean {
  return [doc, mapping, reserved, typeScriptName, appinfo, foreign].every((one) => one === undefined);
}

function simpleName(type: TypeReference, scope: Scope): YamlValue {
  if (type.kind === 'named') return typeNameIn(scope, type.name);
  if (type.type.kind === 'simple') return innerType(type.type, scope);
  scope.gaps.add('a complex type as the base of a simple type');
  return 'string';
}

function keysOfFacets(facets: Facets, { gaps }: Scope): KeyValues {
  const { enumeration, patterns, minInclusive, maxInclusive, minExclusive, maxExclusive, ...counts } = facets;
  const bound = (text: string | undefined): YamlValue | undefined => text && literal(text);
  const [pattern] = patterns ?? [];
  return {
    ...counts,
    enum: enumeration && enumerated(enumeration, gaps),
    pattern,
    patterns: patterns !== undefined && patterns.length > 1 ? patterns : undefined,
    min: bound(minInclusive),
    max: bound(maxInclusive),
    minExclusive: bound(minExclusive),
    maxExclusive: bound(maxExclusive),
  };
}

/** A list of values, or a map with their documentation. */
function enumerated(values: readonly EnumerationValue[], gaps: Scope['gaps']): YamlValue {
  const entries = values.map((value): YamlEntry => {
    const notes = constructMap('value', notesOf(value), gaps);
    const isDoc = notes.entries.every(({ key }) => key === 'doc');
    return { key: value.value, value: isDoc ? (value.doc ?? '') : notes };
  });
  return entries.every(({ value }) => value === '') ? values.map(({ value }) => value) : mapOf(entries, 'lines');
}

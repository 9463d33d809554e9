import { contract as kinds, source } from '../../../diagnostics/index.ts';
import { facetKeys } from '../../language/index.ts';
import {
  type Annotated,
  type EnumerationValue,
  type Facets,
  isSimpleType,
  type QName,
  type SimpleType,
  simpleTypes,
  type TypeReference,
  translatePattern,
  xsd,
} from '../../model/index.ts';
import { type Entries, readConstruct } from '../entries.ts';
import { elsewhere, expandName, resolveType, spellings } from '../resolve.ts';
import { originOf, type Scope } from '../scope.ts';
import { checkCharacters, type Located, readDoc, readMap, readName, readReserved, readText } from '../values.ts';
import type { ListNode, MapEntry, MapNode, YamlNode } from '../yaml-node.ts';
import { readDerivations } from './constraints.ts';
import { readMapping } from './mapping.ts';

type NamedSimpleType = SimpleType & { readonly name: QName };

/** An entry of `types`. A list of values is a string with one of them. */
export function buildSimpleType(entry: MapEntry, name: QName, scope: Scope): NamedSimpleType | undefined {
  const { findings } = scope;
  const origin = originOf(entry.key, findings);
  if (entry.value.kind === 'list') return { ...valuesAlone(entry.value, entry, scope), name, origin };
  const map = readMap(entry.value, `The type "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const owner = `the type "${entry.key.text}"`;
  const entries = readConstruct(map, 'type', findings, { owner, at: entry.key.at });
  return { ...simpleType(entries, scope), name, final: readDerivations(entries, 'final'), origin };
}

/** An anonymous simple type: a list of values, or a map with the keys of `types`. */
export function buildInnerType(node: MapNode | ListNode, entry: MapEntry, scope: Scope): SimpleType {
  if (node.kind === 'list') return valuesAlone(node, entry, scope);
  const entries = readConstruct(node, 'innerType', scope.findings);
  return { ...simpleType(entries, scope), origin: originOf(entry.key, scope.findings) };
}

function simpleType(entries: Entries, scope: Scope): SimpleType {
  const reserved = entries.get('reserved');
  const base = entries.get('base')?.value;
  return {
    kind: 'simple',
    reserved: reserved && readReserved(reserved, scope.findings),
    mapping: readMapping(entries, base?.kind === 'text' ? base.text : undefined),
    variety: readVariety(entries, scope) ?? unknownVariety,
    ...entries.notes(),
    typeScriptName: entries.identifier('top'),
  };
}

const text: TypeReference = { kind: 'named', name: { namespace: xsd, local: 'string' } };

/** Of a type with an error. */
const unknownVariety: SimpleType['variety'] = { kind: 'restriction', base: text, facets: {} };

function valuesAlone(node: YamlNode, entry: MapEntry, scope: Scope): SimpleType {
  const enumeration = readEnumeration(node, entry, scope);
  return { kind: 'simple', variety: { kind: 'restriction', base: text, facets: { enumeration } } };
}

/** Undefined after an error. */
function readVariety(entries: Entries, scope: Scope): SimpleType['variety'] | undefined {
  const facets = readFacets(entries, scope);
  const isRestricted = facetKeys.some((key) => entries.has(key));
  const list = entries.get('list');
  const union = entries.get('union');
  if (list !== undefined) {
    const item = readSimple(list.value, list, scope);
    return item && restrict({ kind: 'list', item }, facets, isRestricted);
  }
  if (union !== undefined) {
    const members = readMembers(union, scope);
    return members && restrict({ kind: 'union', members }, facets, isRestricted);
  }
  const base = entries.get('base');
  const reference = base === undefined ? text : readSimple(base.value, base, scope);
  return reference && { kind: 'restriction', base: reference, facets };
}

/** A restricted list or union is a restriction of an anonymous one. */
function restrict(variety: SimpleType['variety'], facets: Facets, isRestricted: boolean): SimpleType['variety'] {
  if (!isRestricted) return variety;
  return { kind: 'restriction', base: { kind: 'anonymous', type: { kind: 'simple', variety } }, facets };
}

function readMembers(entry: MapEntry, scope: Scope): readonly TypeReference[] | undefined {
  if (entry.value.kind !== 'list') {
    scope.findings.add(source.notAList, { what: '"union"' }, entry.value.at);
    return undefined;
  }
  if (entry.value.items.length === 0) scope.findings.add(source.emptyList, { what: '"union"' }, entry.value.at);
  return entry.value.items.flatMap((item) => readSimple(item, entry, scope) ?? []);
}

/** The name of a simple type, or an anonymous one. */
function readSimple(node: YamlNode, entry: MapEntry, scope: Scope): TypeReference | undefined {
  if (node.kind !== 'text') return { kind: 'anonymous', type: buildInnerType(node, entry, scope) };
  const name = readName({ key: entry.key, value: node }, scope.findings);
  return name && resolveBase(name, scope);
}

/** A simple type by its name. */
function resolveBase(name: Located, scope: Scope): TypeReference | undefined {
  const { findings } = scope;
  if (name.text === 'anyType' || name.text === 'anySimpleType') {
    findings.add(kinds.notRestrictable, { type: name.text }, name.at);
    return undefined;
  }
  if (isSimpleType(name.text)) return resolveType(name, scope);
  const expanded = expandName(name, scope);
  if (expanded === undefined) return undefined;
  const declared = scope.names.find('type', expanded);
  if (declared?.section === 'types') return resolveType(name, scope);
  if (declared === undefined && !scope.names.complete) return undefined;
  const simple = scope.names.all('type').filter(({ section }) => section === 'types');
  const isSimple = (spelling: string) => simple.some((one) => one.name.local === spelling.replace(/^.*:/, ''));
  const among = [...simpleTypes, ...spellings('type', scope).filter(isSimple)];
  const suggestion = declared === undefined ? elsewhere('type', name, scope) : undefined;
  findings.add(kinds.unknownBase, { type: name.text }, name.at, {
    suggestion: suggestion !== undefined && isSimple(suggestion) ? suggestion : undefined,
    didYouMean: { name: name.text, among },
  });
  return undefined;
}

function readFacets(entries: Entries, scope: Scope): Facets {
  const { findings, marks } = scope;
  const enumeration = entries.get('enum');
  const pattern = readPattern(entries);
  const facets: Facets = {
    enumeration: enumeration && readEnumeration(enumeration.value, enumeration, scope),
    patterns: pattern === undefined ? undefined : [pattern],
    whiteSpace: entries.choice('whiteSpace', ['preserve', 'replace', 'collapse'], 'white space'),
    length: readCount(entries, 'length'),
    minLength: readCount(entries, 'minLength'),
    maxLength: readCount(entries, 'maxLength'),
    minInclusive: entries.name('min')?.text,
    minExclusive: entries.name('minExclusive')?.text,
    maxInclusive: entries.name('max')?.text,
    maxExclusive: entries.name('maxExclusive')?.text,
    totalDigits: readCount(entries, 'totalDigits'),
    fractionDigits: readCount(entries, 'fractionDigits'),
  };
  for (const facet of Object.keys(facets)) {
    const entry = entries.get(facet === 'minInclusive' ? 'min' : facet === 'maxInclusive' ? 'max' : facet);
    if (entry !== undefined) marks.markKey(facets, facet, findings, entry.value.at);
  }
  return facets;
}

/** A list of values, or a map from values to documentation. */
function readEnumeration(node: YamlNode, entry: MapEntry, scope: Scope): readonly EnumerationValue[] {
  const { findings } = scope;
  const values = node.kind === 'map' ? describedValues(node, scope) : plainValues(node, entry, scope);
  if (values.length === 0) findings.add(source.emptyList, { what: `"${entry.key.text}"` }, node.at);
  const seen = new Set<string>();
  for (const value of values) {
    const at = scope.marks.spotOf(value)?.at;
    if (seen.has(value.value)) findings.add(source.listedTwice, { value: value.value }, at);
    seen.add(value.value);
  }
  return values;
}

function plainValues(node: YamlNode, entry: MapEntry, scope: Scope): readonly EnumerationValue[] {
  const { findings } = scope;
  if (node.kind !== 'list') {
    findings.add(source.notAList, { what: `"${entry.key.text}"` }, node.at);
    return [];
  }
  return node.items.flatMap((item) => {
    const value = readText({ key: entry.key, value: item }, findings);
    return value && checkCharacters(value, entry.key.text, findings) ? [enumerated(value, {}, scope)] : [];
  });
}

function describedValues(map: MapNode, scope: Scope): readonly EnumerationValue[] {
  return map.entries.flatMap((entry) =>
    checkCharacters(entry.key, entry.key.text, scope.findings)
      ? [enumerated(entry.key, readValueNotes(entry, scope), scope)]
      : [],
  );
}

/** The documentation of a value, which may be empty, or a map with its notes. */
function readValueNotes(entry: MapEntry, { findings }: Scope): Annotated {
  if (entry.value.kind !== 'map') return { doc: readDoc(entry, findings) || undefined };
  return readConstruct(entry.value, 'value', findings).notes();
}

function enumerated({ text: value, at }: Located, notes: Annotated, { marks, findings }: Scope): EnumerationValue {
  const enumerationValue: EnumerationValue = { value, ...notes };
  marks.mark(enumerationValue, findings, at);
  return enumerationValue;
}

function readPattern(entries: Entries): string | undefined {
  const pattern = entries.name('pattern');
  if (pattern === undefined) return undefined;
  const translated = translatePattern(pattern.text);
  if ('fault' in translated) entries.findings.add(kinds.badPattern, { reason: translated.fault }, pattern.at);
  return checkCharacters(pattern, 'pattern', entries.findings) ? pattern.text : undefined;
}

function readCount(entries: Entries, key: string): number | undefined {
  const count = entries.name(key);
  if (count === undefined || /^\d{1,9}$/.test(count.text)) return count && Number(count.text);
  entries.findings.add(kinds.notACount, { key, value: count.text }, count.at);
  return undefined;
}

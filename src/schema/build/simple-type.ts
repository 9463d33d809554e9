import {
  type EnumerationValue,
  type Facets,
  isSimpleType,
  type QName,
  type SimpleType,
  simpleTypes,
  type TypeReference,
  translatePattern,
  xsd,
} from '../../contract/index.ts';
import { contract as kinds, source } from '../../diagnostics/index.ts';
import { facetKeys, innerTypeKeys, typeKeys } from '../keys.ts';
import type { MapEntry, MapNode, Node } from '../node.ts';
import { elsewhere, expandName, resolveType, spellings } from '../resolve.ts';
import { originOf, type Scope } from '../scope.ts';
import { type Located, readChoice, readKeys, readMap, readName, readText, requireKey } from '../shape.ts';
import { checkCharacters, readDoc, readReserved, readTypeScriptName } from '../texts.ts';
import { type Keys, readNotes } from './notes.ts';

type NamedSimpleType = SimpleType & { readonly name: QName };

/** An entry of `types`. A list of values is a string with one of them. */
export function buildSimpleType(entry: MapEntry, name: QName, scope: Scope): NamedSimpleType | undefined {
  const { findings } = scope;
  const origin = originOf(entry.key, findings);
  if (entry.value.kind === 'list') return { ...valuesAlone(entry.value, entry, scope), name, origin };
  const map = readMap(entry.value, `The type "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const keys = readKeys(map, typeKeys, 'a type', findings);
  // Values alone are those of a string.
  if (!keys.has('list') && !keys.has('union') && !keys.has('enum')) {
    requireKey(keys, 'base', `the type "${entry.key.text}"`, entry.key.at, findings);
  }
  const typeScriptName = readTypeScriptName(keys.get('name'), 'top', findings)?.text;
  const reserved = readReserved(keys.get('reserved'), findings);
  const variety = varietyOf(keys, map, scope);
  const type = { kind: 'simple', name, ...readNotes(keys, findings), typeScriptName, reserved, origin } as const;
  return { ...type, variety: variety ?? unknownVariety };
}

/** A simple type where it is used: a list of values, or a map with the keys of `types`. */
export function buildInnerType(
  node: MapNode | (Node & { readonly kind: 'list' }),
  entry: MapEntry,
  scope: Scope,
): SimpleType {
  const { findings } = scope;
  if (node.kind === 'list') return valuesAlone(node, entry, scope);
  const keys = readKeys(node, innerTypeKeys, 'a type', findings);
  const reserved = readReserved(keys.get('reserved'), findings);
  const variety = varietyOf(keys, node, scope) ?? unknownVariety;
  return {
    kind: 'simple',
    doc: readDoc(keys.get('doc'), findings),
    origin: originOf(entry.key, findings),
    reserved,
    variety,
  };
}

const text: TypeReference = { kind: 'named', name: { namespace: xsd, local: 'string' } };

/** Of a type that was reported. */
const unknownVariety: SimpleType['variety'] = { kind: 'restriction', base: text, facets: {} };

function valuesAlone(node: Node, entry: MapEntry, scope: Scope): SimpleType {
  const enumeration = readEnumeration(node, entry, scope);
  return { kind: 'simple', variety: { kind: 'restriction', base: text, facets: { enumeration } } };
}

/** Undefined where what it is made of was reported. */
function varietyOf(keys: Keys, map: MapNode, scope: Scope): SimpleType['variety'] | undefined {
  const { findings } = scope;
  const made = ['base', 'list', 'union'].flatMap((key) => keys.get(key) ?? []);
  const [first, second] = made;
  if (first !== undefined && second !== undefined) {
    findings.add(kinds.oneOfKeys, { one: first.key.text, other: second.key.text }, second.key.at);
  }
  const facets = readFacets(keys, scope);
  const list = keys.get('list');
  const union = keys.get('union');
  if (list !== undefined) {
    const item = readSimple(list.value, list, scope);
    return item && restricted({ kind: 'list', item }, facets, map);
  }
  if (union !== undefined) {
    const members = readMembers(union, scope);
    return members && restricted({ kind: 'union', members }, facets, map);
  }
  const baseEntry = keys.get('base');
  const base = baseEntry === undefined ? text : readSimple(baseEntry.value, baseEntry, scope);
  return base && { kind: 'restriction', base, facets };
}

/** A list or a union whose values are limited is made in two steps. */
function restricted(variety: SimpleType['variety'], facets: Facets, map: MapNode): SimpleType['variety'] {
  if (!map.entries.some(({ key }) => (facetKeys as readonly string[]).includes(key.text))) return variety;
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

/** A simple type by its name, or as a map. */
function readSimple(node: Node, entry: MapEntry, scope: Scope): TypeReference | undefined {
  if (node.kind !== 'text') return { kind: 'anonymous', type: buildInnerType(node, entry, scope) };
  const name = readName({ key: entry.key, value: node }, scope.findings);
  return name && resolveBase(name, scope);
}

/** A type that another simple one can be made of. */
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

function readFacets(keys: Keys, scope: Scope): Facets {
  const { findings, marks } = scope;
  const enumEntry = keys.get('enum');
  const count = (key: string): number | undefined => readCount(keys.get(key), scope);
  const bound = (key: string): Located | undefined => {
    const entry = keys.get(key);
    return entry && readName(entry, findings);
  };
  const whiteSpaceEntry = keys.get('whiteSpace');
  const whiteSpace = whiteSpaceEntry && readName(whiteSpaceEntry, findings);
  const pattern = readPattern(keys.get('pattern'), scope);
  const bounds = {
    minInclusive: bound('min'),
    minExclusive: bound('minExclusive'),
    maxInclusive: bound('max'),
    maxExclusive: bound('maxExclusive'),
  };
  const facets: Facets = {
    enumeration: enumEntry && readEnumeration(enumEntry.value, enumEntry, scope),
    patterns: pattern === undefined ? undefined : [pattern],
    whiteSpace: whiteSpace && readChoice(whiteSpace, ['preserve', 'replace', 'collapse'], 'white space', findings),
    length: count('length'),
    minLength: count('minLength'),
    maxLength: count('maxLength'),
    minInclusive: bounds.minInclusive?.text,
    minExclusive: bounds.minExclusive?.text,
    maxInclusive: bounds.maxInclusive?.text,
    maxExclusive: bounds.maxExclusive?.text,
    totalDigits: count('totalDigits'),
    fractionDigits: count('fractionDigits'),
  };
  for (const facet of Object.keys(facets)) {
    const entry = keys.get(facet === 'minInclusive' ? 'min' : facet === 'maxInclusive' ? 'max' : facet);
    if (entry !== undefined) marks.markKey(facets, facet, findings, entry.value.at);
  }
  return facets;
}

/** A list of values, or a map of values with what each means. */
function readEnumeration(node: Node, entry: MapEntry, scope: Scope): readonly EnumerationValue[] {
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

function plainValues(node: Node, entry: MapEntry, scope: Scope): readonly EnumerationValue[] {
  const { findings } = scope;
  if (node.kind !== 'list') {
    findings.add(source.notAList, { what: `"${entry.key.text}"` }, node.at);
    return [];
  }
  return node.items.flatMap((item) => {
    const value = readText({ key: entry.key, value: item }, findings);
    return value && checkCharacters(value, entry.key.text, findings) ? [enumerated(value, undefined, scope)] : [];
  });
}

function describedValues(map: MapNode, scope: Scope): readonly EnumerationValue[] {
  return map.entries.flatMap((entry) =>
    checkCharacters(entry.key, entry.key.text, scope.findings)
      ? [enumerated(entry.key, readDoc(entry, scope.findings), scope)]
      : [],
  );
}

function enumerated(
  { text: value, at }: Located,
  doc: string | undefined,
  { marks, findings }: Scope,
): EnumerationValue {
  const made: EnumerationValue = { value, doc };
  marks.mark(made, findings, at);
  return made;
}

function readPattern(entry: MapEntry | undefined, { findings }: Scope): string | undefined {
  const pattern = entry && readName(entry, findings);
  if (pattern === undefined || entry === undefined) return undefined;
  const translated = translatePattern(pattern.text);
  if ('fault' in translated) findings.add(kinds.badPattern, { reason: translated.fault }, pattern.at);
  return checkCharacters(pattern, entry.key.text, findings) ? pattern.text : undefined;
}

function readCount(entry: MapEntry | undefined, { findings }: Scope): number | undefined {
  const count = entry && readName(entry, findings);
  if (count === undefined || entry === undefined) return undefined;
  if (/^\d{1,9}$/.test(count.text)) return Number(count.text);
  findings.add(kinds.notACount, { key: entry.key.text, value: count.text }, count.at);
  return undefined;
}

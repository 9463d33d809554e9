import { isSimpleType, translatePattern } from '../contract/index.ts';
import { contract as kinds, source } from '../diagnostics/index.ts';
import type { EnumerationDocument, FacetsDocument, TypeDocument } from './document.ts';
import type { Findings } from './findings.ts';
import { typeKeys } from './keys.ts';
import type { MapEntry, MapNode, Node } from './node.ts';
import { type Located, readKeys, readMap, readName, readText, requireKey } from './shape.ts';
import { checkCharacters, readDoc, readTypeScriptName, readXmlName } from './texts.ts';

type TypeKeys = ReadonlyMap<(typeof typeKeys)[number], MapEntry>;

/** The simple types that a contract declares. A list of values is a string with one of them. */
export function readTypes(entry: MapEntry | undefined, findings: Findings): readonly TypeDocument[] {
  const map = entry && readMap(entry.value, '"types"', findings);
  return map?.entries.flatMap((type) => readType(type, findings) ?? []) ?? [];
}

function readType(entry: MapEntry, findings: Findings): TypeDocument | undefined {
  const name = readXmlName(entry.key, 'a type', findings);
  if (entry.value.kind === 'list') {
    const enumeration = readEnumeration(entry.value, entry, findings);
    const base = { text: 'string', at: entry.key.at };
    return name && { name, base, doc: undefined, typeScriptName: undefined, facets: { enumeration } };
  }
  const map = readMap(entry.value, `The type "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const keys = readKeys(map, typeKeys, 'a type', findings);
  const baseEntry = requireKey(keys, 'base', `the type "${entry.key.text}"`, entry.key.at, findings);
  const base = baseEntry && readName(baseEntry, findings);
  const doc = readDoc(keys.get('doc'), findings);
  const typeScriptName = readTypeScriptName(keys.get('name'), 'top', findings);
  const facets = readFacets(keys, findings);
  return name && base && { name, base, doc, typeScriptName, facets };
}

function readFacets(keys: TypeKeys, findings: Findings): FacetsDocument {
  const enumEntry = keys.get('enum');
  const count = (key: (typeof typeKeys)[number]): number | undefined => readCount(keys.get(key), findings);
  const bound = (key: (typeof typeKeys)[number]): Located | undefined => {
    const entry = keys.get(key);
    return entry && readName(entry, findings);
  };
  return {
    enumeration: enumEntry && readEnumeration(enumEntry.value, enumEntry, findings),
    pattern: readPattern(keys.get('pattern'), findings),
    length: count('length'),
    minLength: count('minLength'),
    maxLength: count('maxLength'),
    minInclusive: bound('min'),
    minExclusive: bound('minExclusive'),
    maxInclusive: bound('max'),
    maxExclusive: bound('maxExclusive'),
    totalDigits: count('totalDigits'),
    fractionDigits: count('fractionDigits'),
  };
}

/** A list of values, or a map of values with what each means. */
function readEnumeration(node: Node, entry: MapEntry, findings: Findings): readonly EnumerationDocument[] {
  const values = node.kind === 'map' ? describedValues(node, findings) : plainValues(node, entry, findings);
  if (values.length === 0) findings.add(source.emptyList, { what: `"${entry.key.text}"` }, node.at);
  const seen = new Set<string>();
  for (const { value } of values) {
    if (seen.has(value.text)) findings.add(source.listedTwice, { value: value.text }, value.at);
    seen.add(value.text);
  }
  return values;
}

function plainValues(node: Node, entry: MapEntry, findings: Findings): readonly EnumerationDocument[] {
  if (node.kind !== 'list') {
    findings.add(source.notAList, { what: `"${entry.key.text}"` }, node.at);
    return [];
  }
  return node.items.flatMap((item) => {
    const value = readText({ key: entry.key, value: item }, findings);
    return value && checkCharacters(value, entry.key.text, findings) ? [{ value, doc: undefined }] : [];
  });
}

function describedValues(map: MapNode, findings: Findings): readonly EnumerationDocument[] {
  return map.entries.flatMap((entry) =>
    checkCharacters(entry.key, entry.key.text, findings)
      ? [{ value: { text: entry.key.text, at: entry.key.at }, doc: readDoc(entry, findings) }]
      : [],
  );
}

function readPattern(entry: MapEntry | undefined, findings: Findings): string | undefined {
  const pattern = entry && readName(entry, findings);
  if (pattern === undefined || entry === undefined) return undefined;
  const translated = translatePattern(pattern.text);
  if ('fault' in translated) findings.add(kinds.badPattern, { reason: translated.fault }, pattern.at);
  return checkCharacters(pattern, entry.key.text, findings) ? pattern.text : undefined;
}

function readCount(entry: MapEntry | undefined, findings: Findings): number | undefined {
  const text = entry && readName(entry, findings);
  if (text === undefined || entry === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.text)) return Number(text.text);
  findings.add(kinds.notACount, { key: entry.key.text, value: text.text }, text.at);
  return undefined;
}

/** A base that values can be restricted of, as far as its own name tells. */
export function isRestrictable(name: string): boolean {
  return isSimpleType(name) && !['boolean', 'dateTime', 'base64Binary'].includes(name);
}

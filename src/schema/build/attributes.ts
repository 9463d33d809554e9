import type { AttributeGroup, AttributeUse, GlobalAttribute, QName, Wildcard } from '../../contract/index.ts';
import { keyOf, xmlAttributes, xmlNamespace, xsd } from '../../contract/index.ts';
import { contract as kinds, source } from '../../diagnostics/index.ts';
import type { Findings } from '../findings.ts';
import {
  attributeGroupKeys,
  attributeKeys,
  attributeListKeys,
  attributeUseKeys,
  attributeWords,
  globalAttributeKeys,
} from '../keys.ts';
import type { MapEntry, MapNode } from '../node.ts';
import { resolveName, resolveType } from '../resolve.ts';
import { formedName, type Home, originOf, type Scope } from '../scope.ts';
import { type Located, readFlag, readKeys, readList, readMap, readName } from '../shape.ts';
import { readTypeScriptName, readXmlName } from '../texts.ts';
import { markFallback, readFallback, typeOf, unknownType } from './declaration.ts';
import { readForm } from './field.ts';
import { type Keys, readNotes, refuseKeys } from './notes.ts';
import { readOwnKeys, type WordEntry } from './own-keys.ts';
import { readMapping, readPlainType, readShortType, readTypeUse } from './type-use.ts';
import { readWildcard } from './wildcard.ts';

/** What stands in a start tag, as far as one map says it. */
export interface Attributes {
  readonly attributes: readonly AttributeUse[];
  readonly attributeGroups: readonly QName[];
  readonly anyAttribute: Wildcard | undefined;
}

export const noAttributes: Attributes = { attributes: [], attributeGroups: [], anyAttribute: undefined };

/** The value of `$attributes`. */
export function readAttributes(entry: MapEntry | undefined, home: Home): Attributes {
  const map = entry && readMap(entry.value, '"$attributes"', home.findings);
  if (map === undefined) return noAttributes;
  const { own, words } = readOwnKeys(map, attributeListKeys, 'attributes', home.findings, attributeWords);
  return attributesOf(map, own.get('$groups'), words, home);
}

/** An entry of `attributeGroups`. */
export function buildAttributeGroup(entry: MapEntry, name: QName, home: Home): AttributeGroup | undefined {
  const { findings } = home;
  const map = readMap(entry.value, `The attribute group "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const { own, words } = readOwnKeys(map, attributeGroupKeys, 'an attribute group', findings, attributeWords);
  const typeScriptName = readTypeScriptName(own.get('$name'), 'top', findings)?.text;
  const attributes = attributesOf(map, own.get('$groups'), words, home);
  return {
    name,
    ...readNotes(own, findings, '$'),
    typeScriptName,
    origin: originOf(entry.key, findings),
    ...attributes,
  };
}

function attributesOf(
  map: MapNode,
  groups: MapEntry | undefined,
  words: ReadonlyMap<MapEntry, WordEntry<(typeof attributeWords)[number]>>,
  home: Home,
): Attributes {
  const attributes: AttributeUse[] = [];
  let anyAttribute: Wildcard | undefined;
  for (const entry of map.entries) {
    const special = words.get(entry);
    if (special?.word === '$ref') attributes.push(...referredAttribute(special, home));
    else if (special !== undefined) {
      const { rest } = special;
      const at = home.findings.within(entry.key.at, rest, '$any'.length);
      if (rest !== '') readXmlName({ text: rest, at }, 'a property', home.findings);
      if (anyAttribute !== undefined) home.findings.add(kinds.secondAnyAttribute, {}, entry.key.at);
      anyAttribute = readWildcard(special, home);
    } else if (!entry.key.text.startsWith('$')) attributes.push(...ownAttribute(entry, home));
  }
  return { attributes, attributeGroups: readGroups(groups, home), anyAttribute };
}

function readGroups(entry: MapEntry | undefined, home: Home): readonly QName[] {
  const { findings, marks } = home;
  const list = entry && readList(entry, findings);
  if (entry === undefined || list === undefined) return [];
  return list.items.flatMap((item) => {
    const text = readName({ key: entry.key, value: item }, findings);
    const name = text && resolveName('attributeGroup', text, home);
    if (name === undefined || text === undefined) return [];
    marks.mark(name, findings, text.at);
    return [name];
  });
}

/** One or none. */
function ownAttribute(entry: MapEntry, home: Home): readonly AttributeUse[] {
  const { findings } = home;
  const name = notXmlns(readXmlName(entry.key, 'an attribute', findings), findings);
  if (entry.value.kind === 'list') {
    findings.add(source.notAType, { what: `The attribute "${entry.key.text}"` }, entry.value.at);
    return [];
  }
  if (entry.value.kind === 'map') {
    return longAttribute(readKeys(entry.value, attributeKeys, 'an attribute', findings), entry, name, home);
  }
  const type = readShortType(entry, entry.key.text, findings);
  const reference = type && resolveType(type.name, home);
  if (type?.suffix.startsWith('[') === true) {
    findings.add(kinds.keyDoesNotFit, { key: type.suffix, what: 'An attribute' }, entry.value.at);
  }
  if (name === undefined || type === undefined) return [];
  return [
    {
      name: formedName(home.attributeForm, home, name.text),
      type: reference ?? unknownType,
      use: type.suffix === '?' ? 'optional' : 'required',
      sensitive: false,
      origin: originOf(name, findings),
    },
  ];
}

const notOfAttributes = 'record element many occurs nillable stream'.split(' ');

/** A field that says `attribute: true`. */
export function attributeOfField(
  keys: Keys,
  entry: MapEntry,
  name: Located | undefined,
  home: Home,
): readonly AttributeUse[] {
  refuseKeys(keys, notOfAttributes, 'An attribute', home.findings);
  return longAttribute(keys, entry, notXmlns(name, home.findings), home);
}

/** Declarations of namespaces look like attributes, and none may (XML Schema part 1, 3.2.6, "xmlns Not Allowed"). */
function notXmlns(name: Located | undefined, findings: Findings): Located | undefined {
  if (name?.text !== 'xmlns') return name;
  findings.add(kinds.notAName, { name: name.text, what: 'an attribute' }, name.at);
  return undefined;
}

function longAttribute(keys: Keys, entry: MapEntry, name: Located | undefined, home: Home): readonly AttributeUse[] {
  const { findings } = home;
  const use =
    readFlag(keys.get('prohibited'), findings) && !keys.has('type')
      ? unknownUse
      : readTypeUse(keys, entry, home, 'an attribute');
  const form = readForm(keys, findings) ?? home.attributeForm;
  const fallback = readFallback(keys, findings);
  const attribute = {
    use: readUse(keys, fallback.default, home),
    sensitive: readFlag(keys.get('sensitive'), findings),
    mapping: use && readMapping(keys, use, findings),
    ...readNotes(keys, findings),
    ...fallback,
    typeScriptName: readTypeScriptName(keys.get('name'), 'property', findings)?.text,
  };
  if (name === undefined || use === undefined) return [];
  const made: AttributeUse = {
    name: formedName(form, home, name.text),
    type: typeOf(use),
    ...attribute,
    origin: originOf(name, findings),
  };
  markFallback(made, keys, home);
  return [made];
}

const unknownUse = { reference: undefined, name: undefined };

/** What has a default may always be left out. */
function readUse(keys: Keys, otherwise: string | undefined, { findings }: Scope): AttributeUse['use'] {
  const optional = readFlag(keys.get('optional'), findings);
  if (readFlag(keys.get('prohibited'), findings)) return 'prohibited';
  return optional || otherwise !== undefined ? 'optional' : 'required';
}

/** `$ref c:lang: true`. */
function referredAttribute({ rest, entry }: WordEntry<string>, home: Home): readonly AttributeUse[] {
  const { findings, marks } = home;
  if (rest === '') {
    findings.add(kinds.wordWithoutName, { word: '$ref', example: '$ref c:lang' }, entry.key.at);
    return [];
  }
  const at = findings.within(entry.key.at, rest, '$ref'.length);
  const name = resolveName('attribute', { text: rest, at }, home);
  let keys: Keys = new Map();
  if (entry.value.kind === 'map')
    keys = readKeys(entry.value, attributeUseKeys, 'a reference to an attribute', findings);
  else if (entry.value.kind !== 'text' || entry.value.text !== 'true') {
    findings.add(kinds.trueOrMap, { key: entry.key.text }, entry.value.at);
  }
  const fallback = readFallback(keys, findings);
  const use = readUse(keys, fallback.default, home);
  const known = name && (home.names.attributes.get(keyOf(name)) ?? xmlAttribute(name));
  // What it refers to has a value that it cannot change (XML Schema part 1, 3.5.6).
  const otherwise = keys.get('default');
  if (otherwise !== undefined && known?.fixed !== undefined) {
    findings.add(kinds.oneOfKeys, { one: 'default', other: 'fixed' }, otherwise.key.at);
  }
  const sensitive = readFlag(keys.get('sensitive'), findings);
  const type = { reference: known?.type, name: builtInName(known) };
  const mapping = readMapping(keys, type, findings);
  const notes = readNotes(keys, findings);
  const typeScriptName = readTypeScriptName(keys.get('name'), 'property', findings)?.text;
  if (name === undefined) return [];
  const made: AttributeUse = {
    name,
    type: typeOf(type),
    use,
    sensitive,
    mapping,
    ...notes,
    doc: notes.doc ?? known?.doc,
    // One that must be there has no default (XML Schema part 1, 3.2.3).
    default: fallback.default ?? (fallback.fixed === undefined && use !== 'required' ? known?.default : undefined),
    fixed: fallback.fixed ?? known?.fixed,
    typeScriptName: typeScriptName ?? known?.typeScriptName,
    reference: true,
    origin: originOf({ text: rest, at }, findings),
  };
  markFallback(made, keys, home);
  marks.markKey(made, 'name', findings, at);
  return [made];
}

/** One of those that are there without being declared. */
function xmlAttribute(name: QName): GlobalAttribute | undefined {
  const local = name.namespace === xmlNamespace ? xmlAttributes.get(name.local) : undefined;
  return local === undefined ? undefined : { name, type: { kind: 'named', name: { namespace: xsd, local } } };
}

function builtInName(attribute: GlobalAttribute | undefined): Located | undefined {
  if (attribute?.type.kind !== 'named') return undefined;
  return { text: attribute.type.name.local, at: { start: 0, end: 0 } };
}

/** An entry of `attributes`. */
export function buildAttribute(entry: MapEntry, name: QName, home: Home): GlobalAttribute | undefined {
  const { findings } = home;
  const origin = originOf(entry.key, findings);
  notXmlns({ text: name.local, at: entry.key.at }, findings);
  if (entry.value.kind !== 'map') {
    const use = readPlainType(entry, 'A global attribute', home);
    return use && { name, type: typeOf(use), origin };
  }
  const keys = readKeys(entry.value, globalAttributeKeys, 'a global attribute', findings);
  const use = readTypeUse(keys, entry, home, 'a global attribute');
  const typeScriptName = readTypeScriptName(keys.get('name'), 'property', findings)?.text;
  const rest = { ...readNotes(keys, findings), ...readFallback(keys, findings), typeScriptName, origin };
  const made = use && { name, type: typeOf(use), ...rest };
  if (made !== undefined) markFallback(made, keys, home);
  return made;
}

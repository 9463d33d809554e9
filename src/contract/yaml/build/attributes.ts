import { type Findings, contract as kinds, source } from '../../../diagnostics/index.ts';
import type { AttributeGroup, AttributeUse, GlobalAttribute, QName, Wildcard } from '../../model/index.ts';
import { nameKey, xmlAttributes, xmlNamespace, xsd } from '../../model/index.ts';
import { Entries, readConstruct, type WordEntry } from '../entries.ts';
import { resolveName, resolveType } from '../resolve.ts';
import { formedName, type Home, originOf } from '../scope.ts';
import { type Located, readMap, readNames, readXmlName } from '../values.ts';
import type { MapEntry, MapNode } from '../yaml-node.ts';
import * as declaration from './declaration.ts';
import { readMapping } from './mapping.ts';
import { readWildcard } from './wildcard.ts';

/** The attributes of an element. */
export interface Attributes {
  readonly attributes: readonly AttributeUse[];
  readonly attributeGroups: readonly QName[];
  readonly anyAttribute: Wildcard | undefined;
}

export const noAttributes: Attributes = { attributes: [], attributeGroups: [], anyAttribute: undefined };

/** The value of `$attributes`. */
export function readAttributes(entry: MapEntry | undefined, home: Home): Attributes {
  const map = entry && readMap(entry.value, '"$attributes"', home.findings);
  return map === undefined ? noAttributes : attributesOf(map, readConstruct(map, 'attributes', home.findings), home);
}

/** An entry of `attributeGroups`. */
export function buildAttributeGroup(entry: MapEntry, name: QName, home: Home): AttributeGroup | undefined {
  const { findings } = home;
  const map = readMap(entry.value, `The attribute group "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const entries = readConstruct(map, 'attributeGroup', findings);
  return {
    name,
    ...entries.notes('$'),
    typeScriptName: entries.identifier('top', '$name'),
    origin: originOf(entry.key, findings),
    ...attributesOf(map, entries, home),
  };
}

function attributesOf(map: MapNode, entries: Entries, home: Home): Attributes {
  const { findings, marks } = home;
  const attributes: AttributeUse[] = [];
  let anyAttribute: Wildcard | undefined;
  for (const entry of map.entries) {
    const word = entries.words.get(entry);
    if (word?.word === '$ref') attributes.push(...attributeReference(word, home));
    else if (word !== undefined) {
      const { rest } = word;
      const at = findings.within(entry.key.at, rest, '$any'.length);
      if (rest !== '') readXmlName({ text: rest, at }, 'a property', findings);
      if (anyAttribute !== undefined) findings.add(kinds.secondAnyAttribute, {}, entry.key.at);
      anyAttribute = readWildcard(word, home);
    } else if (!entry.key.text.startsWith('$')) attributes.push(...buildAttribute(entry, home));
  }
  const groups = entries.get('$groups');
  const attributeGroups = (groups === undefined ? [] : readNames(groups, findings)).flatMap((text) => {
    const name = resolveName('attributeGroup', text, home);
    if (name !== undefined) marks.mark(name, findings, text.at);
    return name ?? [];
  });
  return { attributes, attributeGroups, anyAttribute };
}

/** An attribute of an element; empty after an error. */
function buildAttribute(entry: MapEntry, home: Home): readonly AttributeUse[] {
  const { findings } = home;
  const name = rejectXmlns(readXmlName(entry.key, 'an attribute', findings), findings);
  if (entry.value.kind === 'list') {
    findings.add(source.notAType, { what: `The attribute "${entry.key.text}"` }, entry.value.at);
    return [];
  }
  if (entry.value.kind === 'map') {
    return longAttribute(readConstruct(entry.value, 'attribute', findings, { at: entry.key.at }), entry, name, home);
  }
  const type = declaration.readShortType(entry, entry.key.text, home);
  const reference = type && resolveType(type.name, home);
  if (type?.suffix.startsWith('[') === true) {
    findings.add(kinds.keyDoesNotFit, { key: type.suffix, what: 'An attribute' }, entry.value.at);
  }
  if (name === undefined || type === undefined) return [];
  return [
    {
      name: formedName(home.attributeForm, home, name.text),
      type: reference ?? declaration.unknownType,
      use: type.suffix === '?' ? 'optional' : 'required',
      sensitive: false,
      origin: originOf(name, findings),
    },
  ];
}

/** A field with `attribute: true`. */
export function attributeOfField(
  entries: Entries,
  entry: MapEntry,
  name: Located | undefined,
  home: Home,
): readonly AttributeUse[] {
  return longAttribute(entries, entry, rejectXmlns(name, home.findings), home);
}

/** Namespace declarations look like attributes, but are none (XML Schema part 1, 3.2.6, "xmlns Not Allowed"). */
function rejectXmlns(name: Located | undefined, findings: Findings): Located | undefined {
  if (name?.text !== 'xmlns') return name;
  findings.add(kinds.notAName, { name: name.text, what: 'an attribute' }, name.at);
  return undefined;
}

function longAttribute(
  entries: Entries,
  entry: MapEntry,
  name: Located | undefined,
  home: Home,
): readonly AttributeUse[] {
  const isUntyped = entries.flag('prohibited') && !entries.has('type');
  const type = isUntyped ? declaration.unknownUse : declaration.readTypeUse(entries, entry, home);
  const form = entries.choice('form', ['qualified', 'unqualified'], 'form') ?? home.attributeForm;
  const literals = declaration.readLiterals(entries);
  const rest = {
    use: readUse(entries, literals.default),
    sensitive: entries.flag('sensitive'),
    mapping: type && readMapping(entries, type.name?.text),
    ...entries.notes(),
    ...literals,
    typeScriptName: entries.identifier('property'),
  };
  if (name === undefined || type === undefined) return [];
  const attribute: AttributeUse = {
    name: formedName(form, home, name.text),
    type: declaration.typeOf(type),
    ...rest,
    origin: originOf(name, home.findings),
  };
  declaration.markLiterals(attribute, entries, home);
  return [attribute];
}

/** An attribute with a default may always be absent. */
function readUse(entries: Entries, otherwise: string | undefined): AttributeUse['use'] {
  const optional = entries.flag('optional');
  if (entries.flag('prohibited')) return 'prohibited';
  return optional || otherwise !== undefined ? 'optional' : 'required';
}

/** `$ref c:lang: true`. */
function attributeReference({ rest, entry }: WordEntry, home: Home): readonly AttributeUse[] {
  const { findings, marks } = home;
  if (rest === '') {
    findings.add(kinds.wordWithoutName, { word: '$ref', example: '$ref c:lang' }, entry.key.at);
    return [];
  }
  const at = findings.within(entry.key.at, rest, '$ref'.length);
  const name = resolveName('attribute', { text: rest, at }, home);
  let entries = new Entries(findings);
  if (entry.value.kind === 'map') entries = readConstruct(entry.value, 'attributeUse', findings);
  else if (entry.value.kind !== 'text' || entry.value.text !== 'true') {
    findings.add(kinds.trueOrMap, { key: entry.key.text }, entry.value.at);
  }
  const literals = declaration.readLiterals(entries);
  const use = readUse(entries, literals.default);
  const declared = name && (home.names.attributes.get(nameKey(name)) ?? xmlAttribute(name));
  // A reference cannot change a fixed value (XML Schema part 1, 3.5.6).
  const otherwise = entries.get('default');
  if (otherwise !== undefined && declared?.fixed !== undefined) {
    findings.add(kinds.oneOfKeys, { one: 'default', other: 'fixed' }, otherwise.key.at);
  }
  const type = { reference: declared?.type, name: builtInName(declared) };
  const details = {
    sensitive: entries.flag('sensitive'),
    mapping: readMapping(entries, type.name?.text),
    ...entries.notes(),
    // A required attribute has no default (XML Schema part 1, 3.2.3).
    default: literals.default ?? (literals.fixed === undefined && use !== 'required' ? declared?.default : undefined),
    fixed: literals.fixed ?? declared?.fixed,
    typeScriptName: entries.identifier('property') ?? declared?.typeScriptName,
  };
  if (name === undefined) return [];
  const origin = originOf({ text: rest, at }, findings);
  const attribute: AttributeUse = { name, type: declaration.typeOf(type), use, ...details, reference: true, origin };
  declaration.markLiterals(attribute, entries, home);
  marks.markKey(attribute, 'name', findings, at);
  return [attribute];
}

/** One of the attributes of the namespace `xml`, which need no declaration. */
function xmlAttribute(name: QName): GlobalAttribute | undefined {
  const local = name.namespace === xmlNamespace ? xmlAttributes.get(name.local) : undefined;
  return local === undefined ? undefined : { name, type: { kind: 'named', name: { namespace: xsd, local } } };
}

function builtInName(attribute: GlobalAttribute | undefined): Located | undefined {
  if (attribute?.type.kind !== 'named') return undefined;
  return { text: attribute.type.name.local, at: { start: 0, end: 0 } };
}

/** An entry of `attributes`. */
export function buildGlobalAttribute(entry: MapEntry, name: QName, home: Home): GlobalAttribute | undefined {
  const { findings } = home;
  const origin = originOf(entry.key, findings);
  rejectXmlns({ text: name.local, at: entry.key.at }, findings);
  if (entry.value.kind !== 'map') {
    const type = declaration.readPlainType(entry, 'A global attribute', home);
    return type && { name, type: declaration.typeOf(type), origin };
  }
  const entries = readConstruct(entry.value, 'globalAttribute', findings, { at: entry.key.at });
  const type = declaration.readTypeUse(entries, entry, home);
  const typeScriptName = entries.identifier('property');
  const rest = { ...entries.notes(), ...declaration.readLiterals(entries), typeScriptName, origin };
  const attribute = type && { name, type: declaration.typeOf(type), ...rest };
  if (attribute !== undefined) declaration.markLiterals(attribute, entries, home);
  return attribute;
}

import { contract as kinds } from '../../../diagnostics/index.ts';
import type {
  AttributeUse,
  ComplexType,
  Content,
  GroupParticle,
  ModelGroup,
  Particle,
  QName,
  SimpleContent,
} from '../../model/index.ts';
import { arrayRestriction, isEncodingType, nameKey } from '../../model/index.ts';
import { type Entries, readConstruct } from '../entries.ts';
import { expandName, resolveType } from '../resolve.ts';
import { type Home, originOf } from '../scope.ts';
import { occursOfSuffix, once } from '../type-expression.ts';
import { readChoice, readMap, readReserved } from '../values.ts';
import type { MapEntry, MapNode } from '../yaml-node.ts';
import { noAttributes, readAttributes } from './attributes.ts';
import { readDerivations } from './constraints.ts';
import { readPlainType, readTypeUse, typeOf } from './declaration.ts';
import { readMapping } from './mapping.ts';
import { readParticles } from './particles.ts';

type NamedComplexType = ComplexType & { readonly name: QName };

/** An entry of `records`. */
export function buildRecord(entry: MapEntry, name: QName, home: Home): NamedComplexType | undefined {
  const { findings } = home;
  const map = readMap(entry.value, `The record "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const entries = readConstruct(map, 'record', findings);
  const abstract = entries.flag('$abstract');
  const block = readDerivations(entries, '$block');
  const final = readDerivations(entries, '$final');
  const origin = originOf(entry.key, findings);
  return { ...complexType(map, entries, home), name, abstract, block, final, origin };
}

/** An anonymous record. @param entry that has it as its type. */
export function buildInnerRecord(map: MapNode, entry: MapEntry, home: Home): ComplexType {
  const entries = readConstruct(map, 'innerRecord', home.findings);
  return { ...complexType(map, entries, home), origin: originOf(entry.key, home.findings) };
}

/** An entry of `groups`. */
export function buildGroup(entry: MapEntry, name: QName, home: Home): ModelGroup | undefined {
  const { findings, marks } = home;
  const map = readMap(entry.value, `The group "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const entries = readConstruct(map, 'group', findings);
  const { kind } = readOrder(entries);
  if (kind === 'all') findings.add(kinds.allInGroup, {}, entries.get('$order')?.value.at);
  const particles = readParticles(map, entries, home, undefined);
  const particle: GroupParticle = { kind, occurs: once, particles, ...readOrderNotes(entries) };
  marks.mark(particle, findings, entry.key.at);
  if (particles.length === 0 && !findings.hasErrors) {
    findings.add(kinds.emptyGroup, { group: entry.key.text }, entry.key.at);
  }
  const typeScriptName = entries.identifier('top', '$name');
  return { name, particle, ...entries.notes('$'), typeScriptName, origin: originOf(entry.key, findings) };
}

/** A sequence of fields, with attributes. */
export function fieldsType(particles: readonly Particle[], more: Partial<ComplexType> = {}): ComplexType {
  const particle: GroupParticle = { kind: 'sequence', occurs: once, particles };
  const base = { kind: 'complex', abstract: false, mixed: false, ...noAttributes } as const;
  return { ...base, content: { kind: 'elements', particle }, ...more };
}

function complexType(map: MapNode, entries: Entries, home: Home): ComplexType {
  const { findings, marks } = home;
  const listed = readAttributes(entries.get('$attributes'), home);
  const fields: AttributeUse[] = [];
  const particles = readParticles(map, entries, home, fields);
  const mixed = entries.flag('$mixed');
  const group = readOrder(entries);
  const array = readArray(entries, home);
  const derivation = array?.derivation ?? readDerivation(entries, home);
  const attributes = [...listed.attributes, ...fields, ...(array?.attributes ?? [])];
  const reservedEntry = entries.get('$reserved');
  const reserved = reservedEntry && readReserved(reservedEntry, findings);
  const text = entries.get('$text');
  const order = entries.get('$order');
  let content: Content;
  if (text !== undefined) {
    const isElement = ({ key }: MapEntry): boolean => !key.text.startsWith('$') && particles.length > 0;
    const other = map.entries.find((one) => entries.words.has(one) || isElement(one));
    if (other !== undefined) findings.add(kinds.textBeside, { key: other.key.text }, other.key.at);
    content = readTextContent(text, home) ?? { kind: 'empty' };
  } else if (particles.length === 0 && !mixed && (derivation !== undefined || attributes.length > 0)) {
    content = { kind: 'empty' };
  } else {
    const particle: GroupParticle = { ...group, particles, ...readOrderNotes(entries) };
    if (order !== undefined) marks.mark(particle, findings, order.key.at);
    content = { kind: 'elements', particle };
  }
  const typeScriptName = entries.identifier('top', '$name');
  const declared = { mixed, content, attributes, derivation, reserved, typeScriptName };
  return { ...fieldsType([]), ...listed, ...declared, ...entries.notes('$') };
}

/** The value of `$order`: `choice`, or `choice[]` for a group that occurs any number of times. */
function readOrder(entries: Entries): Pick<GroupParticle, 'kind' | 'occurs'> {
  const text = entries.name('$order');
  if (text === undefined) return { kind: 'sequence', occurs: once };
  const [, word = '', suffix = ''] = /^(\w*)\s*(.*)$/s.exec(text.text) ?? [];
  const occurs = occursOfSuffix(suffix);
  if (occurs === undefined) entries.findings.add(kinds.badType, { type: text.text }, text.at);
  const kind = readChoice({ text: word, at: text.at }, ['sequence', 'choice', 'all'], 'order', entries.findings);
  return { kind: kind ?? 'sequence', occurs: occurs ?? once };
}

function readOrderNotes(entries: Entries): Partial<GroupParticle> {
  const entry = entries.get('$orderNotes');
  const map = entry && readMap(entry.value, `"${entry.key.text}"`, entries.findings);
  return map === undefined ? {} : readConstruct(map, 'groupNotes', entries.findings).notes();
}

function readDerivation(entries: Entries, home: Home): ComplexType['derivation'] {
  const { findings, marks } = home;
  const method = entries.has('$extends') ? 'extension' : 'restriction';
  const text = entries.name(method === 'extension' ? '$extends' : '$restricts');
  const base = text && expandName(text, home);
  if (text === undefined || base === undefined) return undefined;
  const declared = home.names.find('type', base);
  if (
    declared?.section === 'types' ||
    (declared === undefined && !isEncodingType(base) && resolveType(text, home)?.kind === 'named')
  ) {
    findings.add(kinds.baseIsSimple, { base: text.text }, text.at);
  }
  if (declared?.section !== 'records' && !(declared === undefined && isEncodingType(base))) return undefined;
  const derivation = { method, base } as const;
  marks.mark(derivation, findings, text.at);
  return derivation;
}

/** The value of `$array`: the items of an encoded array. */
function readArray(entries: Entries, home: Home): Pick<ComplexType, 'derivation' | 'attributes'> | undefined {
  const text = entries.name('$array');
  if (text === undefined) return undefined;
  const [, name = '', written = ''] = /^([^\s?[\]]+)\s*((?:\[[\d,\s]*\]\s*)*)$/.exec(text.text) ?? [];
  if (name === '') {
    home.findings.add(kinds.badType, { type: text.text }, text.at);
    return undefined;
  }
  const at = home.findings.within(text.at, name, 0);
  const item = resolveType({ text: name, at }, home, { any: true });
  if (item?.kind !== 'named') return undefined;
  const dimensions = written.replace(/\s/g, '');
  return arrayRestriction(`${nameKey(item.name)}${dimensions === '' ? '[]' : dimensions}`);
}

/** The value of `$text`: a simple type, or a map with its name under `type`. */
function readTextContent(entry: MapEntry, home: Home): SimpleContent | undefined {
  const { findings } = home;
  const origin = originOf(entry.key, findings);
  if (entry.value.kind !== 'map') {
    const type = readPlainType(entry, 'Text', home);
    return type && { kind: 'simple', type: typeOf(type), sensitive: false, origin };
  }
  const entries = readConstruct(entry.value, 'text', findings, { at: entry.key.at });
  const type = readTypeUse(entries, entry, home);
  const typeScriptName = entries.identifier('property');
  const sensitive = entries.flag('sensitive');
  const mapping = type && readMapping(entries, type.name?.text);
  return type && { kind: 'simple', type: typeOf(type), sensitive, mapping, ...entries.notes(), typeScriptName, origin };
}

import type {
  AttributeUse,
  ComplexType,
  Content,
  GroupParticle,
  ModelGroup,
  Particle,
  QName,
  SimpleContent,
} from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import { groupKeys, innerRecordKeys, particleWords, recordKeys, textKeys } from '../keys.ts';
import type { MapEntry, MapNode } from '../node.ts';
import { once } from '../occurs.ts';
import { expandName, resolveType } from '../resolve.ts';
import { type Home, originOf } from '../scope.ts';
import { readChoice, readFlag, readKeys, readMap, readName } from '../shape.ts';
import { readDoc, readReserved, readTypeScriptName } from '../texts.ts';
import { noAttributes, readAttributes } from './attributes.ts';
import { typeOf } from './declaration.ts';
import { type Keys, readNotes } from './notes.ts';
import { readOwnKeys } from './own-keys.ts';
import { readParticles } from './particles.ts';
import { readMapping, readShortType, readTypeUse } from './type-use.ts';

type NamedComplexType = ComplexType & { readonly name: QName };

/** An entry of `records`. */
export function buildRecord(entry: MapEntry, name: QName, home: Home): NamedComplexType | undefined {
  const { findings } = home;
  const map = readMap(entry.value, `The record "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const { own, words } = readOwnKeys(map, recordKeys, 'a record', findings, particleWords);
  const typeScriptName = readTypeScriptName(own.get('$name'), 'top', findings)?.text;
  const notes = readNotes(own, findings, '$');
  const origin = originOf(entry.key, findings);
  const abstract = readFlag(own.get('$abstract'), findings);
  return { ...complexType(map, own, words, home), name, abstract, ...notes, typeScriptName, origin };
}

/** A record where it is used. @param entry what it is the type of. */
export function buildInnerRecord(map: MapNode, entry: MapEntry, home: Home): ComplexType {
  const { own, words } = readOwnKeys(map, innerRecordKeys, 'a record', home.findings, particleWords);
  const doc = readDoc(own.get('$doc'), home.findings);
  return { ...complexType(map, own, words, home), doc, origin: originOf(entry.key, home.findings) };
}

/** An entry of `groups`. */
export function buildGroup(entry: MapEntry, name: QName, home: Home): ModelGroup | undefined {
  const { findings, marks } = home;
  const map = readMap(entry.value, `The group "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const { own, words } = readOwnKeys(map, groupKeys, 'a group', findings, particleWords);
  const kind = readOrder(own.get('$order'), home);
  if (kind === 'all') findings.add(kinds.allInGroup, {}, own.get('$order')?.value.at);
  const particles = readParticles(map, words, home, undefined);
  const particle: GroupParticle = { kind, occurs: once, particles };
  marks.mark(particle, findings, entry.key.at);
  if (particles.length === 0 && !findings.hasErrors) {
    findings.add(kinds.emptyGroup, { group: entry.key.text }, entry.key.at);
  }
  const typeScriptName = readTypeScriptName(own.get('$name'), 'top', findings)?.text;
  return { name, particle, ...readNotes(own, findings, '$'), typeScriptName, origin: originOf(entry.key, findings) };
}

/** A sequence of fields, with the attributes that stand beside them. */
export function fieldsType(particles: readonly Particle[], more: Partial<ComplexType> = {}): ComplexType {
  const particle: GroupParticle = { kind: 'sequence', occurs: once, particles };
  const base = { kind: 'complex', abstract: false, mixed: false, ...noAttributes } as const;
  return { ...base, content: { kind: 'elements', particle }, ...more };
}

function complexType(map: MapNode, own: Keys, words: Parameters<typeof readParticles>[1], home: Home): ComplexType {
  const { findings, marks } = home;
  const listed = readAttributes(own.get('$attributes'), home);
  const fields: AttributeUse[] = [];
  const particles = readParticles(map, words, home, fields);
  const mixed = readFlag(own.get('$mixed'), findings);
  const order = own.get('$order');
  const kind = readOrder(order, home);
  const derivation = readDerivation(own, home);
  const attributes = [...listed.attributes, ...fields];
  const reserved = readReserved(own.get('$reserved'), findings);
  const textEntry = own.get('$text');
  let content: Content;
  if (textEntry !== undefined) {
    const beside = map.entries.find((one) => words.has(one) || (!one.key.text.startsWith('$') && particles.length > 0));
    const other = beside ?? order ?? own.get('$mixed');
    if (other !== undefined) findings.add(kinds.textBeside, { key: other.key.text }, other.key.at);
    content = readTextContent(textEntry, home) ?? { kind: 'empty' };
  } else if (particles.length === 0 && !mixed && (derivation !== undefined || attributes.length > 0)) {
    content = { kind: 'empty' };
  } else {
    const particle: GroupParticle = { kind, occurs: once, particles };
    if (order !== undefined) marks.mark(particle, findings, order.key.at);
    content = { kind: 'elements', particle };
  }
  return { ...fieldsType([]), ...listed, mixed, content, attributes, derivation, reserved };
}

function readOrder(entry: MapEntry | undefined, { findings }: Home): GroupParticle['kind'] {
  const text = entry && readName(entry, findings);
  return (text && readChoice(text, ['sequence', 'choice', 'all'], 'order', findings)) ?? 'sequence';
}

function readDerivation(own: Keys, home: Home): ComplexType['derivation'] {
  const { findings, marks } = home;
  const extended = own.get('$extends');
  const restricted = own.get('$restricts');
  const entry = extended ?? restricted;
  if (extended !== undefined && restricted !== undefined) {
    findings.add(kinds.oneOfKeys, { one: '$extends', other: '$restricts' }, restricted.key.at);
  }
  const text = entry && readName(entry, findings);
  if (text === undefined) return undefined;
  const base = expandName(text, home);
  const declared = base && home.names.find('type', base);
  if (declared === undefined || declared.section === 'records') {
    const reference = base && declared === undefined ? resolveType(text, home) : undefined;
    if (reference?.kind === 'named') findings.add(kinds.baseIsSimple, { base: text.text }, text.at);
    if (base === undefined || declared === undefined) return undefined;
  } else {
    findings.add(kinds.baseIsSimple, { base: text.text }, text.at);
    return undefined;
  }
  const derivation = { method: extended === undefined ? 'restriction' : 'extension', base } as const;
  marks.mark(derivation, findings, text.at);
  return derivation;
}

/** The value of `$text`: a simple type, or a map that names it under `type`. */
function readTextContent(entry: MapEntry, home: Home): SimpleContent | undefined {
  const { findings } = home;
  const origin = originOf(entry.key, findings);
  if (entry.value.kind !== 'map') {
    const type = readShortType(entry, '$text', findings);
    if (type === undefined) return undefined;
    if (type.suffix !== '') findings.add(kinds.keyDoesNotFit, { key: type.suffix, what: 'Text' }, entry.value.at);
    const reference = resolveType(type.name, home);
    return { kind: 'simple', type: typeOf({ reference, name: type.name }), sensitive: false, origin };
  }
  const keys = readKeys(entry.value, textKeys, '"$text"', findings);
  const use = readTypeUse(keys, entry, home, '"$text"');
  const typeScriptName = readTypeScriptName(keys.get('name'), 'property', findings)?.text;
  const sensitive = readFlag(keys.get('sensitive'), findings);
  const mapping = use && readMapping(keys, use, findings);
  const doc = readDoc(keys.get('doc'), findings);
  return use && { kind: 'simple', type: typeOf(use), sensitive, mapping, doc, typeScriptName, origin };
}

import { type Findings, contract as kinds, source } from '../../../diagnostics/index.ts';
import { habitOfRecord } from '../../language/habits.ts';
import { constructs } from '../../language/index.ts';
import {
  type AttributeUse,
  type GroupParticle,
  type Occurs,
  type Particle,
  propertyIdentifier,
} from '../../model/index.ts';
import { Entries, readConstruct, type WordEntry } from '../entries.ts';
import { editOfRequired } from '../entry-edits.ts';
import { resolveName } from '../resolve.ts';
import { type Home, originOf } from '../scope.ts';
import { occursOfSuffix, once } from '../type-expression.ts';
import { readMap, readName, readXmlName } from '../values.ts';
import type { MapEntry, MapNode, YamlNode } from '../yaml-node.ts';
import { buildField } from './field.ts';
import { readWildcard } from './wildcard.ts';

/**
 * The particles of a map, in the order of the file. Those with errors are reported and left out.
 *
 * @param attributes receives fields that are attributes; undefined where these are not allowed.
 */
export function readParticles(
  map: MapNode,
  { words }: Entries,
  home: Home,
  attributes: AttributeUse[] | undefined,
): readonly Particle[] {
  const particles: Particle[] = [];
  for (const entry of map.entries) {
    const word = words.get(entry);
    let particle: Particle | undefined;
    if (word !== undefined) particle = readWord(word, home);
    else if (!entry.key.text.startsWith('$') && !reportNoField(entry, home.findings)) {
      particle = buildField(entry, home, attributes);
    }
    if (particle !== undefined) particles.push(particle);
  }
  return particles;
}

/** A particle other than a field: `$choice method?`. */
function readWord(wordEntry: WordEntry, home: Home): Particle | undefined {
  const { word, entry } = wordEntry;
  const head = readHead(wordEntry, home);
  if (word === '$any') {
    const { namespaces, processContents, ...notes } = readWildcard({ ...wordEntry, rest: '' }, home);
    return head && { ...notes, kind: 'any', ...head, wildcard: { namespaces, processContents } };
  }
  const origin = originOf(entry.key, home.findings);
  if (word === '$group') {
    const group = readGroupUse(entry, home);
    return head && group && { kind: 'groupReference', ...group, origin, ...head };
  }
  const group = readInnerGroup(word === '$choice' ? 'choice' : 'sequence', entry, home);
  return head && group && { ...group, origin, ...head };
}

interface Head {
  /** Undefined for the default property, such as `$choice`. */
  readonly typeScriptName: string | undefined;
  readonly occurs: Occurs;
}

/** The property after the word, and how often it occurs. A number instead of the property only makes keys unique. */
function readHead({ word, rest, entry }: WordEntry, { findings }: Home): Head | undefined {
  const [, name = '', suffix = ''] = /^([^\s?[\]]*)\s*(.*)$/s.exec(rest) ?? [];
  const occurs = occursOfSuffix(suffix);
  if (occurs === undefined) {
    findings.add(kinds.badType, { type: rest }, entry.key.at);
    return undefined;
  }
  if (/^\d*$/.test(name)) return { typeScriptName: undefined, occurs };
  const at = findings.within(entry.key.at, name, word.length);
  // Names of properties that a WSDL gives begin with a dollar sign.
  const [, dollar = '', text = ''] = /^(\$?)(.*)$/s.exec(name) ?? [];
  const property = readXmlName({ text, at }, 'a property', findings);
  return property && { typeScriptName: `${dollar}${propertyIdentifier(property.text)}`, occurs };
}

function readInnerGroup(kind: 'choice' | 'sequence', entry: MapEntry, home: Home): GroupParticle | undefined {
  const { findings, marks } = home;
  const map = readMap(entry.value, `"${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const entries = readConstruct(map, 'innerGroup', findings);
  const particles = readParticles(map, entries, home, undefined);
  const group: GroupParticle = { kind, occurs: once, ...entries.notes('$'), particles };
  if (map.entries.every(({ key }) => entries.has(key.text))) {
    findings.add(kinds.emptyGroup, { group: entry.key.text }, entry.key.at);
  }
  marks.mark(group, findings, entry.key.at);
  return group;
}

/** The name of a group, or a map with its name under `group`. */
function readGroupUse(entry: MapEntry, home: Home) {
  const { findings } = home;
  if (entry.value.kind === 'list') {
    findings.add(source.notText, { what: `"${entry.key.text}"` }, entry.value.at);
    return undefined;
  }
  const isLong = entry.value.kind === 'map';
  const entries = isLong
    ? readConstruct(entry.value, 'groupUse', findings, { at: entry.key.at })
    : new Entries(findings);
  const text = isLong ? entries.name('group') : readName(entry, findings);
  const notes = entries.notes();
  const name = text && resolveName('group', text, home);
  return name && { name, ...notes };
}

/** Reports what cannot be a field: a key of the record without its `$`, or one of another language. */
function reportNoField(entry: MapEntry, findings: Findings): boolean {
  return reportMissingDollar(entry, findings) || reportHabit(entry, findings);
}

/** Another language's key whose value is not a type: `required: [A]`, `maxLength: 5`, or names in `properties:`. */
function reportHabit(entry: MapEntry, findings: Findings): boolean {
  const { key, value } = entry;
  const habit = habitOfRecord(key.text);
  const isType =
    value.kind === 'text' ? !/^(?:true|false|\d+)$/.test(value.text) : value.kind === 'map' && !holdsFields(value);
  if (habit === undefined || isType) return false;
  const isList = value.kind === 'list';
  const edit = isList ? editOfRequired(entry, findings.source.text) : undefined;
  const parameters = { key: key.text, where: 'a record', instead: habit.instead };
  findings.add(source.otherLanguageKey, parameters, key.at, { edits: edit === undefined ? [] : [edit] });
  return true;
}

/** Reports a particle or a key of the record without its `$`: `choice m:`, or `attributes:` with names in it. */
function reportMissingDollar(entry: MapEntry, findings: Findings): boolean {
  const suggestion = intendedKey(entry);
  if (suggestion === undefined) return false;
  const known = [...Object.keys(recordKeys), ...Object.keys(particleWords)].join(', ');
  findings.add(source.unknownKey, { key: entry.key.text, where: 'a record', known }, entry.key.at, { suggestion });
  return true;
}

const { keys: recordKeys } = constructs.record;
const particleWords = constructs.record.members?.words ?? {};

/** Undefined for what may be a field. */
function intendedKey({ key: { text }, value }: MapEntry): string | undefined {
  const [first = '', name] = text.split(/\s+(.*)/s);
  const word = `$${first}`;
  if (Object.hasOwn(particleWords, word)) {
    if (name !== undefined) return `$${text}`;
    return holdsFields(value) ? `${word} ${first}` : undefined;
  }
  if (name !== undefined || !Object.hasOwn(recordKeys, word)) return undefined;
  return isValueOf(word, value) ? word : undefined;
}

/** Whether a value is a map without keys of a field. */
function holdsFields(value: YamlNode): boolean {
  if (value.kind !== 'map' || value.entries.length === 0) return false;
  return value.entries.every(({ key }) => !Object.hasOwn(constructs.field.keys, key.text));
}

/** Whether a value fits a key of the record, and cannot be a type. */
function isValueOf(key: string, value: YamlNode): boolean {
  switch (recordKeys[key]?.value.kind) {
    case 'construct':
      return key === '$attributes' && holdsFields(value);
    case 'list':
      return value.kind === 'list';
    case 'flag':
      return value.kind === 'text' && value.plain && /^(?:true|false)$/.test(value.text);
    case 'text':
      return value.kind === 'text' && /\S\s+\S/.test(value.text) && !/[?[\]]/.test(value.text);
    default:
      return false;
  }
}

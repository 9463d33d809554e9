import {
  type AttributeUse,
  type GroupParticle,
  type Occurs,
  type Particle,
  propertyIdentifier,
} from '../../contract/index.ts';
import { contract as kinds, source } from '../../diagnostics/index.ts';
import { groupUseKeys, innerGroupKeys, particleWords } from '../keys.ts';
import type { MapEntry, MapNode } from '../node.ts';
import { occursOfSuffix, once } from '../occurs.ts';
import { resolveName } from '../resolve.ts';
import { type Home, originOf } from '../scope.ts';
import { readKeys, readMap, readName, requireKey } from '../shape.ts';
import { readXmlName } from '../texts.ts';
import { buildField } from './field.ts';
import { hasNoDollar } from './no-dollar.ts';
import { type Keys, readNotes } from './notes.ts';
import { readOwnKeys, type WordEntry } from './own-keys.ts';
import { readWildcard } from './wildcard.ts';

export type ParticleWord = (typeof particleWords)[number];
type Words = ReadonlyMap<MapEntry, WordEntry<ParticleWord>>;

/**
 * The particles of a map, in the order in which they are written. Those that make no sense are reported and left out.
 *
 * @param attributes where fields that are attributes go; undefined where there can be none.
 */
export function readParticles(
  map: MapNode,
  words: Words,
  home: Home,
  attributes: AttributeUse[] | undefined,
): readonly Particle[] {
  const particles: Particle[] = [];
  for (const entry of map.entries) {
    const special = words.get(entry);
    let particle: Particle | undefined;
    if (special !== undefined) particle = readSpecial(special, home);
    else if (!entry.key.text.startsWith('$') && !hasNoDollar(entry, home.findings)) {
      particle = buildField(entry, home, attributes);
    }
    if (particle !== undefined) particles.push(particle);
  }
  return particles;
}

/** A part of a content model that is no field: `$choice method?`. */
function readSpecial(special: WordEntry<ParticleWord>, home: Home): Particle | undefined {
  const { word, entry } = special;
  const head = readHead(special, home);
  const rest = { origin: originOf(entry.key, home.findings), ...head };
  switch (word) {
    case '$any': {
      const { doc, deprecated, since, namespaces, processContents } = readWildcard({ ...special, rest: '' }, home);
      return (
        head && { kind: 'any', ...rest, ...head, doc, deprecated, since, wildcard: { namespaces, processContents } }
      );
    }
    case '$group': {
      const group = readGroupUse(entry, home);
      return head && group && { kind: 'groupReference', ...group, ...rest, ...head };
    }
    default: {
      const group = readInnerGroup(word === '$choice' ? 'choice' : 'sequence', entry, home);
      return head && group && { ...group, ...rest, ...head };
    }
  }
}

interface Head {
  readonly typeScriptName: string;
  readonly occurs: Occurs;
}

/** The property behind the word, and how often. */
function readHead({ word, rest, entry }: WordEntry<ParticleWord>, { findings }: Home): Head | undefined {
  const [, name = '', suffix = ''] = /^([^\s?[\]]*)\s*(.*)$/s.exec(rest) ?? [];
  if (name === '') {
    findings.add(kinds.wordWithoutName, { word, example: `${word} method` }, entry.key.at);
    return undefined;
  }
  const occurs = occursOfSuffix(suffix);
  if (occurs === undefined) {
    findings.add(kinds.badType, { type: rest }, entry.key.at);
    return undefined;
  }
  const at = findings.within(entry.key.at, name, word.length);
  return (
    readXmlName({ text: name, at }, 'a property', findings) && { typeScriptName: propertyIdentifier(name), occurs }
  );
}

function readInnerGroup(kind: 'choice' | 'sequence', entry: MapEntry, home: Home): GroupParticle | undefined {
  const { findings, marks } = home;
  const map = readMap(entry.value, `"${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const { own, words } = readOwnKeys(map, innerGroupKeys, 'a group', findings, particleWords);
  const particles = readParticles(map, words, home, undefined);
  const group: GroupParticle = { kind, occurs: once, ...readNotes(own, findings, '$'), particles };
  if (map.entries.every(({ key }) => (innerGroupKeys as readonly string[]).includes(key.text))) {
    findings.add(kinds.emptyGroup, { group: entry.key.text }, entry.key.at);
  }
  marks.mark(group, findings, entry.key.at);
  return group;
}

/** A group by its name, or a map that names it under `group`. */
function readGroupUse(entry: MapEntry, home: Home) {
  const { findings } = home;
  let named: MapEntry | undefined = entry;
  let keys: Keys = new Map();
  if (entry.value.kind === 'map') {
    const found = readKeys(entry.value, groupUseKeys, 'a use of a group', findings);
    named = requireKey(found, 'group', 'a use of a group', entry.key.at, findings);
    keys = found;
  } else if (entry.value.kind === 'list') {
    findings.add(source.notText, { what: `"${entry.key.text}"` }, entry.value.at);
    return undefined;
  }
  const text = named && readName(named, findings);
  const notes = readNotes(keys, findings);
  const name = text && resolveName('group', text, home);
  return name && { name, ...notes };
}

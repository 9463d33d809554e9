import {
  type AnyParticle,
  type ElementParticle,
  type ElementReference,
  type GroupParticle,
  type GroupReference,
  type Particle,
  propertyIdentifier,
  type Wildcard,
} from '../model/index.ts';
import { constructMap, entriesOf } from './construct-map.ts';
import { declarationKeys } from './declarations.ts';
import { notesOf } from './notes.ts';
import { occurrenceKeys, suffixOf } from './occurrence.ts';
import { formOf, type Home, nameIn, typeReferenceIn } from './scope.ts';
import { mapOf, type YamlEntry, type YamlValue } from './yaml-tree.ts';

/** The entries of a record for its particles, in their order. Keys that are repeated are told apart. */
export function particleEntries(particles: readonly Particle[], home: Home): readonly YamlEntry[] {
  const seen = new Set<string>();
  return particles.map((particle) => {
    const entry = particleEntry(particle, home);
    const distinct = seen.has(entry.key) ? withOtherKey(entry, particle, seen, home) : entry;
    seen.add(distinct.key);
    return distinct;
  });
}

/** A word with a number; a field with its property as the key, and the name of its element beside the type. */
function withOtherKey(entry: YamlEntry, particle: Particle, seen: ReadonlySet<string>, home: Home): YamlEntry {
  if (particle.kind !== 'element') {
    for (let count = 2; ; count++) {
      const isReference = particle.kind === 'elementReference';
      const key = isReference ? `${entry.key}${count}` : wordOf(`$${wordNames[particle.kind]}`, particle, count);
      if (!seen.has(key)) return { ...entry, key };
    }
  }
  const { element, occurs } = particle;
  const { typeScriptName, name } = element;
  let key = typeScriptName ?? name.local;
  for (let count = 2; seen.has(key); count++) key = `${name.local}${count}`;
  const form = formOf(name, home, home.elementForm);
  const keys = { ...declarationKeys(element, home), ...occurrenceKeys(occurs), form, as: name.local };
  const named = key === typeScriptName ? undefined : (typeScriptName ?? propertyIdentifier(name.local));
  return { key, value: constructMap('field', { ...keys, name: named }, home.gaps) };
}

const wordNames = {
  any: 'any',
  groupReference: 'group',
  sequence: 'sequence',
  choice: 'choice',
  all: 'all',
  elementReference: '',
};

function particleEntry(particle: Particle, home: Home): YamlEntry {
  switch (particle.kind) {
    case 'element':
      return fieldEntry(particle, home);
    case 'elementReference':
      return referenceEntry(particle, home);
    case 'groupReference':
      return { key: wordOf('$group', particle), value: groupUse(particle, home) };
    case 'any':
      return { key: wordOf('$any', particle), value: wildcardValue({ ...particle.wildcard, ...particle }, home) };
    default:
      return { key: wordOf(`$${particle.kind}`, particle), value: innerGroup(particle, home) };
  }
}

/** A field: its type where that says all, else the long form. */
function fieldEntry({ element, occurs }: ElementParticle, home: Home): YamlEntry {
  const key = element.name.local;
  const form = formOf(element.name, home, home.elementForm);
  const entries = entriesOf('field', { ...declarationKeys(element, home), ...occurrenceKeys(occurs), form }, home.gaps);
  const isShort = entries.every((one) => shortKeys.has(one.key)) && element.type.kind === 'named';
  if (!isShort || element.type.kind !== 'named') return { key, value: mapOf(entries) };
  return { key, value: `${typeReferenceIn(home, element.type)}${suffixOf(occurs)}` };
}

const shortKeys: ReadonlySet<string> = new Set(['type', 'optional', 'many', 'occurs']);

/** A field that is a global element. Its key is the property. */
function referenceEntry(particle: ElementReference, home: Home): YamlEntry {
  const { name, occurs, typeScriptName } = particle;
  const keys = { element: nameIn(home, name), ...occurrenceKeys(occurs), ...notesOf(particle) };
  const isNamed = typeScriptName !== undefined && typeScriptName !== propertyIdentifier(name.local);
  const value = constructMap('field', { ...keys, name: isNamed ? typeScriptName : undefined }, home.gaps);
  return { key: name.local, value };
}

function groupUse(particle: GroupReference, home: Home): YamlValue {
  const group = nameIn(home, particle.name);
  const map = constructMap('groupUse', { group, ...notesOf(particle) }, home.gaps);
  return map.entries.length === 1 ? group : map;
}

function innerGroup(group: GroupParticle, home: Home): YamlValue {
  const notes = entriesOf('innerGroup', notesOf(group, '$'), home.gaps);
  if (group.kind === 'all') home.gaps.add('an xs:all inside of another group');
  return mapOf([...notes, ...particleEntries(group.particles, home)], 'lines');
}

/** A word with the property, and how often the particle occurs: `$choice method?`. A number tells several apart. */
function wordOf(word: string, { typeScriptName, occurs }: Exclude<Particle, ElementParticle>, count?: number): string {
  const name = typeScriptName ?? (count === undefined ? '' : String(count));
  return `${word}${name === '' ? '' : ` ${name}`}${suffixOf(occurs)}`;
}

/** The value of an `$any`. */
export function wildcardValue(wildcard: Wildcard | (Wildcard & AnyParticle), home: Home): YamlValue {
  const { namespaces, processContents: process } = wildcard;
  const keys = { namespaces: namespacesOf(namespaces, home), process, ...notesOf(wildcard) };
  const map = constructMap('wildcard', keys, home.gaps);
  return map.entries.length === 0 ? true : map;
}

function namespacesOf(namespaces: Wildcard['namespaces'], { prefixes, used }: Home): YamlValue | undefined {
  if (namespaces === '##any') return undefined;
  if (namespaces === '##other') return 'other';
  return namespaces.map((namespace) => {
    const prefix = prefixes.get(namespace);
    if (prefix !== undefined) used.add(namespace);
    return prefix ?? namespace;
  });
}

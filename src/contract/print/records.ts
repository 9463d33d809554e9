import {
  type AttributeUse,
  arrayRestriction,
  type ComplexType,
  type GroupParticle,
  type ModelGroup,
  soapEncoding,
} from '../model/index.ts';
import { attributesMap } from './attributes.ts';
import { constructMap, entriesOf, filled, type KeyValues } from './construct-map.ts';
import { notesOf } from './notes.ts';
import { suffixOf } from './occurrence.ts';
import { particleEntries } from './particles.ts';
import { type Home, nameIn, typeNameIn } from './scope.ts';
import { typeKeys } from './types.ts';
import { mapOf, type YamlEntry, type YamlMap, type YamlValue } from './yaml-tree.ts';

/** An entry of `records`. */
export function recordMap(type: ComplexType, home: Home): YamlMap {
  const { abstract, block, final, typeScriptName } = type;
  const more = { $name: typeScriptName, $abstract: abstract, $block: block, $final: final };
  return recordOf('record', { ...notesOf(type, '$'), ...more, ...contentKeys(type, home) }, type, home);
}

/** An anonymous record. */
export function innerRecord(type: ComplexType, home: Home): YamlMap {
  return recordOf(
    'innerRecord',
    { ...notesOf(type, '$'), $name: type.typeScriptName, ...contentKeys(type, home) },
    type,
    home,
  );
}

/** An entry of `groups`. */
export function groupMap(group: ModelGroup, home: Home): YamlMap {
  const { particle, typeScriptName } = group;
  const order = particle.kind;
  const own = { ...notesOf(group, '$'), $name: typeScriptName, $order: order, $orderNotes: orderNotes(particle, home) };
  const keys = entriesOf('group', own, home.gaps);
  return withLayout([...keys, ...particleEntries(particle.particles, home)]);
}

function recordOf(construct: 'record' | 'innerRecord', keys: KeyValues, type: ComplexType, home: Home): YamlMap {
  const { content } = type;
  const particles =
    content.kind !== 'elements'
      ? []
      : 'particles' in content.particle
        ? content.particle.particles
        : [content.particle];
  const entries = entriesOf(construct, keys, home.gaps);
  const fields = particleEntries(particles, home);
  const isAttribute = ({ key }: YamlEntry): boolean => key === '$attributes';
  return withLayout([...entries.filter((one) => !isAttribute(one)), ...fields, ...entries.filter(isAttribute)]);
}

function contentKeys(type: ComplexType, home: Home): KeyValues {
  const { derivation, mixed, reserved, content } = type;
  const array = arrayItems(type, home);
  if (array !== undefined) return { $reserved: filled(reserved), $array: array };
  const base = derivation && nameIn(home, derivation.base);
  const particle = content.kind === 'elements' && 'particles' in content.particle ? content.particle : undefined;
  return {
    $reserved: filled(reserved),
    $mixed: mixed,
    $extends: derivation?.method === 'extension' ? base : undefined,
    $restricts: derivation?.method === 'restriction' ? base : undefined,
    $order: particle && `${particle.kind}${suffixOf(particle.occurs)}`,
    $orderNotes: particle && orderNotes(particle, home),
    $attributes: attributesMap(type, home),
    $text: content.kind === 'simple' ? textValue(type, home) : undefined,
  };
}

function orderNotes(particle: GroupParticle, { gaps }: Home): YamlMap | undefined {
  const map = constructMap('groupNotes', notesOf(particle), gaps);
  return map.entries.length === 0 ? undefined : map;
}

/** The value of `$array`; undefined for a type that is not an array of the encoding, or has more properties. */
function arrayItems(type: ComplexType, home: Home): string | undefined {
  const { derivation, mixed, content, attributes, attributeGroups, anyAttribute } = type;
  const [attribute, ...others] = attributes;
  const isArray = derivation?.method === 'restriction' && derivation.base.namespace === soapEncoding;
  const isEmpty = content.kind === 'empty' && !mixed && attributeGroups.length === 0 && anyAttribute === undefined;
  const value = attribute?.foreign?.length === 1 ? attribute.foreign[0]?.value : undefined;
  const [, namespace, local, dimensions] = /^\{([^{}]*)\}([^[]+)((?:\[[\d,]*\])+)$/.exec(value ?? '') ?? [];
  if (!isArray || !isEmpty || others.length > 0 || namespace === undefined || local === undefined) return undefined;
  const { attributes: usual } = arrayRestriction(value ?? '');
  if (derivation.base.local !== 'Array' || !isSameUse(attribute, usual[0])) return undefined;
  const name = typeNameIn(home, { namespace, local });
  return dimensions === '[]' ? name : `${name}${dimensions}`;
}

function isSameUse(one: AttributeUse | undefined, other: AttributeUse | undefined): boolean {
  const { doc, default: otherwise, fixed } = one ?? {};
  const isPlain = [doc, otherwise, fixed].every((value) => value === undefined);
  return isPlain && one?.use === other?.use && one?.name.local === other?.name.local;
}

/** The value of `$text`. */
function textValue({ content }: ComplexType, home: Home): YamlValue | undefined {
  if (content.kind !== 'simple') return undefined;
  const { type, sensitive, mapping, typeScriptName: name } = content;
  const keys = { ...typeKeys(type, home), sensitive, mapping, ...notesOf(content), name };
  const entries = entriesOf('text', keys, home.gaps);
  return entries.length === 1 && type.kind === 'named' ? typeNameIn(home, type.name) : mapOf(entries);
}

/** A few plain fields are on one line. */
export function withLayout(entries: readonly YamlEntry[]): YamlMap {
  const isPlain = ({ key, value }: YamlEntry): boolean =>
    !key.startsWith('$') && typeof value === 'string' && !/[[\]]/.test(value);
  const isShort = entries.length <= longestShort && entries.every(isPlain);
  return mapOf(entries, isShort ? 'short' : 'lines');
}

const longestShort = 3;

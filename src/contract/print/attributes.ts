import {
  type AttributeGroup,
  type AttributeUse,
  type ComplexType,
  nameKey,
  type QName,
  type Wildcard,
} from '../model/index.ts';
import { constructMap, entriesOf, filled, type KeyValues } from './construct-map.ts';
import { attributeKeys, literalKeys } from './declarations.ts';
import { notesOf } from './notes.ts';
import { wildcardValue } from './particles.ts';
import { formOf, type Home, nameIn, typeNameIn } from './scope.ts';
import { typeKeys } from './types.ts';
import { mapOf, type YamlEntry, type YamlMap, type YamlValue } from './yaml-tree.ts';

/** What has attributes. */
type Owner = Pick<ComplexType, 'attributes' | 'attributeGroups' | 'anyAttribute'>;

/** The value of `$attributes`; undefined without any. */
export function attributesMap(owner: Owner, home: Home): YamlMap | undefined {
  const entries = attributeEntries(owner, home);
  return entries.length === 0 ? undefined : mapOf(entries);
}

/** An entry of `attributeGroups`. */
export function attributeGroupMap(group: AttributeGroup, home: Home): YamlMap {
  const keys = { ...notesOf(group, '$'), $name: group.typeScriptName };
  return mapOf([...entriesOf('attributeGroup', keys, home.gaps), ...attributeEntries(group, home)], 'lines');
}

function attributeEntries({ attributes, attributeGroups, anyAttribute }: Owner, home: Home): readonly YamlEntry[] {
  const groups = filled(attributeGroups)?.map((name: QName) => nameIn(home, name));
  return [
    ...attributes.map((attribute) => attributeEntry(attribute, home)),
    ...(groups === undefined ? [] : [{ key: '$groups', value: groups }]),
    ...(anyAttribute === undefined ? [] : [anyEntry(anyAttribute, home)]),
  ];
}

function anyEntry(wildcard: Wildcard, home: Home): YamlEntry {
  const { typeScriptName } = wildcard;
  return {
    key: typeScriptName === undefined ? '$any' : `$any ${typeScriptName}`,
    value: wildcardValue(wildcard, home),
  };
}

function attributeEntry(attribute: AttributeUse, home: Home): YamlEntry {
  if (attribute.reference === true) return referenceEntry(attribute, home);
  const key = attribute.name.local;
  const { type, use } = attribute;
  const isUntyped = use === 'prohibited' && type.kind === 'named' && type.name.local === '';
  const keys: KeyValues = {
    ...(isUntyped ? {} : typeKeys(type, home)),
    ...attributeKeys(attribute),
    form: formOf(attribute.name, home, home.attributeForm),
  };
  const entries = entriesOf('attribute', keys, home.gaps);
  const isShort = entries.every((one) => one.key === 'type' || one.key === 'optional');
  if (!isShort || type.kind !== 'named') return { key, value: mapOf(entries) };
  return { key, value: `${typeNameIn(home, type.name)}${use === 'optional' ? '?' : ''}` };
}

/** `$ref c:lang: true`. Properties of the global attribute are not repeated. */
function referenceEntry(attribute: AttributeUse, home: Home): YamlEntry {
  const { name, use, default: otherwise } = attribute;
  const global = home.contract.schemas
    .flatMap(({ attributes }) => attributes)
    .find((one) => nameKey(one.name) === nameKey(name));
  const own = literalKeys(attribute);
  const inherited = global === undefined ? {} : literalKeys(global);
  const keys: KeyValues = {
    ...attributeKeys(attribute),
    optional: use === 'optional' && (otherwise === undefined || own.default === inherited.default),
    default: own.default === inherited.default ? undefined : own.default,
    fixed: own.fixed === inherited.fixed ? undefined : own.fixed,
    doc: attribute.doc === global?.doc ? undefined : attribute.doc,
    name: attribute.typeScriptName === global?.typeScriptName ? undefined : attribute.typeScriptName,
  };
  const map = constructMap('attributeUse', keys, home.gaps);
  const value: YamlValue = map.entries.length === 0 ? true : map;
  return { key: `$ref ${nameIn(home, name)}`, value };
}

import type { Contract, Schema } from '../model/index.ts';
import { nameKey, readingOrder } from '../model/index.ts';
import { attributeGroupMap } from './attributes.ts';
import { constructMap, entriesOf, filled, type KeyValues } from './construct-map.ts';
import { declarationKeys, literalKeys } from './declarations.ts';
import { notesOf } from './notes.ts';
import { groupMap, recordMap } from './records.ts';
import { homeOf, nameIn, type Scope, typeNameIn, typeReferenceIn } from './scope.ts';
import { simpleTypeValue, typeKeys } from './types.ts';
import { mapOf, type YamlEntry, type YamlMap, type YamlValue } from './yaml-tree.ts';

/**
 * The components of all schemas, by the keys of the contract.
 *
 * @param inPlace elements that are declared where messages refer to them, by the keys of their names.
 */
export function componentSections(contract: Contract, inPlace: ReadonlySet<string>, scope: Scope): KeyValues {
  const all = <K extends 'elements' | 'types' | 'attributes' | 'groups' | 'attributeGroups'>(kind: K) =>
    contract.schemas.flatMap((schema): readonly Schema[K][number][] => schema[kind]);
  const inOrder = readingOrder(contract);
  const types = inOrder('type', all('types'));
  return {
    elements: section(
      inOrder('element', all('elements'))
        .filter(({ name }) => !inPlace.has(nameKey(name)))
        .map((element) => elementEntry(element, scope)),
    ),
    attributes: section(all('attributes').map((attribute) => globalAttributeEntry(attribute, scope))),
    groups: section(
      inOrder('group', all('groups')).map((group) => ({
        key: nameIn(scope, group.name),
        value: groupMap(group, homeOf(scope, group.name.namespace)),
        comment: scope.remarks.commentOn(group),
      })),
    ),
    attributeGroups: section(
      inOrder('attributeGroup', all('attributeGroups')).map((group) => ({
        key: nameIn(scope, group.name),
        value: attributeGroupMap(group, homeOf(scope, group.name.namespace)),
        comment: scope.remarks.commentOn(group),
      })),
    ),
    notations: section(
      contract.schemas.flatMap(({ notations = [] }) =>
        notations.map((notation) => {
          const keys = { public: notation.public, system: notation.system, ...notesOf(notation) };
          return { key: nameIn(scope, notation.name), value: constructMap('notation', keys, scope.gaps) };
        }),
      ),
    ),
    types: section(
      types.flatMap((type) => (type.kind === 'simple' ? typeEntry(type, simpleTypeValue(type, scope), scope) : [])),
    ),
    records: section(
      types.flatMap((type) =>
        type.kind === 'complex' ? typeEntry(type, recordMap(type, homeOf(scope, type.name.namespace)), scope) : [],
      ),
    ),
  };
}

/** An entry of `types` or `records`. */
function typeEntry(type: Schema['types'][number], value: YamlValue, scope: Scope): YamlEntry {
  return { key: typeNameIn(scope, type.name), value, comment: scope.remarks.commentOn(type) };
}

/** An entry of `elements`. */
function elementEntry(element: Schema['elements'][number], scope: Scope): YamlEntry {
  const { name, type, abstract, substitutionGroup, final } = element;
  const home = homeOf(scope, name.namespace);
  const keys = {
    ...declarationKeys(element, home),
    abstract,
    substitutes: substitutionGroup && nameIn(scope, substitutionGroup),
    final: filled(final),
  };
  const entries = entriesOf('element', keys, scope.gaps);
  const isShort = entries.length === 1 && type.kind === 'named';
  const value: YamlValue = isShort ? typeReferenceIn(scope, type) : mapOf(entries);
  return { key: nameIn(scope, name), value, comment: scope.remarks.commentOn(element) };
}

/** An entry of `attributes`. */
function globalAttributeEntry(attribute: Schema['attributes'][number], scope: Scope): YamlEntry {
  const { name, type, typeScriptName } = attribute;
  const home = homeOf(scope, name.namespace);
  const keys = { ...typeKeys(type, home), ...literalKeys(attribute), ...notesOf(attribute), name: typeScriptName };
  const entries = entriesOf('globalAttribute', keys, scope.gaps);
  const isShort = entries.length === 1 && type.kind === 'named';
  const value = isShort ? typeReferenceIn(scope, type) : mapOf(entries);
  return { key: nameIn(scope, name), value, comment: scope.remarks.commentOn(attribute) };
}

/** The entries of a key; undefined without any. */
export function section(entries: readonly YamlEntry[]): YamlMap | undefined {
  return entries.length === 0 ? undefined : mapOf(entries, 'spaced');
}

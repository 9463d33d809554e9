import {
  type AttributeGroup,
  type GlobalAttribute,
  type GlobalElement,
  keyOf,
  type ModelGroup,
  type NamedType,
  type QName,
  type Schema,
} from '../../contract/index.ts';
import { type DeclaredEntry, type DeclaringKey, declareNames, declaringKeys } from '../declare.ts';
import type { ContractFile } from '../files.ts';
import type { Namespaces } from '../namespaces.ts';
import type { MapEntry } from '../node.ts';
import { type Home, homeOf, type Scope } from '../scope.ts';
import { buildAttribute, buildAttributeGroup } from './attributes.ts';
import { buildElement, typed } from './element.ts';
import { type BuiltHeader, buildFault, buildHeader, type Carried } from './header.ts';
import { buildGroup, buildRecord } from './record.ts';
import { buildSimpleType } from './simple-type.ts';

/** The components of all files, by the kind of each. */
export interface Components {
  readonly elements: readonly GlobalElement[];
  readonly types: readonly NamedType[];
  readonly attributes: readonly GlobalAttribute[];
  readonly groups: readonly ModelGroup[];
  readonly attributeGroups: readonly AttributeGroup[];
  /** By the keys of their names. */
  readonly headers: ReadonlyMap<string, BuiltHeader>;
  readonly faults: ReadonlyMap<string, Carried>;
}

type Build<T> = (entry: MapEntry, name: QName, home: Home) => T | undefined;

/** Declares the names of all files, then builds what they stand for. */
export function buildComponents(
  files: readonly ContractFile[],
  { scopes }: Namespaces,
  targetNamespace: string,
): Components {
  const declared = files.map((file) => {
    const scope = scopes.get(file);
    return new Map(declaringKeys.map((key) => [key, scope === undefined ? [] : declareNames(key, file, scope)]));
  });
  const all = <T>(key: DeclaringKey, build: Build<T>): readonly T[] =>
    declared.flatMap((byKey) => (byKey.get(key) ?? []).flatMap((one) => builtOf(one, build) ?? []));
  // References to attributes have their types.
  const attributes = all('attributes', buildAttribute);
  for (const attribute of attributes) firstScope(scopes)?.names.attributes.set(keyOf(attribute.name), attribute);
  const types = declared.flatMap((byKey) => [
    ...(byKey.get('types') ?? []).flatMap((one) => builtOf<NamedType>(one, buildSimpleType) ?? []),
    ...(byKey.get('records') ?? []).flatMap((one) => builtOf<NamedType>(one, buildRecord) ?? []),
  ]);
  const own = all('elements', buildElement);
  const headers = all('headers', (entry, name, home) => {
    const built = buildHeader(entry, name, targetNamespace, home);
    return built && { name, built };
  });
  const faults = all('faults', (entry, name, home) => {
    const built = buildFault(entry, name, targetNamespace, home);
    return built && { name, built };
  });
  const carried = [...headers, ...faults].flatMap(({ built }) => built.element ?? []);
  return {
    elements: typed([...own, ...carried], keyOf),
    types,
    attributes,
    groups: all('groups', buildGroup),
    attributeGroups: all('attributeGroups', buildAttributeGroup),
    headers: new Map(headers.map(({ name, built }) => [keyOf(name), built])),
    faults: new Map(faults.map(({ name, built }) => [keyOf(name), built])),
  };
}

function builtOf<T>({ entry, name, scope }: DeclaredEntry, build: Build<T>): T | undefined {
  return build(entry, name, homeOf(scope, name.namespace));
}

function firstScope(scopes: ReadonlyMap<unknown, Scope>): Scope | undefined {
  return scopes.values().next().value;
}

/** One a namespace: the contract's own, then others as they come. */
export function schemasOf(
  components: Components,
  operationElements: readonly GlobalElement[],
  targetNamespace: string,
  { prefixes, formsOf }: Namespaces,
): readonly Schema[] {
  const elements = [...operationElements, ...components.elements];
  const { types, attributes, groups, attributeGroups } = components;
  const named = [elements, types, attributes, groups, attributeGroups].flat();
  // Those that prefixes are declared for come in the order of these.
  const found = new Set(named.map(({ name }) => name.namespace));
  const inOrder = [...prefixes.keys()].filter((namespace) => found.has(namespace));
  const namespaces = new Set([targetNamespace, ...inOrder, ...found]);
  const byNamespace = <T extends { readonly name: QName }>(
    all: readonly T[],
  ): ((namespace: string) => readonly T[]) => {
    const sorted = new Map<string, T[]>();
    for (const one of all) {
      const list = sorted.get(one.name.namespace);
      if (list === undefined) sorted.set(one.name.namespace, [one]);
      else list.push(one);
    }
    return (namespace) => sorted.get(namespace) ?? [];
  };
  const elementsOf = byNamespace(elements);
  const typesOf = byNamespace(types);
  const attributesOf = byNamespace(attributes);
  const groupsOf = byNamespace(groups);
  const attributeGroupsOf = byNamespace(attributeGroups);
  return [...namespaces].map((namespace) => {
    const { elementForm, attributeForm } = formsOf(namespace);
    return {
      targetNamespace: namespace,
      prefix: prefixes.get(namespace),
      elementFormDefault: elementForm,
      attributeFormDefault: attributeForm,
      elements: elementsOf(namespace),
      types: typesOf(namespace),
      attributes: attributesOf(namespace),
      groups: groupsOf(namespace),
      attributeGroups: attributeGroupsOf(namespace),
      imports: [],
    };
  });
}

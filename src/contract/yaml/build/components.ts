import type { DeclaringKey } from '../../language/index.ts';
import {
  type GlobalElement,
  type NamedType,
  type Notation,
  nameKey,
  type QName,
  type Schema,
} from '../../model/index.ts';
import { type DeclaredEntry, declareNames } from '../declare.ts';
import type { ContractFile } from '../files.ts';
import type { Namespaces } from '../namespaces.ts';
import { type Home, homeOf } from '../scope.ts';
import type { MapEntry } from '../yaml-node.ts';
import { buildAttributeGroup, buildGlobalAttribute } from './attributes.ts';
import { buildElement, inheritTypes } from './element.ts';
import { type BuiltFault, type BuiltHeader, buildFault, buildHeader } from './header.ts';
import { buildNotation } from './notation.ts';
import { buildGroup, buildRecord } from './record.ts';
import { buildSimpleType } from './simple-type.ts';
import type { WsdlDetails } from './wsdl-details.ts';

/** The components of all files, by the kind of each. */
export interface Components extends Pick<Schema, 'elements' | 'types' | 'attributes' | 'groups' | 'attributeGroups'> {
  readonly notations: readonly Notation[];
  /** By the keys of their names. */
  readonly headers: ReadonlyMap<string, BuiltHeader>;
  readonly faults: ReadonlyMap<string, BuiltFault>;
}

type Build<T> = (entry: MapEntry, name: QName, home: Home) => T | undefined;

/** Declares the names of all files, then builds their components. */
export function buildComponents(
  files: readonly ContractFile[],
  { scopes }: Namespaces,
  details: WsdlDetails,
): Components {
  const declared = files.map((file) => {
    const scope = scopes.get(file);
    return scope === undefined ? new Map<DeclaringKey, readonly DeclaredEntry[]>() : declareNames(file, scope);
  });
  const all = <T>(key: DeclaringKey, build: Build<T>): readonly T[] =>
    declared.flatMap((byKey) => (byKey.get(key) ?? []).flatMap((one) => builtOf(one, build) ?? []));
  // References to attributes need their types.
  const attributes = all('attributes', buildGlobalAttribute);
  const [names] = [...scopes.values()].map((scope) => scope.names);
  for (const attribute of attributes) names?.attributes.set(nameKey(attribute.name), attribute);
  const types = declared.flatMap((byKey) => [
    ...(byKey.get('types') ?? []).flatMap((one) => builtOf<NamedType>(one, buildSimpleType) ?? []),
    ...(byKey.get('records') ?? []).flatMap((one) => builtOf<NamedType>(one, buildRecord) ?? []),
  ]);
  const own = all('elements', buildElement);
  const headers = all('headers', (entry, name, home) => {
    const built = buildHeader(entry, name, details, home);
    return built && { name, built };
  });
  const faults = all('faults', (entry, name, home) => {
    const built = buildFault(entry, name, details, home);
    return built && { name, built };
  });
  const carried = [...headers, ...faults].flatMap(({ built }) => built.element ?? []);
  return {
    elements: inheritTypes([...own, ...carried]),
    types,
    attributes,
    groups: all('groups', buildGroup),
    attributeGroups: all('attributeGroups', buildAttributeGroup),
    notations: all('notations', buildNotation),
    headers: new Map(headers.map(({ name, built }) => [nameKey(name), built])),
    faults: new Map(faults.map(({ name, built }) => [nameKey(name), built])),
  };
}

function builtOf<T>({ entry, name, scope }: DeclaredEntry, build: Build<T>): T | undefined {
  return build(entry, name, homeOf(scope, name.namespace));
}

/** One schema for each namespace: that of the contract first, unless its prefix is declared behind that of another. */
export function schemasOf(
  components: Components,
  operationElements: readonly GlobalElement[],
  targetNamespace: string,
  { prefixes, formsOf, notes }: Namespaces,
): readonly Schema[] {
  const elements = [...operationElements, ...components.elements];
  const { types, attributes, groups, attributeGroups, notations } = components;
  const named = [elements, types, attributes, groups, attributeGroups, notations].flat();
  // In the order in which their prefixes are declared.
  const found = new Set(named.map(({ name }) => name.namespace));
  const inOrder = [...prefixes.keys()].filter((namespace) => found.has(namespace));
  const first = prefixes.has(targetNamespace) ? [] : [targetNamespace];
  const namespaces = new Set([...first, ...inOrder, targetNamespace, ...found]);
  const byNamespace = <T extends { readonly name: QName }>(all: readonly T[]) => {
    const sorted = new Map<string, T[]>();
    for (const one of all) {
      const list = sorted.get(one.name.namespace);
      if (list === undefined) sorted.set(one.name.namespace, [one]);
      else list.push(one);
    }
    return (namespace: string): readonly T[] => sorted.get(namespace) ?? [];
  };
  const elementsOf = byNamespace(elements);
  const typesOf = byNamespace(types);
  const attributesOf = byNamespace(attributes);
  const groupsOf = byNamespace(groups);
  const attributeGroupsOf = byNamespace(attributeGroups);
  const notationsOf = byNamespace(notations);
  return [...namespaces].map((namespace) => {
    const { elementForm, attributeForm } = formsOf(namespace);
    const ownNotations = notationsOf(namespace);
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
      ...(ownNotations.length > 0 && { notations: ownNotations }),
      ...notes.get(namespace),
      imports: [],
    };
  });
}

import { contract as kinds } from '../../diagnostics/index.ts';
import {
  type ComplexType,
  type ContentModel,
  type LeafModel,
  leavesOf,
  nameKey,
  type Origin,
  type QName,
  sameName,
  type TypeReference,
} from '../model/index.ts';
import type { CheckContext } from './check-context.ts';
import { ContentPositions } from './content-positions.ts';

/** Comparison is quadratic; larger content models are not checked. */
const maxPositions = 2_000;

/**
 * Checks that the name of an element and the preceding elements determine its particle (XML Schema part 1, 3.8.6,
 * "Unique Particle Attribution"), and that elements of one name have one type ("Element Declarations Consistent").
 */
export function checkAmbiguity(type: ComplexType, targetNamespace: string, context: CheckContext): void {
  const model = context.contents.of(type, targetNamespace);
  if (isPlain(model)) return;
  const positions = new ContentPositions(model, maxPositions);
  checkConsistent(positions.leaves, context);
  const conflict = conflictOf(positions);
  if (conflict === undefined) return;
  const [one, other] = conflict.map((leaf) => ({ what: leafText(leaf), origin: originOf(leaf) }));
  if (one === undefined || other === undefined) return;
  // Of a group that is used twice, both are in one place.
  const isElsewhere = other.origin !== one.origin && other.origin !== undefined;
  const related = isElsewhere && one.origin && { ...one.origin, message: `The other one, ${one.what}, is here.` };
  const at = other.origin ?? one.origin ?? type.origin;
  context.add(kinds.ambiguous, { one: other.what, other: one.what }, at, { other: related || undefined });
}

/** No duplicate names and no wildcards: there cannot be an ambiguity. */
function isPlain(model: ContentModel): boolean {
  const seen = new Set<string>();
  for (const leaf of leavesOf(model)) {
    if (leaf.kind === 'any') return false;
    for (const name of namesOf(leaf)) {
      if (seen.has(nameKey(name))) return false;
      seen.add(nameKey(name));
    }
  }
  return true;
}

/** The element that a leaf names, and those that can substitute it. */
function namesOf(leaf: LeafModel): readonly QName[] {
  if (leaf.kind === 'any') return [];
  const { name, declaration, elements } = leaf;
  if (elements.size === 0) return [name];
  const others = [...elements.values()].filter((element) => element !== declaration);
  return [name, ...others.map((element) => element.name)];
}

function leafText(leaf: LeafModel): string {
  if (leaf.kind === 'element') return `"${leaf.name.local}"`;
  const { particle } = leaf;
  return `elements of "$any ${(particle?.kind === 'any' && particle.typeScriptName) || ''}"`;
}

function originOf({ particle }: LeafModel): Origin | undefined {
  return particle?.kind === 'element' ? particle.element.origin : particle?.origin;
}

function checkConsistent(leaves: readonly LeafModel[], context: CheckContext): void {
  const types = new Map<string, LeafModel>();
  for (const leaf of leaves) {
    if (leaf.kind === 'any') continue;
    const first = types.get(nameKey(leaf.name));
    if (first === undefined) types.set(nameKey(leaf.name), leaf);
    else if (!sameType(typeOf(first), typeOf(leaf))) {
      const at = originOf(first);
      const other = at && { ...at, message: 'The first one is here.' };
      context.add(kinds.otherType, { name: leaf.name.local }, originOf(leaf), { other });
      return;
    }
  }
}

function typeOf(leaf: LeafModel): TypeReference | undefined {
  return leaf.kind === 'element' ? leaf.declaration?.type : undefined;
}

function sameType(one: TypeReference | undefined, other: TypeReference | undefined): boolean {
  if (one === other) return true;
  return one?.kind === 'named' && other?.kind === 'named' && sameName(one.name, other.name);
}

/** Two leaves that can follow each other or start the content, and match the same element. */
function conflictOf(positions: ContentPositions): readonly [LeafModel, LeafModel] | undefined {
  const allowed = allowedNamespaces(positions.leaves);
  for (const leaves of positions.alternatives()) {
    const found = conflictIn(leaves, allowed);
    if (found !== undefined) return found;
  }
  return undefined;
}

function conflictIn(
  leaves: readonly LeafModel[],
  allowed: ReadonlyMap<LeafModel, readonly string[]>,
): readonly [LeafModel, LeafModel] | undefined {
  const byName = new Map<string, LeafModel>();
  const byNamespace = new Map<string, LeafModel>();
  for (const leaf of leaves) {
    for (const namespace of allowed.get(leaf) ?? []) {
      const other = byNamespace.get(namespace);
      if (other !== undefined) return [other, leaf];
      byNamespace.set(namespace, leaf);
    }
    for (const name of namesOf(leaf)) {
      const other = byName.get(nameKey(name));
      if (other !== undefined) return [other, leaf];
      byName.set(nameKey(name), leaf);
    }
  }
  for (const named of leaves) {
    for (const { namespace } of namesOf(named)) {
      const wildcard = byNamespace.get(namespace);
      if (wildcard !== undefined) return [named, wildcard];
    }
  }
  return undefined;
}

/** Namespaces that each wildcard allows, among those in the content; `urn:other` represents all others. */
function allowedNamespaces(leaves: readonly LeafModel[]): ReadonlyMap<LeafModel, readonly string[]> {
  const allowed = new Map<LeafModel, readonly string[]>();
  const wildcards = leaves.filter((leaf) => leaf.kind === 'any');
  if (wildcards.length === 0) return allowed;
  const listed = wildcards.flatMap(({ wildcard: { namespaces }, target = '' }) =>
    typeof namespaces === 'string' ? [] : [target, ...namespaces.filter((one) => !one.startsWith('##'))],
  );
  const named = leaves.flatMap((leaf) => namesOf(leaf).map(({ namespace }) => namespace));
  const known = new Set(['', ...named, ...listed, 'urn:other']);
  for (const wildcard of wildcards) allowed.set(wildcard, [...known].filter(wildcard.admits));
  return allowed;
}

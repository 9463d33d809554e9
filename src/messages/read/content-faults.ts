import type { TreeElement } from '@soapwright/runtime/xml';
import { type Member, nameKey, type QName, type Structure } from '../../contract/index.ts';
import { fieldsByName, ranksIn } from './content-values.ts';
import { type ReadableBy, readableBy } from './deviation.ts';
import type { ContentFault } from './match-content.ts';
import { inside, type Place } from './place.ts';

interface DescribedFault {
  readonly place: Place;
  readonly reason: string;
  readonly readableBy: ReadableBy;
}

/** A fault in the content of an element, for a deviation. @param structure that is read from it. */
export function describedFault(
  place: Place,
  { kind, child, missing = [] }: ContentFault<QName & { readonly element: TreeElement }>,
  structure: Structure | undefined,
): DescribedFault {
  const by = (name: QName): ReadableBy =>
    structure ? readersOf(kind, name, structure, place.isEncoded) : readableBy[kind];
  if (child !== undefined) {
    return { place: inside(place, child.element, child.local), reason: reasons[kind], readableBy: by(child) };
  }
  const [name, ...others] = missing;
  if (name !== undefined && others.length === 0) {
    return { place: inside(place, place.element, name.local), reason: 'it is missing', readableBy: by(name) };
  }
  const names = missing.map(({ local }) => local).join(', ');
  const reason = names === '' ? 'an element is missing' : `one of these elements is missing: ${names}`;
  const isTolerable = structure?.content.kind === 'mixed' || (names === '' && structure && hasListsOfAny(structure));
  return { place, reason, readableBy: isTolerable ? 'tolerant' : readableBy[kind] };
}

/** Whether all that its wildcards admit is in lists, which may have too few items. */
function hasListsOfAny({ content }: Structure): boolean {
  const fits = (member: Member): boolean => {
    if (member.kind === 'field') return true;
    if (member.kind === 'any') return member.many || member.optional;
    return (member.kind === 'choice' ? member.choice.cases : member.group.members).every(fits);
  };
  return content.kind === 'particles' && content.members.every(fits);
}

/** Who reads a record with a fault in its content. */
export function readersOf(
  kind: ContentFault<unknown>['kind'],
  name: QName,
  structure: Structure,
  isEncoded = false,
): ReadableBy {
  const { content } = structure;
  const field = fieldsByName(structure).get(nameKey(name));
  if (content.kind === 'mixed') return 'tolerant';
  switch (kind) {
    case 'order':
      // A sequence of distinct names is read in any order.
      if (content.kind !== 'particles') return 'standard';
      return ranksIn(content.members) === undefined ? 'none' : 'tolerant';
    case 'missing-element':
      // An encoded accessor that is not there is null (SOAP 1.1, 5.1, rule 9).
      if (isEncoded && content.kind === 'fields' && field?.nillable) return 'all';
      return field?.many || field?.nillable || field?.optional ? 'tolerant' : 'none';
    case 'repeated-element':
      return field?.many === true ? 'tolerant' : 'none';
    default:
      return 'none';
  }
}

const reasons: Readonly<Record<ContentFault<unknown>['kind'], string>> = {
  order: 'it is out of order',
  'missing-element': 'it is missing',
  'repeated-element': 'it occurs more often than the contract allows',
  'unexpected-element': 'it cannot be together with the elements before it',
};

export function inOtherNamespace(found: QName, meant: QName): string {
  const shown = ({ namespace }: QName): string => (namespace === '' ? 'no namespace' : `the namespace "${namespace}"`);
  return `it is in ${shown(found)}, and in the contract in ${shown(meant)}`;
}

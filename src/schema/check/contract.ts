import {
  type ComplexType,
  type Contract,
  type GlobalElement,
  type Particle,
  type PortType,
  sameName,
  xsd,
} from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import { checkAmbiguity } from './ambiguity.ts';
import { Checking, type CheckingOptions } from './checking.ts';
import { checkCircles } from './circles.ts';
import { checkEndless } from './endless.ts';
import { checkPlaces } from './places.ts';
import { checkFallback, checkIsSimple, checkRecord, isDerived } from './records.ts';
import { checkSimpleTypes } from './simple-types.ts';
import { checkUnused } from './unused.ts';
import { walk } from './walk.ts';

/** What can only be seen when every name has a meaning. */
export function checkContract(contract: Contract, options: CheckingOptions): void {
  const checking = new Checking(contract, options);
  if (!checkCircles(checking)) return;
  checkSimpleTypes(checking);
  checkEndless(checking);
  checkComponents(checking);
  for (const portType of contract.portTypes) checkReservedOperations(portType, checking);
  for (const element of contract.schemas.flatMap(({ elements }) => elements)) checkSubstitution(element, checking);
  // With errors elsewhere a record may only seem to be unused, and a content model to be another one.
  if (!checking.hasErrors()) checkContents(checking);
  if (!checking.hasErrors()) checkUnused(checking);
}

function checkComponents(checking: Checking): void {
  walk(checking.contract, {
    complex: (type, owner) => checkRecord(type, owner, checking),
    simple: (type, owner) => {
      for (const name of type.reserved ?? []) {
        const values = type.variety.kind === 'restriction' ? (type.variety.facets.enumeration ?? []) : [];
        const value = values.find((one) => one.value === name);
        if (value === undefined) continue;
        checking.add(kinds.reservedAgain, { name, where: `"${owner}"` }, checking.marks.spotOf(value) ?? type.origin);
      }
    },
    element: (element) => checkFallback(element, element.type, checking),
    attribute: (attribute) => {
      checkIsSimple(attribute.type, 'an attribute', checking);
      checkFallback(attribute, attribute.type, checking);
    },
  });
}

function checkContents(checking: Checking): void {
  for (const { types, elements, groups, targetNamespace } of checking.contract.schemas) {
    const check = (type: ComplexType): void => {
      if (checkPlaces(type, checking)) checkAmbiguity(type, targetNamespace, checking);
    };
    for (const type of types) walkComplex(type, check);
    for (const { type } of elements) if (type.kind === 'anonymous') walkComplex(type.type, check);
    // What a group holds itself is looked at where it is used.
    for (const { particle } of groups) walkParticle(particle, check);
  }
}

/** A type, and those that stand inside of it. */
function walkComplex(
  type: Contract['schemas'][number]['types'][number] | ComplexType | { readonly kind: 'simple' },
  visit: (type: ComplexType) => void,
): void {
  if (type.kind !== 'complex') return;
  visit(type);
  if (type.content.kind === 'elements') walkParticle(type.content.particle, visit);
}

/** The types without a name in it. */
function walkParticle(particle: Particle, visit: (type: ComplexType) => void): void {
  if (particle.kind === 'element') {
    if (particle.element.type.kind === 'anonymous') walkComplex(particle.element.type.type, visit);
  } else if ('particles' in particle) for (const one of particle.particles) walkParticle(one, visit);
}

function checkReservedOperations({ operations, reserved = [] }: PortType, checking: Checking): void {
  for (const { name, origin } of operations) {
    if (reserved.includes(name)) checking.add(kinds.reservedAgain, { name, where: '"operations"' }, origin);
  }
}

/** What stands for another element is of its type, or of one derived from it. */
function checkSubstitution(element: GlobalElement, checking: Checking): void {
  const { index, marks } = checking;
  if (element.substitutionGroup === undefined) return;
  const head = index.element(element.substitutionGroup);
  if (head === undefined || sameName(head.name, element.name)) return;
  if (isDerived(element.type, head.type, index)) return;
  const isAny = element.type.kind === 'named' && element.type.name.namespace === xsd;
  const at = marks.spotOf(element.type) ?? marks.spotOf(element, 'substitutes') ?? element.origin;
  checking.add(
    kinds.badSubstitution,
    { element: element.name.local, head: head.name.local },
    isAny ? element.origin : at,
  );
}

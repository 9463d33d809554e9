import { contract as kinds } from '../../diagnostics/index.ts';
import {
  type ComplexType,
  type Contract,
  type GlobalElement,
  type PortType,
  reachedByMessages,
  sameName,
} from '../model/index.ts';
import { CheckContext, type CheckOptions, walk } from './check-context.ts';
import { checkAmbiguity } from './content-ambiguity.ts';
import { checkContentSize } from './content-size.ts';
import { checkCycles } from './dependency-cycles.ts';
import { checkEncoding } from './encoding-rules.ts';
import { checkAbstract, checkInfinite } from './instantiability.ts';
import { checkDepth } from './message-depth.ts';
import { checkFallback, checkIsSimple, checkRecord, isDerived } from './record-rules.ts';
import { checkSimpleTypes } from './simple-type-rules.ts';

/**
 * Checks that need resolved names.
 *
 * @returns the contract without its forgiven parts. After errors that stay, the result has no meaning.
 */
export function checkContract(contract: Contract, options: CheckOptions): Contract {
  const context = new CheckContext(contract, options);
  if (checkCycles(context)) checkAcyclic(context);
  return context.corrections.applyTo(contract);
}

function checkAcyclic(context: CheckContext): void {
  const { contract } = context;
  checkSimpleTypes(context);
  checkInfinite(context);
  checkAbstract(context);
  checkComponents(context);
  checkEncoding(context);
  for (const portType of contract.portTypes) checkReservedOperations(portType, context);
  for (const element of contract.schemas.flatMap(({ elements }) => elements)) checkSubstitution(element, context);
  // After errors a content model can be incomplete, and a record can seem unused.
  if (!context.hasErrors()) checkContents(context);
  if (!context.hasErrors()) checkDepth(context);
  if (!context.hasErrors()) checkUnused(context);
}

function checkComponents(context: CheckContext): void {
  walk(context.contract, {
    complex: (type, owner) => checkRecord(type, owner, context),
    simple: (type, owner) => {
      for (const name of type.reserved ?? []) {
        const values = type.variety.kind === 'restriction' ? (type.variety.facets.enumeration ?? []) : [];
        const value = values.find((one) => one.value === name);
        if (value === undefined) continue;
        context.add(kinds.reservedAgain, { name, where: `"${owner}"` }, context.marks.spotOf(value) ?? type.origin);
      }
    },
    element: (element) => checkFallback(element, element.type, context),
    attribute: (attribute) => {
      checkIsSimple(attribute.type, 'an attribute', attribute.origin, context);
      checkFallback(attribute, attribute.type, context);
    },
  });
}

function checkContents(context: CheckContext): void {
  for (const schema of context.contract.schemas) {
    const { targetNamespace } = schema;
    const complex = (type: ComplexType): void => {
      if (checkContentSize(type, targetNamespace, context)) checkAmbiguity(type, targetNamespace, context);
    };
    walk({ schemas: [schema] }, { complex });
  }
}

function checkReservedOperations({ operations, reserved = [] }: PortType, context: CheckContext): void {
  for (const { name, origin } of operations) {
    if (reserved.includes(name)) context.add(kinds.reservedAgain, { name, where: '"operations"' }, origin);
  }
}

/** The type of a substitute is that of its head, or derived from it. */
function checkSubstitution(element: GlobalElement, context: CheckContext): void {
  const { index, marks } = context;
  const head = element.substitutionGroup && index.element(element.substitutionGroup);
  if (head === undefined || sameName(head.name, element.name) || element.type === head.type) return;
  if (head.type.kind === 'named' && isDerived(element.type, head.type, index)) return;
  const at = marks.spotOf(element.type) ?? marks.spotOf(element, 'substitutes') ?? element.origin;
  context.add(kinds.badSubstitution, { element: element.name.local, head: head.name.local }, at);
}

/** Reports records that no message can contain. Included files are excepted, since other contracts use them too. */
function checkUnused(context: CheckContext): void {
  const { contract, main } = context;
  const reached = reachedByMessages(contract);
  if (reached.holdsAny) return;
  for (const type of contract.schemas.flatMap(({ types }) => types)) {
    if (type.kind !== 'complex' || reached.has('type', type.name) || type.origin?.file !== main.source.file) continue;
    context.add(kinds.unusedRecord, { record: type.name.local }, type.origin);
  }
}

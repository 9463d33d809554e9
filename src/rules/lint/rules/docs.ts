import type { Annotated } from '../../../contract/index.ts';
import { attributes, fields, type Labelled, operations, types, type View } from '../contract-view.ts';
import { each, type RuleDefinition } from '../rule.ts';
import { namedFields } from './name-styles.ts';

function silent({ doc }: Pick<Annotated, 'doc'>): boolean {
  return doc === undefined || doc.trim() === '';
}

export const serviceDoc: RuleDefinition = {
  id: 'service-doc',
  severity: 'info',
  summary: 'The service has a doc.',
  why: 'It is the first text that people read: in the WSDL, on the page of the service, and in the generated client.',
  example: { before: 'service: Shop', after: 'service: Shop\ndoc: Orders of the shop, from the basket to the parcel.' },
  remedy: 'Add "doc" beside "service".',
  check: (view, report) => {
    const { name } = view.contract;
    if (silent(view.contract)) report(view.whole, `The service "${name}" has no doc.`);
  },
};

export const operationDoc: RuleDefinition = {
  id: 'operation-doc',
  summary: 'Each operation has a doc.',
  why: 'It is in the WSDL, in the list of operations and above the method of the client, and often the only documentation that a caller has.',
  example: {
    before: 'operations:\n  FindOrder: { result: Order }',
    after: 'operations:\n  FindOrder: { doc: Finds an order by its number., result: Order }',
  },
  remedy: 'Add "doc": what it does, what it needs, and what it returns for an empty result.',
  check: each(operations, ({ operation }) => silent(operation) && 'has no doc.'),
};

export const recordDoc: RuleDefinition = {
  id: 'record-doc',
  severity: 'info',
  preset: 'strict',
  summary: 'Each record and each type has a doc.',
  why: 'It is the comment of the interface, and distinguishes records with similar names.',
  example: {
    before: 'records:\n  Order: { Number: string }',
    after: 'records:\n  Order: { $doc: "What a customer has bought.", Number: string }',
  },
  remedy: 'Add "$doc" to the record, "doc" to the type.',
  check: each(types, ({ component }) => silent(component) && 'has no doc.'),
};

export const fieldDoc: RuleDefinition = {
  id: 'field-doc',
  severity: 'info',
  preset: 'strict',
  summary: 'Each field and each attribute has a doc.',
  why: 'A name rarely contains the unit, the format, or the meaning of an absent value.',
  example: {
    before: 'records:\n  Order: { Weight: decimal }',
    after: 'records:\n  Order:\n    Weight: { type: decimal, doc: In kilograms. }',
  },
  remedy: 'Add "doc" in the long form of the field.',
  check: (view, report) => {
    each(namedFields, ({ element }) => silent(element) && 'has no doc.')(view, report);
    each(attributes, ({ attribute }) => silent(attribute) && 'has no doc.')(view, report);
  },
};

export const deprecatedDoc: RuleDefinition = {
  id: 'deprecated-reason',
  summary: 'Deprecated components name a replacement.',
  why: 'A warning without a replacement does not help its readers.',
  example: {
    before: 'operations:\n  FindOrder: { doc: Finds an order., deprecated: "Deprecated.", result: Order }',
    after: 'operations:\n  FindOrder: { doc: Finds an order., deprecated: Use SearchOrders., result: Order }',
  },
  remedy: 'Name the replacement, or explain why nothing replaces it.',
  check: each(annotated, ({ of: { deprecated } }) => {
    const saysNothing = /^\s*(?:true|yes|obsolete|deprecated|do not use|don't use)?[.! ]*$/i;
    return deprecated !== undefined && saysNothing.test(deprecated) && 'is deprecated without a replacement.';
  }),
};

function annotated(view: View): readonly (Labelled & { readonly of: Annotated })[] {
  return [
    ...view.operations.map((one) => ({ ...one, of: one.operation })),
    ...view.types.map((one) => ({ ...one, of: one.component })),
    ...view.holders.flatMap((holder) => [
      ...holder.fields.map((one) => ({ ...one, of: one.element })),
      ...holder.attributes.map((one) => ({ ...one, of: one.attribute })),
    ]),
  ];
}

/** Names of fields that tell why a request was refused. */
const errorName = /^(?:error|err|fault|failure)_?(?:message|msg|text|description|reason|string)$/i;

export const unmarkedError: RuleDefinition = {
  id: 'unmarked-error',
  severity: 'info',
  preset: 'strict',
  summary: 'Fields that tell why a request was refused are marked as errors.',
  why: 'Without "error: true" the pages say "Done" for a response whose field says that nothing was done.',
  example: {
    before: 'records:\n  Order:\n    Number: int\n    ErrorMessage: string?',
    after: 'records:\n  Order:\n    Number: int\n    ErrorMessage: { type: string, optional: true, error: true }',
  },
  remedy: 'Write it in the long form, with "error: true". If it tells something else, add the field to "ignore".',
  check: each(fields, ({ name, element }) => {
    const isUnmarked = errorName.test(name) && element.error !== true && !element.sensitive;
    return isUnmarked && 'looks like the reason of a refusal, but is not marked as an error.';
  }),
};

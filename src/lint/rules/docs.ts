import type { Annotated } from '../../contract/index.ts';
import type { RuleDefinition } from '../rule.ts';
import { capital } from '../wording.ts';
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
  check: (view, report) => {
    for (const { path, origin, operation } of view.operations) {
      if (silent(operation)) report({ path, origin }, `The operation "${operation.name}" has no doc.`);
    }
  },
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
  check: (view, report) => {
    for (const { component, label, ...subject } of view.types) {
      if (silent(component)) report(subject, `${capital(label)} has no doc.`);
    }
  },
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
    for (const field of namedFields(view))
      if (silent(field.element)) report(field, `${capital(field.label)} has no doc.`);
    for (const { attributes } of view.holders) {
      for (const attribute of attributes) {
        if (silent(attribute.attribute)) report(attribute, `${capital(attribute.label)} has no doc.`);
      }
    }
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
  remedy: 'Name the replacement, or explain why there is none.',
  check: (view, report) => {
    const annotated = [
      ...view.operations.map(({ path, origin, operation }) => ({
        path,
        origin,
        label: `the operation "${operation.name}"`,
        of: operation,
      })),
      ...view.types.map(({ path, origin, label, component }) => ({ path, origin, label, of: component })),
      ...view.holders.flatMap(({ fields, attributes }) => [
        ...fields.map(({ path, origin, label, element }) => ({ path, origin, label, of: element })),
        ...attributes.map(({ path, origin, label, attribute }) => ({ path, origin, label, of: attribute })),
      ]),
    ];
    for (const { label, of, ...subject } of annotated) {
      const { deprecated } = of;
      if (
        deprecated !== undefined &&
        /^\s*(?:true|yes|obsolete|deprecated|do not use|don't use)?[.! ]*$/i.test(deprecated)
      ) {
        report(subject, `${capital(label)} is deprecated without a replacement.`);
      }
    }
  },
};

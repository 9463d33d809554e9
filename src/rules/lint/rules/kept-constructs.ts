import type { Derivation } from '../../../contract/index.ts';
import { elements, fields, type Labelled, types, type View } from '../contract-view.ts';
import type { Report, RuleDefinition } from '../rule.ts';
import { capital } from '../wording.ts';

/** Constructs in the WSDL that messages are not checked against. */
export const keptNotEnforced: RuleDefinition = {
  id: 'kept-not-enforced',
  summary: 'The contract has no identity constraints, no "block", no "final" and no notations.',
  why: 'Generated code does not check them, as most toolkits do not: a message that violates one is accepted. They are kept for readers of the WSDL that do.',
  example: {
    before:
      'records:\n  Order:\n    Lines:\n      record: { Sku: "string[]" }\n      constraints: [{ unique: once, selector: Sku, fields: [.] }]',
    after: 'records:\n  Order:\n    Lines:\n      record: { Sku: "string[]" }\n      doc: No Sku is twice in it.',
  },
  remedy: 'Check it in the handler, and say so in the documentation.',
  source: 'XML Schema part 1, 3.3.4, 3.4.4, 3.11.4 and 3.12',
  check: (view, report) => {
    for (const { component, ...subject } of elements(view)) {
      reportConstraints(component.constraints?.length, subject, report);
      reportDerivations('block', component.block, subject, report);
      reportDerivations('final', component.final, subject, report);
    }
    for (const { element, ...subject } of fields(view)) {
      reportConstraints(element.constraints?.length, subject, report);
      reportDerivations('block', element.block, subject, report);
    }
    for (const { component, ...subject } of types(view)) {
      if (component.kind === 'complex') reportDerivations('block', component.block, subject, report);
      reportDerivations('final', component.final, subject, report);
    }
    reportNotations(view, report);
  },
};

function reportConstraints(count: number | undefined, { label, path, origin }: Labelled, report: Report): void {
  if (count === undefined || count === 0) return;
  report({ path, origin }, `${capital(label)} has identity constraints, which are not checked.`);
}

function reportDerivations(
  key: 'block' | 'final',
  listed: readonly Derivation[] | undefined,
  { label, path, origin }: Labelled,
  report: Report,
): void {
  if (listed === undefined || listed.length === 0) return;
  report({ path, origin }, `${capital(label)} has "${key}" (${listed.join(', ')}), which is not enforced.`);
}

function reportNotations({ contract }: View, report: Report): void {
  for (const { name, origin } of contract.schemas.flatMap(({ notations = [] }) => notations)) {
    const subject = { path: `notations/${name.local}`, origin: origin ?? contract.origin };
    report(subject, `The notation "${name.local}" is in the WSDL alone.`);
  }
}

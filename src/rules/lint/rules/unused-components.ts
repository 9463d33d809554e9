import { nameKey, type QName } from '../../../contract/index.ts';
import type { ComponentView, View } from '../contract-view.ts';
import { type ComponentKey, componentKey, reachable } from '../reach.ts';
import type { Report, RuleDefinition } from '../rule.ts';
import { capital } from '../wording.ts';

/** Messages that operations or header bindings refer to. */
function usedMessages({ contract }: View): ReadonlySet<string> {
  const operations = contract.portTypes.flatMap(({ operations }) => operations);
  const bodies = contract.bindings.flatMap(({ operations }) =>
    operations.flatMap(({ input, output }) => [input, output]),
  );
  const references: readonly ({ readonly message: QName } | undefined)[] = [
    ...operations.flatMap(({ input, output, faults }) => [input, output, ...faults]),
    ...bodies.flatMap((body) => body?.headers ?? []),
  ];
  return new Set(references.flatMap((reference) => (reference === undefined ? [] : [nameKey(reference.message)])));
}

const cache = new WeakMap<View, ReadonlySet<ComponentKey>>();

/** Components that messages of operations can contain; cached for all rules. */
function used(view: View): ReadonlySet<ComponentKey> {
  const cached = cache.get(view);
  if (cached !== undefined) return cached;
  const messages = usedMessages(view);
  const parts = view.contract.messages
    .filter(({ name }) => messages.has(nameKey(name)))
    .flatMap((message) =>
      message.parts.map(({ content }) => ({
        kind: content.kind,
        name: content.kind === 'element' ? content.name : content.type,
      })),
    );
  const found = reachable(view, parts);
  cache.set(view, found);
  return found;
}

/** Declarations of an included file can be for other contracts. */
function isShared(view: View, { origin }: { readonly origin?: ComponentView['origin'] }): boolean {
  return origin !== undefined && view.contract.origin !== undefined && origin.file !== view.contract.origin.file;
}

function checkUnused(
  view: View,
  report: Report,
  kind: Parameters<typeof componentKey>[0],
  components: readonly ComponentView[],
): void {
  const reached = used(view);
  for (const component of components) {
    if (reached.has(componentKey(kind, component.name)) || isShared(view, component)) continue;
    report(component, `No message contains ${component.label}.`);
  }
}

const remedy = 'Remove it, or use it. What several contracts share belongs into a file that they include.';
const why =
  'What no message can hold is dead weight: it is generated, read and kept, and people take it for part of the service.';

export const unusedRecord: RuleDefinition = {
  id: 'unused-record',
  summary: 'Each record is part of some message.',
  why,
  example: {
    before: 'records:\n  Order: { Number: string }\n  Basket: { Items: int }',
    after: 'records:\n  Order: { Number: string, Basket: Basket }\n  Basket: { Items: int }',
  },
  remedy,
  check: (view, report) => {
    const components = view.types.filter(({ component }) => component.kind === 'complex');
    checkUnused(view, report, 'type', components);
  },
};

export const unusedType: RuleDefinition = {
  id: 'unused-type',
  summary: 'Each simple type is part of some message.',
  why,
  example: {
    before: 'types:\n  Colour: [red, green]\nrecords:\n  Order: { Number: string }',
    after: 'types:\n  Colour: [red, green]\nrecords:\n  Order: { Number: string, Colour: Colour }',
  },
  remedy,
  check: (view, report) => {
    const components = view.types.filter(({ component }) => component.kind === 'simple');
    checkUnused(view, report, 'type', components);
  },
};

export const unusedElement: RuleDefinition = {
  id: 'unused-element',
  summary: 'Each global element is part of some message.',
  why: `${why} A global element is used by a reference, by a substitution group with a used head, or by a wildcard that allows it.`,
  example: {
    before: 'elements:\n  Note: string\nrecords:\n  Order: { Number: string }',
    after: 'elements:\n  Note: string\nrecords:\n  Order: { Number: string, note: { element: Note } }',
  },
  remedy,
  check: (view, report) => {
    const elsewhere = messageElements(view);
    const components = view.elements.filter(({ name }) => !elsewhere.has(nameKey(name)));
    checkUnused(view, report, 'element', components);
  },
};

/** Elements of messages, which the rule unused-message checks. */
function messageElements({ contract }: View): ReadonlySet<string> {
  return new Set(
    contract.messages.flatMap(({ parts }) =>
      parts.flatMap(({ content }) => (content.kind === 'element' ? [nameKey(content.name)] : [])),
    ),
  );
}

export const unusedGroup: RuleDefinition = {
  id: 'unused-group',
  summary: 'Each group, attribute group and global attribute is part of some message.',
  why,
  example: {
    before: 'groups:\n  Contact: { Email: string, Phone: string? }\nrecords:\n  Order: { Number: string }',
    after:
      'groups:\n  Contact: { Email: string, Phone: string? }\nrecords:\n  Order: { Number: string, $group contact: Contact }',
  },
  remedy,
  check: (view, report) => {
    checkUnused(view, report, 'group', view.groups);
    checkUnused(view, report, 'attributeGroup', view.attributeGroups);
    checkUnused(view, report, 'attribute', view.attributes);
  },
};

export const unusedMessage: RuleDefinition = {
  id: 'unused-message',
  summary: 'Each header and each fault is used by an operation.',
  why: 'A server rejects a header with mustUnderstand that no operation declares, and a fault that no operation declares is not in the WSDL, so that clients do not expect it.',
  example: {
    before:
      'faults:\n  NotFound: NotFoundDetail\noperations:\n  FindOrder: { result: Order }\nrecords:\n  NotFoundDetail: { Number: string }',
    after:
      'faults:\n  NotFound: NotFoundDetail\noperations:\n  FindOrder: { result: Order, faults: [NotFound] }\nrecords:\n  NotFoundDetail: { Number: string }',
  },
  remedy: 'Add it to "headers" or "faults" of its operations, or remove it.',
  check: (view, report) => {
    const messages = usedMessages(view);
    for (const message of view.contract.messages) {
      if (messages.has(nameKey(message.name)) || isShared(view, message)) continue;
      const { origin = view.contract.origin, name, parts } = message;
      const part = parts[0];
      const element = part?.content.kind === 'element' ? view.element(part.content.name) : undefined;
      const path = element?.path ?? `messages/${name.local}`;
      const label =
        element === undefined ? `the message "${name.local}"` : element.label.replace('element', 'header or fault');
      report({ path, origin: element?.origin ?? origin }, `${capital(label)} is used by no operation.`);
    }
  },
};

export const allOptionalRequest: RuleDefinition = {
  id: 'all-optional-request',
  severity: 'info',
  preset: 'strict',
  summary: 'A request has a required field.',
  why: 'If every field is optional, an empty request is valid, and only an error response shows which fields are needed. Contracts of .asmx services declare every string as optional, so that this rule is only in the preset `strict`.',
  example: {
    before: 'operations:\n  FindOrder:\n    request: { Number: string?, Customer: string? }\n    result: Order',
    after: 'operations:\n  FindOrder:\n    request: { Number: string, Customer: string? }\n    result: Order',
  },
  remedy: 'Remove the "?" of fields that every client must send. Fields that existing clients omit must stay optional.',
  check: (view, report) => {
    for (const { kind, fields, label, ...subject } of view.holders) {
      if (
        kind !== 'request' ||
        fields.length < 2 ||
        fields.some(({ occurs, conditional }) => occurs.min > 0 && !conditional)
      )
        continue;
      report(subject, `${capital(label)} has ${fields.length} fields, all of them optional.`);
    }
  },
};

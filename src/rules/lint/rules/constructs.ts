import { nameKey, particleReference } from '../../../contract/index.ts';
import { elements, holders, particles, types, type View } from '../contract-view.ts';
import { each, type RuleDefinition } from '../rule.ts';
import { capital } from '../wording.ts';

export const repeatedGroup: RuleDefinition = {
  id: 'repeated-group',
  summary: 'Elements repeat, groups of elements do not.',
  why: 'Most clients have no type for a group. PHP creates an array for each name in a repeated sequence, so that it is lost which values belong together; zeep cannot read an optional group before other fields; JAXB creates one list of objects of any type.',
  example: {
    before: 'records:\n  Order:\n    $sequence rows[]: { Sku: string, Count: int }',
    after: 'records:\n  Order:\n    Row: "Row[]"\n  Row: { Sku: string, Count: int }',
  },
  remedy: 'Declare a record for the group, and repeat a field of that type.',
  check: each(particles, ({ particle }) => {
    const { kind, occurs } = particle;
    const isGroup = kind === 'sequence' || kind === 'choice' || particleReference(particle)?.kind === 'group';
    return isGroup && (occurs.max === 'unbounded' || occurs.max > 1) && 'repeats.';
  }),
};

export const choiceContent: RuleDefinition = {
  id: 'choice-content',
  severity: 'info',
  preset: 'strict',
  summary: 'No record contains a choice.',
  why: 'In TypeScript a choice is a union. In PHP, JAXB and zeep it is an object with optional fields, so that a client can send two of them or none, which is a fault; in .NET it is "object Item", whose class determines the case.',
  example: {
    before: 'records:\n  Payment:\n    $choice method: { Card: string, Account: string }',
    after: 'records:\n  Payment:\n    Kind: string\n    Number: string',
  },
  remedy: 'Keep it where it fits the data, and document in "doc" that exactly one of the fields is required.',
  check: each(particles, ({ particle, label }) => {
    const what = label.startsWith('the choice') ? '' : 'is a choice, which ';
    return particle.kind === 'choice' && `${what}is a set of optional fields in most clients.`;
  }),
};

export const allContent: RuleDefinition = {
  id: 'all-content',
  severity: 'info',
  preset: 'strict',
  summary: 'The fields of a record have an order.',
  why: 'The data contract serializer of .NET supports only sequences, and svcutil uses another serializer for the complete WSDL; older versions of gSOAP and Axis reject xs:all.',
  example: {
    before: 'records:\n  Order: { $order: all, Number: string, Total: decimal }',
    after: 'records:\n  Order: { Number: string, Total: decimal }',
  },
  remedy: 'Remove "$order: all": the runtime also accepts the fields of a sequence in any order.',
  check: each(particles, ({ particle }) => particle.kind === 'all' && 'allows any order (xs:all).'),
};

export const wildcardContent: RuleDefinition = {
  id: 'any-content',
  severity: 'info',
  preset: 'strict',
  summary: 'Content is declared, without wildcards.',
  why: 'Clients receive XML that they must parse: a text in "any" in PHP, an element of the XML library in zeep and .NET, a list of objects in JAXB.',
  example: {
    before: 'records:\n  Order:\n    Number: string\n    $any extra[]: { namespaces: other, process: lax }',
    after: 'records:\n  Order:\n    Number: string\n    Extra: "string[]"',
  },
  remedy: 'Declare the known elements; keep a wildcard for extensions.',
  check: (view, report) => {
    for (const { particle, label, path, origin } of particles(view)) {
      if (particle.kind === 'any') report({ path, origin }, `${capital(label)} allows undeclared elements.`);
    }
    for (const { label, path, origin, type } of view.holders) {
      if (type?.anyAttribute)
        report(
          { path: `${path}/@*`, origin: type.anyAttribute.origin ?? origin },
          `${capital(label)} allows undeclared attributes.`,
        );
    }
  },
};

export const mixedContent: RuleDefinition = {
  id: 'mixed-content',
  summary: 'No record has text between its elements.',
  why: 'PHP and zeep read the elements and silently lose the text; the XmlSerializer of .NET keeps the texts without their positions.',
  example: {
    before: 'records:\n  Letter:\n    $mixed: true\n    Name: "string[]"',
    after: 'records:\n  Letter:\n    Text: string\n    Name: "string[]"',
  },
  remedy: 'Send text with markup as a string, or as binary data with a media type.',
  check: each(holders, ({ type }) => type?.mixed && 'has text between its elements, which many clients lose.'),
};

export const substitutionGroup: RuleDefinition = {
  id: 'substitution-group',
  summary: 'No element substitutes another one.',
  why: 'zeep rejects a response with a substitute ("unexpected element"), PHP loses it, and .NET supports it only for types that are derived from each other.',
  example: {
    before:
      'elements:\n  Shape: { type: string, abstract: true }\n  Circle: { type: string, substitutes: Shape }\nrecords:\n  Drawing: { shape: { element: Shape } }',
    after: 'records:\n  Drawing:\n    $choice shape: { Circle: string, Square: string }',
  },
  remedy: 'Use a choice, or one record that others extend.',
  check: each(elements, ({ component: { substitutionGroup: head } }) => {
    return head && `substitutes "${head.local}", which PHP and zeep cannot read.`;
  }),
};

export const abstractType: RuleDefinition = {
  id: 'abstract-type',
  severity: 'info',
  preset: 'strict',
  summary: 'No record is abstract.',
  why: 'Senders must write xsi:type for an abstract type: with a SoapVar in PHP, by naming the type in zeep, by hand in other clients. .NET and JAXB do it automatically.',
  example: {
    before: 'records:\n  Payment: { $abstract: true, Amount: decimal }\n  Card: { $extends: Payment, Number: string }',
    after: 'records:\n  Payment: { Amount: decimal, Number: string? }',
  },
  remedy: 'Keep it if the derived records differ much, and show a message with xsi:type in "$doc".',
  check: each(types, ({ component }) => {
    return component.kind === 'complex' && component.abstract && 'is abstract: each message needs xsi:type.';
  }),
};

export const recursiveRecord: RuleDefinition = {
  id: 'recursive-record',
  severity: 'info',
  preset: 'strict',
  summary: 'No record contains itself.',
  why: 'Each parser has another depth limit: one side can reject messages of the other. Generated test forms and samples show only part of such a record.',
  example: {
    before: 'records:\n  Folder: { Name: string, Parent: Folder? }',
    after: 'records:\n  Folder: { Name: string, ParentName: string? }',
  },
  remedy: 'Document the maximum depth in "$doc", or send a flat list with references.',
  check: (view, report) => {
    const holds = new Map<string, readonly string[]>(
      view.holders
        .filter(({ kind }) => kind === 'record')
        .map(({ path, fields }) => [
          path,
          fields.flatMap(({ element: { type } }) => (type.kind === 'named' ? (view.type(type.name)?.path ?? []) : [])),
        ]),
    );
    for (const { kind, label, path, origin } of view.holders) {
      if (kind === 'record' && reaches(holds, path))
        report({ path, origin }, `${capital(label)} can contain itself, to any depth.`);
    }
  },
};

function reaches(holds: ReadonlyMap<string, readonly string[]>, start: string): boolean {
  const seen = new Set<string>();
  const stack = [...(holds.get(start) ?? [])];
  for (let path = stack.pop(); path !== undefined; path = stack.pop()) {
    if (path === start) return true;
    if (seen.has(path)) continue;
    seen.add(path);
    stack.push(...(holds.get(path) ?? []));
  }
  return false;
}

export const emptySoapAction: RuleDefinition = {
  id: 'empty-soap-action',
  severity: 'info',
  summary: 'Each operation has a soapAction.',
  why: 'With an empty soapAction the HTTP headers do not name the operation: gateways cannot route or limit by it, and a .NET service, which selects the operation by it, cannot replace this one.',
  example: {
    before: 'operations:\n  FindOrder: { soapAction: "", result: Order }',
    after: 'operations:\n  FindOrder: { soapAction: "urn:shop#FindOrder", result: Order }',
  },
  remedy: 'Remove the key for the derived default, or write a value. Keep what clients already send.',
  check: (view, report) => {
    const empty = new Set(
      view.contract.bindings.flatMap(({ operations }) =>
        operations.filter(({ soapAction }) => soapAction === '').map(({ name }) => name),
      ),
    );
    for (const { path, origin, operation } of view.operations) {
      if (empty.has(operation.name))
        report({ path, origin }, `The operation "${operation.name}" has an empty soapAction.`);
    }
  },
};

export const unqualifiedForm: RuleDefinition = {
  id: 'unqualified-form',
  severity: 'info',
  summary: 'Fields are in the namespace of their schema.',
  why: 'Data contracts of .NET support only qualified elements, and hand-written clients forget that an unqualified field needs a prefix on its parent or an xmlns="".',
  example: {
    before: 'elementForm: unqualified',
    after: 'elementForm: qualified',
  },
  remedy: 'Use "elementForm: qualified" for new contracts; keep the form of existing messages.',
  check: (view, report) => {
    const unqualified = new Set<string>();
    for (const { targetNamespace, elementFormDefault } of view.contract.schemas) {
      if (elementFormDefault !== 'unqualified') continue;
      unqualified.add(targetNamespace);
      report(view.whole, `The fields of the namespace "${targetNamespace}" are unqualified.`);
    }
    for (const { fields, schema } of view.holders) {
      if (unqualified.has(schema.targetNamespace)) continue;
      for (const field of fields) {
        if (field.element.name.namespace === '' && schema.targetNamespace !== '')
          report(field, `${capital(field.label)} is unqualified, and others of its namespace are not.`);
      }
    }
  },
};

export const sameNameNamespaces: RuleDefinition = {
  id: 'namespace-twins',
  severity: 'info',
  preset: 'strict',
  summary: 'No two records of different namespaces have the same name.',
  why: 'The classmap of PHP uses local names only, so that one record is confused with the other; in TypeScript one of them needs another name.',
  example: {
    before:
      'namespaces: { c: urn:common }\nrecords:\n  Address: { Street: string, Common: c:Address }\n  "c:Address": { $name: CommonAddress, City: string }',
    after:
      'namespaces: { c: urn:common }\nrecords:\n  Address: { Street: string, Common: c:Place }\n  "c:Place": { City: string }',
  },
  remedy: 'Rename one of them if it is not in use yet.',
  check: (view, report) => {
    const first = new Map<string, View['types'][number]>();
    for (const type of view.types) {
      const before = first.get(type.name.local);
      if (before === undefined) first.set(type.name.local, type);
      else if (nameKey(before.name) !== nameKey(type.name)) {
        report(type, `${capital(type.label)} has the local name of ${before.label} in another namespace.`, before);
      }
    }
  },
};

import { keyOf, type Particle } from '../../contract/index.ts';
import type { Holder, ParticleView, View } from '../contract-view.ts';
import type { Rule } from '../rule.ts';
import { capital } from '../wording.ts';

/** Each particle of the contract that is no local element, with the holder that it is in. */
function particles(view: View): readonly (ParticleView & { readonly holder: Holder })[] {
  return view.holders.flatMap((holder) => holder.particles.map((one) => ({ ...one, holder })));
}

function repeats({ occurs }: Particle): boolean {
  return occurs.max === 'unbounded' || occurs.max > 1;
}

export const repeatedGroup: Rule = {
  id: 'repeated-group',
  category: 'interop',
  severity: 'warning',
  preset: 'recommended',
  summary: 'What repeats is an element, not a group of elements.',
  why: 'Clients keep fields, not groups. PHP makes one array of each name in a sequence that repeats, so that nothing says any more which belong together; zeep cannot read an optional one that others follow; JAXB makes one list of objects of any kind.',
  example: {
    before: 'records:\n  Order:\n    $sequence rows[]: { Sku: string, Count: int }',
    after: 'records:\n  Order:\n    Row: "Row[]"\n  Row: { Sku: string, Count: int }',
  },
  remedy: 'Make a record of the group, and let a field of it repeat.',
  check: (view, tell) => {
    for (const { particle, label, path, origin } of particles(view)) {
      const group = particle.kind === 'sequence' || particle.kind === 'choice' || particle.kind === 'groupReference';
      if (group && repeats(particle)) tell({ path, origin }, `${capital(label)} repeats as a whole.`);
    }
  },
};

export const choiceContent: Rule = {
  id: 'choice-content',
  category: 'interop',
  severity: 'info',
  preset: 'strict',
  summary: 'No content is a choice.',
  why: 'TypeScript gets a union that says the truth. PHP, JAXB and zeep make an object with all branches optional, and nothing stops a caller from sending two or none, which is then a fault; .NET makes "object Item", whose class tells which.',
  example: {
    before: 'records:\n  Payment:\n    $choice method: { Card: string, Account: string }',
    after: 'records:\n  Payment:\n    Kind: string\n    Number: string',
  },
  remedy: 'Keep it where it says what is meant, and tell callers in "doc" that one of them is to be there.',
  check: (view, tell) => {
    for (const { particle, label, path, origin } of particles(view)) {
      if (particle.kind === 'choice')
        tell(
          { path, origin },
          `${capital(label)}${label.startsWith('the choice') ? '' : ' is a choice, which'} reaches most clients as fields that are all optional.`,
        );
    }
  },
};

export const allContent: Rule = {
  id: 'all-content',
  category: 'interop',
  severity: 'info',
  preset: 'strict',
  summary: 'Content has an order.',
  why: 'The serializer for data contracts of .NET takes sequences alone, and svcutil falls back to another one for the whole WSDL; older gSOAP and Axis refuse xs:all.',
  example: {
    before: 'records:\n  Order: { $order: all, Number: string, Total: decimal }',
    after: 'records:\n  Order: { Number: string, Total: decimal }',
  },
  remedy: 'Leave out "$order: all": a tolerant reader takes the fields of a sequence in any order too.',
  check: (view, tell) => {
    for (const { particle, label, path, origin } of particles(view)) {
      if (particle.kind === 'all') tell({ path, origin }, `${capital(label)} can come in any order (xs:all).`);
    }
  },
};

export const wildcardContent: Rule = {
  id: 'any-content',
  category: 'interop',
  severity: 'info',
  preset: 'strict',
  summary: 'Content is declared, not left open by wildcards.',
  why: 'Clients get bare XML and must take it apart themselves: PHP a text in "any", zeep and .NET an element of their XML libraries, JAXB a list of objects.',
  example: {
    before: 'records:\n  Order:\n    Number: string\n    $any extra[]: { namespaces: other, process: lax }',
    after: 'records:\n  Order:\n    Number: string\n    Extra: "string[]"',
  },
  remedy: 'Declare what is known to come; keep a wildcard for what others may add.',
  check: (view, tell) => {
    for (const { particle, label, path, origin } of particles(view)) {
      if (particle.kind === 'any')
        tell({ path, origin }, `${capital(label)} lets in elements of which the contract says nothing.`);
    }
    for (const { label, path, origin, type } of view.holders) {
      if (type?.anyAttribute)
        tell(
          { path: `${path}/@*`, origin: type.anyAttribute.origin ?? origin },
          `${capital(label)} lets in attributes of which the contract says nothing.`,
        );
    }
  },
};

export const mixedContent: Rule = {
  id: 'mixed-content',
  category: 'interop',
  severity: 'warning',
  preset: 'recommended',
  summary: 'No record has text between its elements.',
  why: 'PHP and zeep read the elements and lose the text without a word; the XmlSerializer of .NET keeps the texts and forgets where they stood.',
  example: {
    before: 'records:\n  Letter:\n    $mixed: true\n    Name: "string[]"',
    after: 'records:\n  Letter:\n    Text: string\n    Name: "string[]"',
  },
  remedy: 'Carry marked-up text as a string, or as binary with its media type.',
  check: (view, tell) => {
    for (const { type, label, path, origin } of view.holders) {
      if (type?.mixed === true)
        tell({ path, origin }, `${capital(label)} holds text between its elements, which many clients lose.`);
    }
  },
};

export const substitutionGroup: Rule = {
  id: 'substitution-group',
  category: 'interop',
  severity: 'warning',
  preset: 'recommended',
  summary: 'No element stands for another one.',
  why: 'zeep refuses an answer that holds a substitute ("unexpected element"), PHP finds it nowhere, and .NET maps it only for types that also derive from one another.',
  example: {
    before:
      'elements:\n  Shape: { type: string, abstract: true }\n  Circle: { type: string, substitutes: Shape }\nrecords:\n  Drawing: { shape: { element: Shape } }',
    after: 'records:\n  Drawing:\n    $choice shape: { Circle: string, Square: string }',
  },
  remedy: 'Use a choice, or one record that others extend.',
  check: (view, tell) => {
    for (const { component, label, path, origin } of view.elements) {
      const { substitutionGroup: head } = component;
      if (head)
        tell({ path, origin }, `${capital(label)} may stand for "${head.local}", which PHP and zeep cannot read.`);
    }
  },
};

export const abstractType: Rule = {
  id: 'abstract-type',
  category: 'interop',
  severity: 'info',
  preset: 'strict',
  summary: 'Fields are of types that can be sent as they are.',
  why: 'An abstract type makes every sender write xsi:type: PHP by a SoapVar, zeep by naming the type, SAX-like clients by hand. .NET and JAXB do it by themselves.',
  example: {
    before: 'records:\n  Payment: { $abstract: true, Amount: decimal }\n  Card: { $extends: Payment, Number: string }',
    after: 'records:\n  Payment: { Amount: decimal, Number: string? }',
  },
  remedy: 'Keep it where the kinds differ much, and show a message with xsi:type in "$doc".',
  check: (view, tell) => {
    for (const { component, label, path, origin } of view.types) {
      if (component.kind === 'complex' && component.abstract)
        tell({ path, origin }, `${capital(label)} is abstract: each message must say by xsi:type what it holds.`);
    }
  },
};

export const recursiveRecord: Rule = {
  id: 'recursive-record',
  category: 'interop',
  severity: 'info',
  preset: 'strict',
  summary: 'No record holds itself.',
  why: 'Each reader has a limit of depth, and none is the same: what one side writes, the other may refuse. Generated test forms and samples cannot show it whole.',
  example: {
    before: 'records:\n  Folder: { Name: string, Parent: Folder? }',
    after: 'records:\n  Folder: { Name: string, ParentName: string? }',
  },
  remedy: 'Where the depth has a bound, say it in "$doc"; else send a flat list with references.',
  check: (view, tell) => {
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
        tell({ path, origin }, `${capital(label)} can hold itself, to any depth.`);
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

export const emptySoapAction: Rule = {
  id: 'empty-soap-action',
  category: 'interop',
  severity: 'info',
  preset: 'recommended',
  summary: 'Each operation has a soapAction.',
  why: 'It may be empty, and then nothing in the HTTP header says what is called: gateways cannot route or limit by it, and services of .NET, which choose by it, cannot stand in.',
  example: {
    before: 'operations:\n  FindOrder: { soapAction: "", result: Order }',
    after: 'operations:\n  FindOrder: { soapAction: "urn:shop#FindOrder", result: Order }',
  },
  remedy: 'Leave the key out, so that it is derived, or give one. What clients send already must stay.',
  check: (view, tell) => {
    const empty = new Set(
      view.contract.bindings.flatMap(({ operations }) =>
        operations.filter(({ soapAction }) => soapAction === '').map(({ name }) => name),
      ),
    );
    for (const { path, origin, operation } of view.operations) {
      if (empty.has(operation.name))
        tell({ path, origin }, `The operation "${operation.name}" has an empty soapAction.`);
    }
  },
};

export const unqualifiedForm: Rule = {
  id: 'unqualified-form',
  category: 'interop',
  severity: 'info',
  preset: 'recommended',
  summary: 'Fields are in the namespace of their schema.',
  why: 'The data contracts of .NET know qualified elements alone, and hand-written clients forget that an unqualified field needs a prefix on its parent or an xmlns="".',
  example: {
    before: 'elementForm: unqualified',
    after: 'elementForm: qualified',
  },
  remedy: 'Use "elementForm: qualified" for what is new; what is on the wire already must stay.',
  check: (view, tell) => {
    const unqualified = new Set<string>();
    for (const { targetNamespace, elementFormDefault } of view.contract.schemas) {
      if (elementFormDefault !== 'unqualified') continue;
      unqualified.add(targetNamespace);
      tell(view.whole, `The fields of the namespace "${targetNamespace}" are unqualified.`);
    }
    for (const { fields, schema } of view.holders) {
      if (unqualified.has(schema.targetNamespace)) continue;
      for (const field of fields) {
        if (field.element.name.namespace === '' && schema.targetNamespace !== '')
          tell(field, `${capital(field.label)} is unqualified, and others of its namespace are not.`);
      }
    }
  },
};

export const sameNameNamespaces: Rule = {
  id: 'namespace-twins',
  category: 'interop',
  severity: 'info',
  preset: 'strict',
  summary: 'No two records of different namespaces have the same name.',
  why: "PHP's classmap and its types go by local names alone, so that one of them is taken for the other; in TypeScript they need a name of their own.",
  example: {
    before:
      'namespaces: { c: urn:common }\nrecords:\n  Address: { Street: string, Common: c:Address }\n  "c:Address": { $name: CommonAddress, City: string }',
    after:
      'namespaces: { c: urn:common }\nrecords:\n  Address: { Street: string, Common: c:Place }\n  "c:Place": { City: string }',
  },
  remedy: 'Rename one of them, where nobody uses it yet.',
  check: (view, tell) => {
    const first = new Map<string, View['types'][number]>();
    for (const type of view.types) {
      const before = first.get(type.name.local);
      if (before === undefined) first.set(type.name.local, type);
      else if (keyOf(before.name) !== keyOf(type.name)) {
        tell(type, `${capital(type.label)} has the local name of ${before.label} in another namespace.`, {
          subject: before,
          message: 'The other one is here.',
        });
      }
    }
  },
};

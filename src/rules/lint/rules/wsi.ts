import { type Binding, hasEncoding, isEncodedOperation, nameKey } from '../../../contract/index.ts';
import { bindingSubject, fields, isDeclared, named, type Subject, type View } from '../contract-view.ts';
import { each, type RuleDefinition } from '../rule.ts';
import { listed } from '../wording.ts';

const profile = 'http://www.ws-i.org/Profiles/BasicProfile-1.1.html';

export const arrayOfNames: RuleDefinition = {
  id: 'wsi-r2112',
  summary: 'R2112: no element is named by the convention ArrayOfXXX.',
  why: 'The name comes from SOAP encoding, where arrays had types. In a literal message a list is a repeated field; "ArrayOf" adds a level, which some tools unwrap and others do not.',
  example: {
    before: 'records:\n  Order: { Lines: ArrayOfLine }\n  ArrayOfLine:\n    Line: "Line[]"\n  Line: { Sku: string }',
    after: 'records:\n  Order:\n    Lines: "Line[]"\n  Line: { Sku: string }',
  },
  remedy: 'Repeat the field itself ("[]"), or choose a name such as "OrderLines".',
  source: profile,
  check: each(
    // Encoded arrays are called so rightly.
    (view) =>
      hasEncoding(view.contract)
        ? []
        : [...view.types.map(named), ...view.elements.filter(isDeclared).map(named), ...fields(view)],
    ({ name }) => /^ArrayOf\p{Lu}/u.test(name) && 'has a name for encoded arrays.',
  ),
};

export const soap12Binding: RuleDefinition = {
  id: 'wsi-r2401',
  severity: 'info',
  preset: 'strict',
  summary: 'R2401: bindings are SOAP 1.1 bindings.',
  why: 'Basic Profile 1.1 covers SOAP 1.1 only. Most clients ignore an additional binding for SOAP 1.2; old versions of gSOAP and Axis generate two clients, or use the wrong binding.',
  example: { before: 'soap: ["1.1", "1.2"]', after: 'soap: ["1.1"]' },
  remedy: 'Remove "1.2" if conformance is required, or ignore this rule.',
  source: profile,
  check: (view, report) => {
    for (const binding of view.contract.bindings) {
      if (binding.soapVersion === '1.1') continue;
      report(
        bindingSubject(binding, view.contract),
        `The binding "${binding.name.local}" is for SOAP 1.2, which the profile does not cover.`,
      );
    }
  },
};

export const mixedStyles: RuleDefinition = {
  id: 'wsi-r2705',
  severity: 'error',
  preset: 'minimal',
  summary: 'R2705: all operations of a binding are in one style, document or rpc.',
  why: 'wsimport rejects a binding with both styles, and other tools use the style of the first operation for all.',
  example: {
    before:
      'operations:\n  FindOrder: { style: rpc, request: { Number: string }, result: Order }\n  CloseOrder: { result: Order }',
    after:
      'style: rpc\noperations:\n  FindOrder: { request: { Number: string }, result: Order }\n  CloseOrder: { result: Order }',
  },
  remedy: 'Use one style, or move operations of the other style to another contract.',
  source: profile,
  check: (view, report) => {
    const reported = new Set<string>();
    for (const binding of view.contract.bindings) {
      const rpc = binding.operations.filter(({ style }) => style === 'rpc').map(({ name }) => name);
      const document = binding.operations.filter(({ style }) => style === 'document').map(({ name }) => name);
      if (rpc.length === 0 || document.length === 0) continue;
      const [few, style] = rpc.length <= document.length ? [rpc, 'rpc'] : [document, 'document'];
      for (const name of few) {
        if (reported.has(name)) continue;
        reported.add(name);
        report(
          operationSubject(view, name),
          `The operation "${name}" is in ${style} style, and others of its binding are not.`,
        );
      }
    }
  },
};

export const encodedMessages: RuleDefinition = {
  id: 'wsi-r2706',
  summary: 'R2706: messages are literal.',
  why: 'No schema describes encoded messages: toolkits read them differently, tools cannot validate them, and the newer ones (WCF in .NET, JAX-WS, zeep in part) have no support.',
  example: {
    before: 'style: rpc\nuse: encoded\noperations:\n  FindOrder: { request: { Number: string }, result: Order }',
    after: 'operations:\n  FindOrder: { request: { Number: string }, result: Order }',
  },
  remedy: 'Leave out `use: encoded` in a new service. For a service whose callers need it, switch the rule off.',
  source: profile,
  check: (view, report) => {
    const reported = new Set<string>();
    for (const operation of view.contract.bindings.flatMap(({ operations }) => operations)) {
      const { name } = operation;
      if (reported.has(name) || !isEncodedOperation(operation)) continue;
      reported.add(name);
      report(operationSubject(view, name), `The operation "${name}" has encoded messages.`);
    }
  },
};

export const wireSignatures: RuleDefinition = {
  id: 'wsi-r2710',
  summary: 'R2710: no two operations of a binding have the same request on the wire.',
  why: 'The element in the body identifies the operation. If two operations share it, only the SOAPAction header distinguishes them: proxies drop it, SOAP 1.2 has none, and a client can set it to call another operation than the one that a gateway has checked.',
  example: {
    before:
      'elements: { Query: Query }\noperations:\n  FindOrder: { style: bare, request: { element: Query }, result: Order }\n  CloseOrder: { style: bare, request: { element: Query }, result: Order }\nrecords:\n  Query: { Number: string }',
    after:
      'operations:\n  FindOrder: { style: bare, request: { type: Query }, result: Order }\n  CloseOrder: { style: bare, request: { type: Query }, result: Order }\nrecords:\n  Query: { Number: string }',
  },
  remedy: 'Use different elements: by default a bare request is named after its operation.',
  source: profile,
  check: (view, report) => {
    // Bindings of one port type share the operations: one binding is enough.
    const pairs = view.contract.bindings
      .map((binding) => sharedSignatures(view, binding))
      .find(({ length }) => length > 0);
    for (const [first, other] of pairs ?? []) {
      report(
        operationSubject(view, other),
        `The operations ${listed([first, other])} have the same request on the wire.`,
        operationSubject(view, first),
      );
    }
  },
};

/** Pairs of operations with the same signature. An empty body is a signature, too. */
function sharedSignatures(view: View, binding: Binding): readonly (readonly [string, string])[] {
  const first = new Map<string, string>();
  const operations = new Map(view.operations.map((one) => [one.operation.name, one]));
  return binding.operations.flatMap(({ name, style }) => {
    const operation = operations.get(name);
    if (style === 'rpc' || operation === undefined) return [];
    const signature = operation.input.map((part) => nameKey(part.name)).join(' ');
    const before = first.get(signature);
    if (before === undefined) first.set(signature, name);
    return before === undefined || before === name ? [] : [[before, name] as const];
  });
}

export const samePortAddress: RuleDefinition = {
  id: 'wsi-r2711',
  summary: 'R2711: no two SOAP 1.1 ports have the same address.',
  why: 'A message to the address could be for either binding, and does not identify one.',
  example: {
    before:
      'ports:\n  ShopSoap: { soap: "1.1", address: "https://shop.example/soap" }\n  OldSoap: { soap: "1.1", address: "https://shop.example/soap" }',
    after:
      'ports:\n  ShopSoap: { soap: "1.1", address: "https://shop.example/soap" }\n  OldSoap: { soap: "1.1", address: "https://shop.example/old" }',
  },
  remedy: 'Give each port another address, or remove one.',
  source: profile,
  check: (view, report) => {
    const bindings = new Map(view.contract.bindings.map((binding) => [nameKey(binding.name), binding]));
    for (const service of view.contract.services) {
      const first = new Map<string, string>();
      for (const { name, binding, address, origin = view.contract.origin } of service.ports) {
        // The requirement is about soapbind:address, which ports of SOAP 1.2 do not have.
        if (bindings.get(nameKey(binding))?.soapVersion !== '1.1') continue;
        const before = first.get(address);
        if (before === undefined) first.set(address, name);
        else report({ path: `ports/${name}`, origin }, `The ports ${listed([before, name])} have the same address.`);
      }
    }
  },
};

export const relativeNamespace: RuleDefinition = {
  id: 'wsi-r2717',
  severity: 'error',
  preset: 'minimal',
  summary: 'R2717: the namespace of an rpc operation is an absolute URI.',
  why: 'In rpc style the wrapper of a message is in the namespace of the binding. The meaning of a relative URI depends on the reader.',
  example: {
    before: 'namespace: shop\nstyle: rpc\nsoapAction: "urn:shop#{operation}"',
    after: 'namespace: urn:example:shop\nstyle: rpc\nsoapAction: "urn:shop#{operation}"',
  },
  remedy: 'Use an http(s) address that you own or a URN; keep the namespace of existing messages.',
  source: profile,
  check: (view, report) => {
    const reported = new Set<string>();
    for (const { operations } of view.contract.bindings) {
      for (const { name, style, input, output } of operations) {
        if (style !== 'rpc' || reported.has(name)) continue;
        const namespaces = [input, output].flatMap((body) => (body === undefined ? [] : [body.namespace ?? '']));
        const wrong = namespaces.find((namespace) => !/^[A-Za-z][\w+.-]*:./.test(namespace));
        if (wrong === undefined) continue;
        reported.add(name);
        report(
          operationSubject(view, name),
          `The namespace "${wrong}" of the rpc operation "${name}" is not an absolute URI.`,
        );
      }
    }
  },
};

function operationSubject(view: View, name: string): Subject {
  const found = view.operations.find(({ operation }) => operation.name === name);
  return { path: `operations/${name}`, origin: found?.origin ?? view.contract.origin };
}

import { readTree, type TreeElement, XmlError } from '@soapwright/runtime/xml';
import { type Diagnostic, demands, report } from '../../diagnostics/index.ts';
import type { Contract, Extensible, ForeignAttribute, Origin } from '../model/index.ts';
import { accepted, type Demanded, demandedBy, isPolicyElement } from './policy-assertions.ts';

/** A component of WSDL with policies: of its own, or of a part of it. */
interface Subject extends Extensible {
  /** Begins a sentence. */
  readonly where: string;
  readonly origin?: Origin | undefined;
  readonly foreign?: readonly ForeignAttribute[] | undefined;
}

/** The demands of a contract's policies on clients, each once, with a remedy. */
export function endpointDemands(contract: Contract): readonly Diagnostic[] {
  const policies = policiesOf(contract);
  const found = new Map<string, Demand>();
  const diagnostics: Diagnostic[] = [];
  const missing = new Set<string>();
  for (const subject of subjectsOf(contract)) {
    const { where, origin } = subject;
    const resolve = (reference: TreeElement): TreeElement | undefined => {
      const uri = attributeOf(reference, 'URI');
      const policy = policies.get(uri.replace(/^#/, ''));
      if (policy === undefined && !missing.has(uri)) {
        missing.add(uri);
        diagnostics.push(report(demands.missingPolicy, { where, reference: uri }, origin ?? {}));
      }
      return policy;
    };
    for (const element of elementsOf(subject, policies)) {
      const demanded = demandedBy(element, onceEach(resolve));
      for (const [key, one] of isMerelyKnown(element) ? accepted(demanded) : demanded) {
        const before = found.get(key);
        // Of several places, the first one that demands it.
        if (before === undefined || (one.required && !before.required)) found.set(key, { ...one, where, origin });
      }
    }
  }
  return [...diagnostics, ...[...found.values()].map(diagnosticOf)];
}

type Demand = Demanded extends ReadonlyMap<string, infer One> ? One & Pick<Subject, 'where' | 'origin'> : never;

/** Follows each reference once, since policies can refer to each other in a circle. */
function onceEach(resolve: (reference: TreeElement) => TreeElement | undefined) {
  const followed = new Set<string>();
  return (reference: TreeElement): TreeElement | undefined => {
    const uri = attributeOf(reference, 'URI');
    if (followed.has(uri)) return undefined;
    followed.add(uri);
    return resolve(reference);
  };
}

function diagnosticOf({ kind, detail = '', namespace = '', required, where, origin }: Demand): Diagnostic {
  const parameters = { where, strength: required ? 'demands' : 'accepts' };
  const place = origin ?? {};
  if (kind === 'securityToken') return report(demands.securityToken, { ...parameters, token: detail }, place);
  if (kind === 'unknownAssertion') {
    const shown = namespace === '' ? 'no namespace' : namespace;
    return report(demands.unknownAssertion, { ...parameters, assertion: detail, namespace: shown }, place);
  }
  return report(demands[kind], parameters, place);
}

/** The components that a policy can be attached to (WS-PolicyAttachment, 4.1), the largest first. */
function* subjectsOf({ services, bindings, portTypes }: Contract): Iterable<Subject> {
  for (const service of services) {
    yield { ...service, where: `The service ${service.name}`, origin: service.origin };
    for (const port of service.ports) yield { ...port, where: `The port ${port.name}`, origin: port.origin };
  }
  for (const binding of bindings) {
    yield { ...binding, where: `The binding ${binding.name.local}`, origin: binding.origin };
    for (const operation of binding.operations) yield* operationSubjects(operation);
  }
  for (const portType of portTypes) {
    yield { ...portType, where: `The port type ${portType.name.local}`, origin: portType.origin };
    for (const operation of portType.operations) yield* operationSubjects(operation);
  }
}

function* operationSubjects(
  operation: Omit<Subject, 'where'> & {
    readonly name: string;
    readonly input?: Extensible | undefined;
    readonly output?: Extensible | undefined;
    readonly faults: readonly Extensible[];
  },
): Iterable<Subject> {
  const { origin, input, output, faults } = operation;
  const where = `The operation ${operation.name}`;
  yield { ...operation, where, origin };
  for (const part of [input, output, ...faults]) if (part !== undefined) yield { ...part, where, origin };
}

/** The policies in the definitions, by the identifiers and names that references have. */
function policiesOf({ extensions = [] }: Contract): ReadonlyMap<string, TreeElement> {
  const found = new Map<string, TreeElement>();
  for (const text of extensions) {
    const element = treeOf(text);
    if (element === undefined || !isPolicyElement(element)) continue;
    for (const { local, value } of element.attributes)
      if (/^(?:Id|id|Name)$/.test(local)) found.set(value.trim(), element);
  }
  return found;
}

/** Policies inside of a component, and those that its attribute PolicyURIs names. */
function elementsOf(
  { extensions = [], foreign = [] }: Subject,
  policies: ReadonlyMap<string, TreeElement>,
): readonly TreeElement[] {
  const inside = extensions
    .flatMap((text) => treeOf(text) ?? [])
    .filter((one) => isPolicyElement(one) || isAddressing(one));
  const uris = foreign.find(({ name }) => name.local === 'PolicyURIs')?.value ?? '';
  const named = uris.split(/\s+/).flatMap((uri) => policies.get(uri.replace(/^#/, '')) ?? []);
  return [...inside, ...named];
}

function isAddressing({ local }: TreeElement): boolean {
  return local === 'UsingAddressing';
}

/** Outside of a policy it is a demand only if it says so (WS-Addressing 1.0 WSDL Binding, 3.1). */
function isMerelyKnown(element: TreeElement): boolean {
  const required = element.attributes.find(({ local }) => local === 'required')?.value.trim();
  return isAddressing(element) && required !== 'true' && required !== '1';
}

function treeOf(text: string): TreeElement | undefined {
  try {
    return readTree(new TextEncoder().encode(text)).root;
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

function attributeOf({ attributes }: TreeElement, local: string): string {
  return attributes.find((one) => one.local === local && one.namespace === '')?.value.trim() ?? '';
}

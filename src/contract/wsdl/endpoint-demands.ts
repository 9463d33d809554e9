import type { TreeElement } from '@soapwright/runtime/xml';
import { type Diagnostic, demands, report } from '../../diagnostics/index.ts';
import type { Contract, Extensible, Origin } from '../model/index.ts';
import type { Demanded } from './policy-assertions.ts';
import { attributeOf, demandsOn, type PolicySubject, policiesIn, referredPolicy } from './policy-subjects.ts';

/** A component of WSDL with policies: of its own, or of a part of it. */
interface Subject extends PolicySubject {
  /** Begins a sentence. */
  readonly where: string;
  readonly origin?: Origin | undefined;
  /** Whether its policies are about all messages (WS-PolicyAttachment 1.5, 4.1). */
  readonly isEndpoint?: true;
}

/** The demands of a contract's policies on clients, each once, with a remedy. */
export function endpointDemands(contract: Contract): readonly Diagnostic[] {
  const policies = policiesIn(contract);
  const found = new Map<string, Demand>();
  const diagnostics: Diagnostic[] = [];
  const missing = new Set<string>();
  for (const subject of subjectsOf(contract)) {
    const { where, origin } = subject;
    const resolve = (reference: TreeElement): TreeElement | undefined => {
      const uri = attributeOf(reference, 'URI');
      const policy = referredPolicy(reference, policies);
      if (policy === undefined && !missing.has(uri)) {
        missing.add(uri);
        diagnostics.push(report(demands.missingPolicy, { where, reference: uri }, origin ?? {}));
      }
      return policy;
    };
    for (const [key, one] of demandsOn(subject, policies, resolve).flatMap((demanded) => [...demanded])) {
      // Clients and servers do it by the port.
      if (one.kind === 'optimizedTransmission' && subject.isEndpoint) continue;
      const before = found.get(key);
      // Of several places, the first one that demands it.
      if (before === undefined || (one.required && !before.required)) found.set(key, { ...one, where, origin });
    }
  }
  return [...diagnostics, ...[...found.values()].map(diagnosticOf)];
}

type Demand = Demanded extends ReadonlyMap<string, infer One> ? One & Pick<Subject, 'where' | 'origin'> : never;

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
    yield { ...service, where: `The service ${service.name}`, isEndpoint: true };
    for (const port of service.ports) yield { ...port, where: `The port ${port.name}`, isEndpoint: true };
  }
  for (const binding of bindings) {
    yield { ...binding, where: `The binding ${binding.name.local}`, isEndpoint: true };
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

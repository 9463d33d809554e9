import type { TreeElement } from '@soapwright/runtime/xml';
import {
  type Contract,
  distinctDemands,
  nameKey,
  type Port,
  type SecurityDemand,
  type Service,
} from '../model/index.ts';
import { isPolicyElement } from './policy-assertions.ts';
import { demandOf } from './policy-demand.ts';
import {
  type Alternative,
  type Alternatives,
  both,
  distinct,
  either,
  isEmpty,
  type PartFacts,
  union,
} from './policy-facts.ts';
import { type Policies, type PolicySubject, policiesIn, policiesOf, referredPolicy } from './policy-subjects.ts';
import { assertions, containers, isOpen, isRead, isTrue } from './security-assertions.ts';
import { isSecurityPolicy, securityPolicyText } from './security-policy-text.ts';

/**
 * The contract with `security` of each port that has none yet, as its policies say (WS-PolicyAttachment 1.5, 4.1;
 * WS-SecurityPolicy).
 */
export function withSecurity(contract: Contract): Contract {
  const reader = new PolicyReader(policiesIn(contract));
  return {
    ...contract,
    services: contract.services.map((service) => ({
      ...service,
      ports: service.ports.map((port) => {
        const security = port.security ?? securityByPolicies(contract, service, port, reader);
        return security === undefined ? port : withoutOwnPolicy({ ...port, security });
      }),
    })),
  };
}

/** The policy for `security` of a port, as XML text; undefined where it has none, or where policies say something already. */
export function securityPolicy(contract: Contract, service: Service, port: Port): string | undefined {
  const { security } = port;
  if (security === undefined || security.every(isEmpty)) return undefined;
  const reader = new PolicyReader(policiesIn(contract));
  return securityByPolicies(contract, service, port, reader) === undefined ? securityPolicyText(security) : undefined;
}

/** Undefined if the policies demand and accept nothing. */
function securityByPolicies(
  { bindings, portTypes }: Contract,
  service: Service,
  port: Port,
  reader: PolicyReader,
): readonly SecurityDemand[] | undefined {
  const binding = bindings.find(({ name }) => nameKey(name) === nameKey(port.binding));
  const portType = binding && portTypes.find(({ name }) => nameKey(name) === nameKey(binding.portType));
  const endpoint = reader.ofSubjects([service, port, binding, portType]).map(ofBoth);
  // A client signs in once, for all of its operations.
  const operations = (binding?.operations ?? []).map((operation) => {
    const abstract = portType?.operations.find(({ name }) => name === operation.name);
    const own = reader.ofSubjects([operation, abstract]).map(ofBoth);
    const request = reader.ofSubjects([operation.input, abstract?.input]).map(ofRequest);
    const response = distinct(reader.ofSubjects([operation.output, abstract?.output]).map(ofResponse));
    const all = both(both(own, request), response);
    return { all, hasResponse: abstract?.output !== undefined };
  });
  const all = operations.map((one) => one.all).reduce(both, endpoint);
  const isOfSome = operations.some((one) => one.all.some(isEmpty));
  const differ = differingParts(endpoint, operations);
  const found = distinctDemands(
    (isOfSome ? either([all, endpoint]) : all).map((one) =>
      demandOf(differ.length === 0 ? one : { ...one, unmetByMessages: union(one.unmetByMessages, differ) }),
    ),
  );
  return found.every(isEmpty) ? undefined : found;
}

/** Parts of a policy are those of all messages of its subject (WS-SecurityPolicy 1.3, 4.1). */
function ofBoth({ parts, ...facts }: Alternative): Alternative {
  return parts === undefined ? facts : { ...mergedWith(facts, 'request', parts), response: parts };
}

function ofRequest({ parts, ...facts }: Alternative): Alternative {
  return parts === undefined ? facts : mergedWith(facts, 'request', parts);
}

/** Callers send nothing for the policy of a response. */
function ofResponse({ parts }: Alternative): Alternative {
  return parts === undefined ? {} : { response: parts };
}

function mergedWith(facts: Alternative, key: 'request' | 'response', parts: PartFacts): Alternative {
  return both([facts], [{ [key]: parts }])[0] ?? facts;
}

interface OperationFacts {
  readonly all: Alternatives;
  readonly hasResponse: boolean;
}

/** The assertions by which some operations alone protect the Body: a client does the same with all messages. */
function differingParts(endpoint: Alternatives, operations: readonly OperationFacts[]): readonly string[] {
  const isOfParts = (one: Alternative): boolean => (one.request ?? one.response) !== undefined;
  if (!operations.some(({ all }) => all.some(isOfParts))) return [];
  const differs = (direction: 'request' | 'response', use: 'signed' | 'encrypted'): boolean => {
    const uses = operations
      .filter(({ hasResponse }) => direction === 'request' || hasResponse)
      .map(({ all }) => both(endpoint, all).map((one) => one[direction]?.[use]?.includes('Body') === true));
    return new Set(uses.map((one) => [...new Set(one)].sort().join())).size > 1;
  };
  const directions = ['request', 'response'] as const;
  return [
    ...(directions.some((one) => differs(one, 'signed')) ? ['SignedParts'] : []),
    ...(directions.some((one) => differs(one, 'encrypted')) ? ['EncryptedParts'] : []),
  ];
}

/** Reads policies in normal form (WS-Policy 1.5, 4.3), with the demands that are about security alone. */
class PolicyReader {
  readonly #policies: Policies;
  /** By the references that were followed: one that is being followed says nothing to itself. */
  readonly #followed = new Map<TreeElement, Alternatives>();

  constructor(policies: Policies) {
    this.#policies = policies;
  }

  ofSubjects(subjects: readonly (PolicySubject | undefined)[]): Alternatives {
    return subjects
      .flatMap((subject) => (subject === undefined ? [] : policiesOf(subject, this.#policies)))
      .map((policy) => this.#ofPolicy(policy))
      .reduce(both, [{}]);
  }

  #ofPolicy(element: TreeElement): Alternatives {
    if (!isPolicyElement(element)) return this.#ofAssertion(element);
    if (element.local === 'PolicyReference') return this.#referred(referredPolicy(element, this.#policies));
    const parts = element.children.map((child) => this.#ofPolicy(child));
    return element.local === 'ExactlyOne' ? either(parts) : parts.reduce(both, [{}]);
  }

  #referred(policy: TreeElement | undefined): Alternatives {
    if (policy === undefined) return [{}];
    const known = this.#followed.get(policy);
    if (known !== undefined) return known;
    this.#followed.set(policy, [{}]);
    const found = this.#ofPolicy(policy);
    this.#followed.set(policy, found);
    return found;
  }

  #ofAssertion(element: TreeElement): Alternatives {
    const own = assertions.get(element.local)?.(element) ?? {};
    const nested = isOpen(element) ? element.children.filter((one) => isPolicyElement(one) || isRead(one)) : [];
    const inside = nested.map((child) => this.#ofPolicy(child)).reduce(both, [own]);
    const container = containers.get(element.local);
    const all = container === undefined ? inside : distinct(inside.map(container));
    return isTrue(element, 'Optional') ? either([all, [{}]]) : all;
  }
}

/** Without the policy that the emitter writes: `security` says the same. */
function withoutOwnPolicy(port: Port): Port {
  const others = port.extensions?.filter((text) => !isSecurityPolicy(text, port.security ?? []));
  const { extensions: _, ...rest } = port;
  return others === undefined || others.length === 0 ? rest : { ...rest, extensions: others };
}

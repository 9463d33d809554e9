import type { TreeElement } from '@soapwright/runtime/xml';
import {
  type Contract,
  distinctDemands,
  nameKey,
  type Port,
  type SecurityDemand,
  type Service,
  type UnmetDemand,
} from '../model/index.ts';
import { isPolicyElement } from './policy-assertions.ts';
import { type Policies, type PolicySubject, policiesIn, policiesOf, referredPolicy } from './policy-subjects.ts';
import { isSecurityPolicy, securityPolicyText } from './security-policy-text.ts';

/** The most alternatives of a policy that are told apart; the first ones count. */
const mostAlternatives = 64;

/** Demands of one alternative, as its assertions say. */
interface Alternative extends SecurityDemand {
  /** TLS protects the messages, so that parts that must be signed or encrypted are (WS-SecurityPolicy 1.2, 7.3). */
  readonly transport?: true | undefined;
  /** A policy of parts: met where TLS protects messages. */
  readonly parts?: readonly UnmetDemand[] | undefined;
}

type Alternatives = readonly Alternative[];

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
  const endpoint = reader.ofSubjects([service, port, binding, portType]);
  // A client signs in once, for all of its operations.
  const operations = (binding?.operations ?? []).map((operation) => {
    const abstract = portType?.operations.find(({ name }) => name === operation.name);
    return reader.ofSubjects([operation, operation.input, abstract, abstract?.input]);
  });
  const all = operations.reduce((sum, one) => both(sum, one), endpoint);
  const isOfSome = operations.some((one) => one.some(isEmpty));
  const found = distinctDemands((isOfSome ? either([all, endpoint]) : all).map(demandOf));
  return found.every(isEmpty) ? undefined : found;
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
    const own = assertions[element.local]?.(element) ?? {};
    // The policy of a token that is not sent says how another service issues it.
    const nested = own.unmet?.[0] === 'securityToken' ? [] : element.children.filter(isNested);
    const all = nested.map((child) => this.#ofPolicy(child)).reduce(both, [own]);
    return isTrue(element, 'Optional') ? either([all, [{}]]) : all;
  }
}

function isNested(element: TreeElement): boolean {
  return isPolicyElement(element) || assertions[element.local] !== undefined;
}

const signature = (): Alternative => ({ unmet: ['signature'] });
const token = (): Alternative => ({ unmet: ['securityToken'] });
const signedParts = (): Alternative => ({ parts: ['signature'] });
const encryptedParts = (): Alternative => ({ parts: ['encryption'] });

/** Assertions of WS-SecurityPolicy 1.1 to 1.3, and those of WCF for HTTP, by their local names. */
const assertions: Readonly<Record<string, (element: TreeElement) => Alternative>> = {
  TransportBinding: () => ({ transport: true }),
  HttpsToken: (element) => (isTrue(element, 'RequireClientCertificate') ? { clientCertificate: true } : {}),
  RequireClientCertificate: () => ({ clientCertificate: true }),
  HttpBasicAuthentication: () => ({ httpAuthentication: 'basic' }),
  BasicAuthentication: () => ({ httpAuthentication: 'basic' }),
  HttpDigestAuthentication: () => ({ httpAuthentication: 'digest' }),
  DigestAuthentication: () => ({ httpAuthentication: 'digest' }),
  NtlmAuthentication: () => ({ httpAuthentication: 'ntlm' }),
  NegotiateAuthentication: () => ({ httpAuthentication: 'negotiate' }),
  BearerAuthentication: () => ({ httpAuthentication: 'bearer' }),
  UsernameToken: () => ({ usernameToken: 'text' }),
  HashPassword: () => ({ usernameToken: 'digest' }),
  NoPassword: token,
  IncludeTimestamp: () => ({ timestamp: true }),
  SymmetricBinding: signature,
  AsymmetricBinding: signature,
  SignedParts: signedParts,
  SignedElements: signedParts,
  EncryptedParts: encryptedParts,
  EncryptedElements: encryptedParts,
  ContentEncryptedElements: encryptedParts,
  X509Token: token,
  SamlToken: token,
  IssuedToken: token,
  KerberosToken: token,
  SpnegoContextToken: token,
  SecurityContextToken: token,
  SecureConversationToken: token,
  RelToken: token,
  KeyValueToken: token,
};

/** One alternative of each, together. */
function both(some: Alternatives, others: Alternatives): Alternatives {
  if (isNothing(some)) return others;
  if (isNothing(others)) return some;
  return distinct(some.flatMap((one) => others.map((other) => merged(one, other))));
}

function either(parts: readonly Alternatives[]): Alternatives {
  return distinct(parts.flat());
}

function merged(one: Alternative, other: Alternative): Alternative {
  const isDigest = one.usernameToken === 'digest' || other.usernameToken === 'digest';
  return {
    ...one,
    ...other,
    ...(isDigest && { usernameToken: 'digest' }),
    ...(one.unmet && { unmet: union(one.unmet, other.unmet) }),
    ...(one.parts && { parts: union(one.parts, other.parts) }),
  };
}

function union(some: readonly UnmetDemand[], others: readonly UnmetDemand[] = []): readonly UnmetDemand[] {
  return [...new Set([...some, ...others])];
}

function distinct(all: Alternatives): Alternatives {
  const byKey = new Map(all.map((one) => [JSON.stringify(Object.entries(one).sort()), one]));
  return [...byKey.values()].slice(0, mostAlternatives);
}

function demandOf({ transport, parts, unmet, ...known }: Alternative): SecurityDemand {
  const left = transport === undefined ? union(unmet ?? [], parts) : (unmet ?? []);
  return left.length === 0 ? known : { ...known, unmet: left };
}

function isNothing([first, ...others]: Alternatives): boolean {
  return others.length === 0 && first !== undefined && isEmpty(first);
}

function isEmpty(one: Alternative): boolean {
  return Object.keys(one).length === 0;
}

function isTrue({ attributes }: TreeElement, local: string): boolean {
  const value = attributes.find((one) => one.local === local)?.value.trim();
  return value === 'true' || value === '1';
}

/** Without the policy that the emitter writes: `security` says the same. */
function withoutOwnPolicy(port: Port): Port {
  const others = port.extensions?.filter((text) => !isSecurityPolicy(text, port.security ?? []));
  const { extensions: _, ...rest } = port;
  return others === undefined || others.length === 0 ? rest : { ...rest, extensions: others };
}

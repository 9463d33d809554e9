import type { MessagePart, SecurityDemand, UnmetDemand } from '../model/index.ts';

/** A token of a binding or of supporting tokens, as its assertions say. */
export interface TokenFacts {
  readonly kind?: 'x509' | 'saml' | 'other' | undefined;
  /** The last part of IncludeToken: `Never`, `AlwaysToRecipient`. */
  readonly inclusion?: string | undefined;
  readonly form?: 'pki-path' | undefined;
  readonly reference?: 'thumbprint' | 'issuer-serial' | 'subject-key-identifier' | undefined;
}

/** Parts that policies name. */
export interface PartFacts {
  readonly signed?: readonly MessagePart[] | undefined;
  readonly encrypted?: readonly MessagePart[] | undefined;
  readonly required?: readonly MessagePart[] | undefined;
  /** What cannot be signed or encrypted. */
  readonly unmet?: readonly UnmetDemand[] | undefined;
}

type Known = Pick<SecurityDemand, 'usernameToken' | 'timestamp' | 'httpAuthentication' | 'clientCertificate' | 'unmet'>;

/** What the assertions of one alternative of a policy say. */
export interface Alternative extends Known {
  readonly binding?: 'transport' | 'asymmetric' | 'symmetric' | undefined;
  readonly suite?: string | undefined;
  readonly encryptsSignature?: true | undefined;
  readonly encryptsFirst?: true | undefined;
  readonly signsCertificate?: true | undefined;
  readonly confirmed?: true | undefined;
  /** The token of the assertion around; its container says which one it is. */
  readonly token?: TokenFacts | undefined;
  readonly initiator?: TokenFacts | undefined;
  readonly recipient?: TokenFacts | undefined;
  readonly endorsing?: TokenFacts | undefined;
  /** A SAML token that signs nothing. */
  readonly assertion?: TokenFacts | undefined;
  readonly signsAssertion?: true | undefined;
  readonly encryptsAssertion?: true | undefined;
  /** Parts of all messages that the subject of the policy has. */
  readonly parts?: PartFacts | undefined;
  readonly request?: PartFacts | undefined;
  readonly response?: PartFacts | undefined;
  /** Parts that an endorsing token signs by itself. */
  readonly endorsed?: PartFacts | undefined;
  /** What is unmet where messages are signed or encrypted. */
  readonly unmetByMessages?: readonly UnmetDemand[] | undefined;
}

export type Alternatives = readonly Alternative[];

/** The most alternatives of a policy that are told apart; the first ones count. */
const mostAlternatives = 64;

/** One alternative of each, together. */
export function both(some: Alternatives, others: Alternatives): Alternatives {
  if (isNothing(some)) return others;
  if (isNothing(others)) return some;
  return distinct(some.flatMap((one) => others.map((other) => merged(one, other))));
}

export function either(parts: readonly Alternatives[]): Alternatives {
  return distinct(parts.flat());
}

export function isEmpty(one: object): boolean {
  return Object.keys(one).length === 0;
}

function isNothing([first, ...others]: Alternatives): boolean {
  return others.length === 0 && first !== undefined && isEmpty(first);
}

function merged(one: Alternative, other: Alternative): Alternative {
  const isDigest = one.usernameToken === 'digest' || other.usernameToken === 'digest';
  return { ...mergedFacts(one, other), ...(isDigest && { usernameToken: 'digest' }) };
}

/** Lists and objects of both; of other values, that of the second. */
function mergedFacts<Facts extends object>(one: Facts, other: Facts): Facts {
  const all = new Map<string, unknown>(Object.entries(one));
  for (const [key, value] of Object.entries(other)) {
    const before = all.get(key);
    if (Array.isArray(before) && Array.isArray(value)) all.set(key, union(before, value));
    else if (isObject(before) && isObject(value)) all.set(key, mergedFacts(before, value));
    else all.set(key, value);
  }
  return Object.fromEntries(all) as Facts;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of two lists, each item once. */
export function union<Item>(some: readonly Item[] = [], others: readonly Item[] = []): readonly Item[] {
  return [...new Map([...some, ...others].map((one) => [JSON.stringify(one), one])).values()];
}

export function distinct(all: Alternatives): Alternatives {
  const byKey = new Map(all.map((one) => [JSON.stringify(Object.entries(one).sort()), one]));
  return [...byKey.values()].slice(0, mostAlternatives);
}

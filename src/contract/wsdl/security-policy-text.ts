import type { TreeElement } from '@soapwright/runtime/xml';
import type { HttpScheme, SecurityDemand } from '../model/index.ts';
import {
  asymmetricText,
  endorsingText,
  isByKeysOfBoth,
  layoutText,
  policy,
  samlTokenText,
  securityPolicy,
  suiteText,
  supportingText,
  usernameTokenText,
} from './message-policy-text.ts';
import { treeOf } from './policy-subjects.ts';
import { ownNamespace } from './xml-names.ts';

const policyNamespace = 'http://www.w3.org/ns/ws-policy';
/** Schemes that WS-SecurityPolicy does not have, as WCF writes them. */
const httpPolicy = 'http://schemas.microsoft.com/ws/06/2004/policy/http';

const schemes: Readonly<Record<HttpScheme, { readonly inToken?: string; readonly beside?: string }>> = {
  basic: { inToken: '<sp:HttpBasicAuthentication/>' },
  digest: { inToken: '<sp:HttpDigestAuthentication/>' },
  ntlm: { beside: `<http:NtlmAuthentication xmlns:http="${httpPolicy}"/>` },
  negotiate: { beside: `<http:NegotiateAuthentication xmlns:http="${httpPolicy}"/>` },
  bearer: { beside: `<sw:BearerAuthentication xmlns:sw="${ownNamespace}"/>` },
};

/** A policy with an alternative for each demand, by WS-SecurityPolicy 1.2. Without those that have no text. */
export function securityPolicyText(demands: readonly SecurityDemand[]): string {
  const [first, ...others] = demands.map(assertionsText);
  const content =
    others.length === 0
      ? first
      : `<wsp:ExactlyOne>${[first, ...others].map((one) => `<wsp:All>${one}</wsp:All>`).join('')}</wsp:ExactlyOne>`;
  return `<wsp:Policy xmlns:wsp="${policyNamespace}" xmlns:sp="${securityPolicy}">${content}</wsp:Policy>`;
}

/** Whether a text is the policy that says these demands. */
export function isSecurityPolicy(text: string, demands: readonly SecurityDemand[]): boolean {
  if (!text.includes(securityPolicy) && !text.includes(httpPolicy) && !text.includes(ownNamespace)) return false;
  const [one, other] = [treeOf(text), treeOf(securityPolicyText(demands))];
  return one !== undefined && other !== undefined && shapeOf(one) === shapeOf(other);
}

function assertionsText(demand: SecurityDemand): string {
  const { usernameToken, timestamp, httpAuthentication, clientCertificate, assertion } = demand;
  if (isByKeysOfBoth(demand)) return `${asymmetricText(demand)}${besideText(demand)}`;
  const { inToken = '', beside = '' } = httpAuthentication === undefined ? {} : schemes[httpAuthentication];
  const certificate = clientCertificate ? '<sp:RequireClientCertificate/>' : '';
  // A digest may go without TLS; WS-SecurityPolicy has a Timestamp in a binding alone.
  const isByToken = usernameToken === 'text' || assertion !== undefined || demand.signature !== undefined;
  const needsBinding = timestamp || isByToken || inToken !== '' || certificate !== '';
  const suite = suiteText(demand.algorithmSuite ?? 'Basic256');
  const binding = needsBinding ? transportBinding(`${certificate}${inToken}`, suite, timestamp === true) : '';
  const tokens = [
    ...(usernameToken === undefined ? [] : [usernameTokenText(usernameToken)]),
    ...(assertion === 'bearer' ? [samlTokenText()] : []),
  ];
  return `${binding}${beside}${supportingText(needsBinding ? 'Signed' : '', tokens)}${endorsingText(demand)}`;
}

/** What callers give beside a binding by keys, which has no place for HTTP and TLS. */
function besideText({ httpAuthentication, clientCertificate }: SecurityDemand): string {
  const scheme = httpAuthentication && (schemes[httpAuthentication].beside ?? besideOfWcf(httpAuthentication));
  return `${scheme ?? ''}${clientCertificate ? '<sp:RequireClientCertificate/>' : ''}`;
}

function besideOfWcf(scheme: HttpScheme): string {
  return `<http:${scheme === 'basic' ? 'Basic' : 'Digest'}Authentication xmlns:http="${httpPolicy}"/>`;
}

function transportBinding(inToken: string, suite: string, timestamp: boolean): string {
  const parts = [
    `<sp:TransportToken>${policy(`<sp:HttpsToken>${policy(inToken)}</sp:HttpsToken>`)}</sp:TransportToken>`,
    suite,
    layoutText,
    timestamp ? '<sp:IncludeTimestamp/>' : '',
  ];
  return `<sp:TransportBinding>${policy(parts.join(''))}</sp:TransportBinding>`;
}

function shapeOf({ namespace, local, attributes, children }: TreeElement): string {
  const values = attributes.map((one) => JSON.stringify([one.namespace, one.local, one.value])).sort();
  return JSON.stringify([namespace, local, values, children.map(shapeOf)]);
}

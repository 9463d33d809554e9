import type { TreeElement } from '@soapwright/runtime/xml';
import type { HttpScheme, SecurityDemand, TokenType } from '../model/index.ts';
import { treeOf } from './policy-subjects.ts';
import { ownNamespace } from './xml-names.ts';

const policyNamespace = 'http://www.w3.org/ns/ws-policy';
const securityPolicy = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702';
/** Schemes that WS-SecurityPolicy does not have, as WCF writes them. */
const httpPolicy = 'http://schemas.microsoft.com/ws/06/2004/policy/http';

const schemes: Readonly<Record<HttpScheme, { readonly inToken?: string; readonly beside?: string }>> = {
  basic: { inToken: '<sp:HttpBasicAuthentication/>' },
  digest: { inToken: '<sp:HttpDigestAuthentication/>' },
  ntlm: { beside: `<http:NtlmAuthentication xmlns:http="${httpPolicy}"/>` },
  negotiate: { beside: `<http:NegotiateAuthentication xmlns:http="${httpPolicy}"/>` },
  bearer: { beside: `<sw:BearerAuthentication xmlns:sw="${ownNamespace}"/>` },
};

const passwords: Readonly<Record<TokenType, string>> = {
  text: '<sp:WssUsernameToken10/>',
  digest: '<sp:HashPassword/><sp:WssUsernameToken10/>',
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

function assertionsText({ usernameToken, timestamp, httpAuthentication, clientCertificate }: SecurityDemand): string {
  const { inToken = '', beside = '' } = httpAuthentication === undefined ? {} : schemes[httpAuthentication];
  const certificate = clientCertificate ? '<sp:RequireClientCertificate/>' : '';
  // A digest may go without TLS; WS-SecurityPolicy has a Timestamp in a binding alone.
  const needsBinding = timestamp || usernameToken === 'text' || inToken !== '' || certificate !== '';
  const binding = needsBinding ? transportBinding(`${certificate}${inToken}`, timestamp === true) : '';
  return `${binding}${beside}${usernameToken === undefined ? '' : tokenText(usernameToken, needsBinding)}`;
}

function transportBinding(inToken: string, timestamp: boolean): string {
  const parts = [
    `<sp:TransportToken>${policy(`<sp:HttpsToken>${policy(inToken)}</sp:HttpsToken>`)}</sp:TransportToken>`,
    `<sp:AlgorithmSuite>${policy('<sp:Basic256/>')}</sp:AlgorithmSuite>`,
    `<sp:Layout>${policy('<sp:Lax/>')}</sp:Layout>`,
    timestamp ? '<sp:IncludeTimestamp/>' : '',
  ];
  return `<sp:TransportBinding>${policy(parts.join(''))}</sp:TransportBinding>`;
}

/** TLS signs what it transports (WS-SecurityPolicy 1.2, 8.2). */
function tokenText(type: TokenType, hasBinding: boolean): string {
  const tokens = hasBinding ? 'sp:SignedSupportingTokens' : 'sp:SupportingTokens';
  const inclusion = `sp:IncludeToken="${securityPolicy}/IncludeToken/AlwaysToRecipient"`;
  const token = `<sp:UsernameToken ${inclusion}>${policy(passwords[type])}</sp:UsernameToken>`;
  return `<${tokens}>${policy(token)}</${tokens}>`;
}

function policy(content: string): string {
  return content === '' ? '<wsp:Policy/>' : `<wsp:Policy>${content}</wsp:Policy>`;
}

function shapeOf({ namespace, local, attributes, children }: TreeElement): string {
  const values = attributes.map((one) => JSON.stringify([one.namespace, one.local, one.value])).sort();
  return JSON.stringify([namespace, local, values, children.map(shapeOf)]);
}

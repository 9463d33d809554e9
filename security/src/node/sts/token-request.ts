import { wsu } from '../../names.ts';
import { escaped } from '../../xml-text.ts';
import type { SigningKey } from '../keys/key.ts';
import { saml2TokenType } from '../keys/names.ts';
import { writeKeyInfo } from '../keys/write-key-info.ts';
import { type TrustRequestType, wst, wst14 } from './trust-operations.ts';

/** What a token is asked for. */
export interface TokenRequest {
  /** The address of the service that the token is for. */
  readonly appliesTo: string;
  /** The key that the sender of the token signs with; undefined for a bearer token. */
  readonly key?: SigningKey | undefined;
  /** How the key is named; default its certificates if it has some, else the bare key. */
  readonly useKey?: 'x509-data' | 'key-value' | undefined;
  /** The type of the token; default an assertion of SAML 2.0. */
  readonly tokenType?: string | undefined;
  /** Seconds for which the token is wanted; default what the STS decides. */
  readonly lifetime?: number | undefined;
  /** A token in XML of somebody for whom the token is (OnBehalfOf). */
  readonly onBehalfOf?: string | undefined;
  /** A token in XML of somebody as whom the sender acts (ActAs of WS-Trust 1.4). */
  readonly actAs?: string | undefined;
  /** Further elements of the request in XML, such as Claims. */
  readonly elements?: readonly string[] | undefined;
}

/**
 * The elements of a RequestSecurityToken (WS-Trust 1.4, 3.1).
 *
 * @param renewed the token that is renewed, in XML; undefined for a new one.
 * @param now milliseconds since 1970.
 */
export function tokenRequest(request: TokenRequest, renewed: string | undefined, now: number): readonly string[] {
  const { appliesTo, key, tokenType = saml2TokenType, lifetime, onBehalfOf, actAs, elements = [] } = request;
  const type: TrustRequestType = renewed === undefined ? 'Issue' : 'Renew';
  return [
    element('TokenType', escaped(tokenType)),
    element('RequestType', `${wst}/${type}`),
    ...(renewed === undefined ? [] : [element('RenewTarget', renewed)]),
    `<wsp:AppliesTo xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy"><wsa:EndpointReference xmlns:wsa="http://www.w3.org/2005/08/addressing"><wsa:Address>${escaped(appliesTo)}</wsa:Address></wsa:EndpointReference></wsp:AppliesTo>`,
    element('KeyType', `${wst}/${key === undefined ? 'Bearer' : 'PublicKey'}`),
    ...(key === undefined ? [] : [element('UseKey', useKey(key, request.useKey))]),
    ...(lifetime === undefined ? [] : [element('Lifetime', times(now, lifetime))]),
    ...(onBehalfOf === undefined ? [] : [element('OnBehalfOf', onBehalfOf)]),
    ...(actAs === undefined ? [] : [`<wst14:ActAs xmlns:wst14="${wst14}">${actAs}</wst14:ActAs>`]),
    ...elements,
  ];
}

function element(local: string, content: string): string {
  return `<wst:${local} xmlns:wst="${wst}">${content}</wst:${local}>`;
}

function useKey(key: SigningKey, form: TokenRequest['useKey']): string {
  return writeKeyInfo(form ?? (key.certificates.length > 0 ? 'x509-data' : 'key-value'), key, '').keyInfo;
}

function times(now: number, lifetime: number): string {
  const time = (milliseconds: number) => new Date(milliseconds).toISOString();
  return `<wsu:Created xmlns:wsu="${wsu}">${time(now)}</wsu:Created><wsu:Expires xmlns:wsu="${wsu}">${time(now + lifetime * 1000)}</wsu:Expires>`;
}

import { ClientError } from '@soapwright/runtime/client';
import { elementXml, leafText, readTree, type TreeElement } from '@soapwright/runtime/xml';
import { wsu } from '../../names.ts';
import { expiryOf, ownAssertion } from '../../saml/own-assertion.ts';
import { isNamed } from '../../xml-elements.ts';
import { wst } from './trust-operations.ts';

/** A token of an STS. */
export interface IssuedToken {
  /** The assertion in XML. */
  readonly xml: string;
  /** Milliseconds since 1970: the end of the assertion or of the response's Lifetime; undefined without both. */
  readonly expiresAt: number | undefined;
}

/**
 * Reads the response of an STS: one RequestSecurityTokenResponse with an assertion of SAML 2.0.
 *
 * @param method the confirmation that was asked for.
 * @throws {ClientError} `bad-answer` for another response.
 */
export async function issuedToken(response: string, method: 'bearer' | 'holder-of-key'): Promise<IssuedToken> {
  const { root, data } = readTree(new TextEncoder().encode(response));
  const isCollection = isNamed(root, [wst, 'RequestSecurityTokenResponseCollection']);
  const [only, ...others] = isCollection ? root.children : [root];
  if (only === undefined || others.length > 0) throw badAnswer('it has several tokens, or none');
  const [token, ...more] = child(only, wst, 'RequestedSecurityToken')?.children ?? [];
  if (token === undefined || more.length > 0) throw badAnswer('it has no token');
  const xml = elementXml(token, data);
  const assertion = await ownAssertion(xml).catch((error: unknown) => {
    throw badAnswer('its token is not an assertion of SAML 2.0', error);
  });
  if (assertion.method !== method) throw badAnswer(`its token is confirmed by ${assertion.method}, not by ${method}`);
  const lifetime = child(only, wst, 'Lifetime');
  const expires = lifetime && child(lifetime, wsu, 'Expires');
  const ends = [expires && Date.parse(leafText(expires, data)), expiryOf(xml)].filter(
    (end) => end !== undefined && !Number.isNaN(end),
  ) as number[];
  return { xml, expiresAt: ends.length === 0 ? undefined : Math.min(...ends) };
}

function child({ children }: TreeElement, namespace: string, local: string): TreeElement | undefined {
  return children.find((one) => isNamed(one, [namespace, local]));
}

function badAnswer(reason: string, cause?: unknown): ClientError {
  return new ClientError('bad-answer', `The STS has sent something else than was asked for: ${reason}.`, { cause });
}

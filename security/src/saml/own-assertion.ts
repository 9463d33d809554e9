import { readTree } from '@soapwright/runtime/xml';
import { SecurityError } from '../security-error.ts';
import { attributeValue, isNamed } from '../xml-elements.ts';
import { SamlError } from './saml-error.ts';
import { holderOfKey, samlNames, senderVouches } from './saml-names.ts';

/** An assertion that a client sends. What it states is for the service to check. */
export interface OwnAssertion {
  /** The Assertion, without an XML declaration. */
  readonly xml: string;
  readonly id: string;
  readonly method: 'bearer' | 'holder-of-key' | 'sender-vouches';
}

/** Where a client gets an assertion: its XML text, or a function that is called for each message. */
export type AssertionSource = string | (() => string | Promise<string>);

/**
 * The assertion for the next message.
 *
 * @throws {SecurityError} `token` for a text that is not an assertion of SAML 2.0, and if the function fails.
 */
export async function ownAssertion(source: AssertionSource): Promise<OwnAssertion> {
  const text = typeof source === 'string' ? source : await called(source);
  const { root, data } = readTree(new TextEncoder().encode(text));
  const id = attributeValue(root, 'ID');
  if (!isNamed(root, samlNames.assertion) || id === undefined) {
    throw new SamlError('neither a Response nor an Assertion of SAML 2.0');
  }
  const subject = root.children.find((child) => isNamed(child, samlNames.subject));
  const confirmations = subject?.children.filter((child) => isNamed(child, samlNames.confirmation)) ?? [];
  const uses = (method: string): boolean => confirmations.some((one) => attributeValue(one, 'Method') === method);
  const method = uses(holderOfKey) ? 'holder-of-key' : uses(senderVouches) ? 'sender-vouches' : 'bearer';
  return { xml: new TextDecoder().decode(data.subarray(root.start, root.end)), id, method };
}

async function called(source: () => string | Promise<string>): Promise<string> {
  try {
    return await source();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SecurityError('token', `There is no assertion to send: ${reason}`, { cause: error });
  }
}

/** The NotOnOrAfter of the Conditions of an assertion in milliseconds since 1970; undefined without any. */
export function expiryOf(xml: string): number | undefined {
  const { root } = readTree(new TextEncoder().encode(xml));
  const conditions = root.children.find((child) => isNamed(child, samlNames.conditions));
  const end = conditions && attributeValue(conditions, 'NotOnOrAfter');
  const time = Date.parse(end ?? '');
  return Number.isNaN(time) ? undefined : time;
}

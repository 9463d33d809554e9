import { inflateRawSync } from 'node:zlib';
import { parseXml, type XmlElement } from '../sign-in/saml/dom.ts';
import { attributeOf, elementsOf } from '../sign-in/saml/elements.ts';
import { DemoError } from './demo-error.ts';

/** What a provider must know of an AuthnRequest (saml-core-2.0, 3.4.1). */
export interface AuthnRequest {
  readonly id: string;
  readonly issuer: string;
  /** AssertionConsumerServiceURL. */
  readonly returnTo: string;
  /** The NameID of its Subject: whom the service expects. */
  readonly subject: string | undefined;
}

/** Bytes of XML; real requests have some hundreds. */
const most = 64 * 1024;
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';

/**
 * Reads the parameter SAMLRequest of the HTTP redirect binding (saml-bindings-2.0, 3.4.4.1). Signatures are not asked for.
 *
 * @throws {DemoError} `not-a-sign-in`, `too-large`.
 */
export function readAuthnRequest(parameter: string): AuthnRequest {
  const root = parsed(inflated(parameter));
  if (root?.namespaceURI !== protocol || root.localName !== 'AuthnRequest') throw notARequest();
  const id = attributeOf(root, 'ID');
  const returnTo = attributeOf(root, 'AssertionConsumerServiceURL');
  const issuer = textIn(root, 'Issuer');
  const subject = textIn(root, 'NameID');
  if (!id || !/^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(id) || !returnTo || !issuer) throw notARequest();
  return { id, issuer, returnTo, subject: subject === '' ? undefined : subject };
}

function inflated(parameter: string): string {
  try {
    return inflateRawSync(Buffer.from(parameter, 'base64'), { maxOutputLength: most }).toString('utf8');
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_BUFFER_TOO_LARGE')
      throw notARequest(error);
    throw new DemoError('too-large', `SAMLRequest has more than ${most} bytes when it is inflated.`);
  }
}

/** The text of the first element of SAML's assertion language with a name. */
function textIn(root: XmlElement, local: string): string | undefined {
  for (const element of elementsOf(root)) {
    if (element.namespaceURI === assertion && element.localName === local) return element.textContent?.trim();
  }
  return undefined;
}

function parsed(xml: string): XmlElement | undefined {
  if (xml.includes('<!')) throw notARequest();
  const refuse = (): never => {
    throw notARequest();
  };
  try {
    return parseXml(xml, refuse);
  } catch (error) {
    throw notARequest(error);
  }
}

function notARequest(cause?: unknown): DemoError {
  return new DemoError('not-a-sign-in', 'SAMLRequest is not an AuthnRequest of the HTTP redirect binding.', cause);
}

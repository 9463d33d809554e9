import { type SigningKey, signingKey } from '../../../security/src/node/keys/index.ts';
import { writeKeyInfo } from '../../../security/src/node/keys/write-key-info.ts';
import { signAssertion } from '../../../security/src/node/saml/index.ts';
import { issueCertificate } from '../runtime/certificate.ts';

/** A new key of P-256 with a certificate that signs itself. */
export function newKey(common: string): SigningKey {
  const { key, certificate } = issueCertificate(common);
  return signingKey({ key, certificates: certificate });
}

/** The content of an assertion; the default is right in all respects. */
export interface AssertionFields {
  readonly issuer?: string;
  readonly name?: string;
  readonly audience?: string;
  readonly method?: 'bearer' | 'holder-of-key' | 'sender-vouches';
  /** Of `holder-of-key`. */
  readonly holder?: SigningKey;
  /** How the key of the holder is given. */
  readonly form?: 'x509-data' | 'key-value';
  /** Attributes of SubjectConfirmationData, with a space before each. */
  readonly confirmation?: string;
  /** Content of Conditions beside the audience. */
  readonly conditions?: string;
  /** Milliseconds since 1970. */
  readonly now?: number;
  /** Milliseconds; default 5 minutes. */
  readonly lifetime?: number;
  readonly id?: string;
}

let made = 0;

/** An assertion of SAML 2.0 that is not signed. */
export function plainAssertion(fields: AssertionFields = {}): string {
  const { issuer = 'https://sts.example', name = 'anna', audience = 'urn:orders', method = 'bearer' } = fields;
  const { holder, form = 'x509-data', confirmation = '', conditions = '', now = Date.now() } = fields;
  const { lifetime = 300_000, id = `_a${++made}` } = fields;
  const time = (milliseconds: number) => new Date(milliseconds).toISOString();
  const keyInfo = holder === undefined ? '' : writeKeyInfo(form, holder, '').keyInfo;
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" IssueInstant="${time(now)}" Version="2.0">` +
    `<saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID>${name}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}">` +
    `<saml:SubjectConfirmationData${confirmation}>${keyInfo}</saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${time(now)}" NotOnOrAfter="${time(now + lifetime)}">` +
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>${conditions}</saml:Conditions>` +
    '<saml:AttributeStatement><saml:Attribute Name="role"><saml:AttributeValue>clerk</saml:AttributeValue>' +
    '<saml:AttributeValue>auditor</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>'
  );
}

/** An assertion that an issuer has signed. */
export async function signedAssertion(key: SigningKey, fields: AssertionFields = {}): Promise<string> {
  return await signAssertion(plainAssertion(fields), key);
}

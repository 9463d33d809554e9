import { createHash } from 'node:crypto';
import { readTree, type TreeElement } from '@soapwright/runtime/xml';
import { canonicalXml } from '../../canonical/canonical-xml.ts';
import { envelopedSignature, exclusiveC14n, samlNames, signatureNamespace } from '../../saml/saml-names.ts';
import { attributeValue, elementsWithin, isNamed } from '../../xml-elements.ts';
import { escaped } from '../../xml-text.ts';
import type { SigningKey } from '../keys/key.ts';
import { signatureMethod } from '../keys/signature-algorithm.ts';
import { writeKeyInfo } from '../keys/write-key-info.ts';

/**
 * Signs the assertion of a document: RSA or ECDSA with SHA-256, exclusive canonicalization, the signature after its Issuer
 * with the certificates of the key.
 *
 * @param xml an Assertion of SAML 2.0, or a document with exactly one.
 * @returns the document with the signature.
 * @throws {TypeError} for a document without exactly one assertion with an ID and an Issuer.
 */
export async function signAssertion(xml: string, key: SigningKey): Promise<string> {
  const document = readTree(new TextEncoder().encode(xml));
  const [assertion, ...others] = [...elementsWithin(document.root)].filter((one) => isNamed(one, samlNames.assertion));
  const id = assertion && attributeValue(assertion, 'ID');
  const issuer = assertion?.children.find((child) => isNamed(child, samlNames.issuer));
  if (assertion === undefined || others.length > 0 || id === undefined || issuer === undefined) {
    throw new TypeError('A document that is signed has exactly one Assertion, with an ID and an Issuer.');
  }
  const content = canonicalXml(document, assertion, { method: 'exclusive' });
  const digest = createHash('sha256').update(content).digest('base64');
  return inserted(document.data, issuer, await signature(id, digest, key));
}

async function signature(id: string, digest: string, key: SigningKey): Promise<string> {
  const algorithm = key.kind === 'rsa' ? 'rsa-sha256' : 'ecdsa-sha256';
  // Canonical as it is.
  const signedInfo =
    `<ds:SignedInfo xmlns:ds="${signatureNamespace}"><ds:CanonicalizationMethod Algorithm="${exclusiveC14n}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${signatureMethod(algorithm).uri}"></ds:SignatureMethod><ds:Reference URI="#${escaped(id)}"><ds:Transforms>` +
    `<ds:Transform Algorithm="${envelopedSignature}"></ds:Transform><ds:Transform Algorithm="${exclusiveC14n}"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const value = Buffer.from(await key.sign(algorithm, Buffer.from(signedInfo))).toString('base64');
  const keyInfo = key.certificates.length === 0 ? '' : writeKeyInfo('x509-data', key, '').keyInfo;
  return `<ds:Signature xmlns:ds="${signatureNamespace}">${signedInfo}<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo}</ds:Signature>`;
}

function inserted(data: Uint8Array, { end }: TreeElement, text: string): string {
  return Buffer.concat([data.subarray(0, end), Buffer.from(text), data.subarray(end)]).toString();
}

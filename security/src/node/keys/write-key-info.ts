import type { KeyObject, X509Certificate } from 'node:crypto';
import { base64Encoding, wsse, wsu } from '../../names.ts';
import { toBase64 } from '../../password.ts';
import { escaped } from '../../xml-text.ts';
import { fieldsOf, subjectKeyIdentifier, thumbprint } from './certificate-fields.ts';
import { formatName } from './distinguished-name.ts';
import { ds, ds11, saml2TokenType, valueTypes, wsse11 } from './names.ts';

/** How a message names the key that signs it, or that a key is encrypted for. */
export type KeyReference =
  /** The certificate in a BinarySecurityToken of the message. */
  | 'binary-security-token'
  /** The certificate with those of its issuers in a BinarySecurityToken. */
  | 'pki-path'
  | 'subject-key-identifier'
  | 'issuer-serial'
  /** SHA-1 of the certificate. */
  | 'thumbprint'
  /** The certificates in the KeyInfo. */
  | 'x509-data'
  /** The name of the key's owner and its certificate in the KeyInfo. */
  | 'x509-subject'
  /** The bare public key. */
  | 'key-value'
  | { readonly keyName: string }
  /** The ID of a SAML 2 assertion in the message, whose subject has the key. */
  | { readonly assertionId: string };

/** The parts of a message that name a key, as XML with their own namespace declarations. */
export interface WrittenKeyInfo {
  readonly keyInfo: string;
  /** The SecurityTokenReference in it; undefined in other forms. */
  readonly reference: string | undefined;
  /** The BinarySecurityToken that it refers to; undefined without any. */
  readonly token: string | undefined;
}

/**
 * Writes a KeyInfo.
 *
 * @param tokenId the Id of its BinarySecurityToken.
 * @throws {TypeError} for a key without a certificate where one is named.
 */
export function writeKeyInfo(
  form: KeyReference,
  key: { readonly certificates: readonly X509Certificate[]; readonly publicKey: KeyObject | undefined },
  tokenId: string,
): WrittenKeyInfo {
  if (typeof form === 'object') {
    return 'keyName' in form
      ? inKeyInfo(`<ds:KeyName>${escaped(form.keyName)}</ds:KeyName>`)
      : byReference(
          `<wsse:KeyIdentifier ValueType="${valueTypes.samlId}">${escaped(form.assertionId)}</wsse:KeyIdentifier>`,
          saml2TokenType,
        );
  }
  if (form === 'key-value') return inKeyInfo(keyValue(key.publicKey));
  const [certificate] = key.certificates;
  if (certificate === undefined) throw new TypeError(`The key reference ${form} needs a key with a certificate.`);
  switch (form) {
    case 'binary-security-token':
      return byToken(valueTypes.x509v3, certificate.raw, tokenId);
    case 'pki-path':
      return byToken(valueTypes.pkiPath, pkiPath(key.certificates), tokenId);
    case 'subject-key-identifier':
      return byReference(keyIdentifier(valueTypes.subjectKeyIdentifier, subjectKeyIdentifier(certificate)));
    case 'thumbprint':
      return byReference(keyIdentifier(valueTypes.thumbprint, thumbprint(certificate)));
    case 'issuer-serial':
      return byReference(issuerSerial(certificate));
    case 'x509-subject': {
      const name = escaped(formatName(fieldsOf(certificate).subject));
      const own = `<ds:X509Certificate>${base64(certificate.raw)}</ds:X509Certificate>`;
      return inKeyInfo(`<ds:X509Data><ds:X509SubjectName>${name}</ds:X509SubjectName>${own}</ds:X509Data>`);
    }
    case 'x509-data': {
      const all = key.certificates.map(({ raw }) => `<ds:X509Certificate>${base64(raw)}</ds:X509Certificate>`);
      return inKeyInfo(`<ds:X509Data>${all.join('')}</ds:X509Data>`);
    }
  }
}

function inKeyInfo(content: string): WrittenKeyInfo {
  return { keyInfo: `<ds:KeyInfo xmlns:ds="${ds}">${content}</ds:KeyInfo>`, reference: undefined, token: undefined };
}

function byReference(content: string, tokenType?: string): WrittenKeyInfo {
  const [declared, type] =
    tokenType === undefined ? ['', ''] : [` xmlns:wsse11="${wsse11}"`, ` wsse11:TokenType="${tokenType}"`];
  const reference = `<wsse:SecurityTokenReference xmlns:wsse="${wsse}"${declared}${type}>${content}</wsse:SecurityTokenReference>`;
  return { ...inKeyInfo(reference), reference };
}

function byToken(type: string, bytes: Uint8Array, id: string): WrittenKeyInfo {
  const attributes = `EncodingType="${base64Encoding}" ValueType="${type}" wsu:Id="${escaped(id)}"`;
  return {
    ...byReference(
      `<wsse:Reference URI="#${escaped(id)}" ValueType="${type}"></wsse:Reference>`,
      // WS-I Basic Security Profile 1.1, R5215.
      type === valueTypes.pkiPath ? type : undefined,
    ),
    token: `<wsse:BinarySecurityToken xmlns:wsse="${wsse}" xmlns:wsu="${wsu}" ${attributes}>${base64(bytes)}</wsse:BinarySecurityToken>`,
  };
}

function keyIdentifier(type: string, value: Uint8Array): string {
  return `<wsse:KeyIdentifier EncodingType="${base64Encoding}" ValueType="${type}">${toBase64(value)}</wsse:KeyIdentifier>`;
}

function issuerSerial(certificate: X509Certificate): string {
  const { issuer, serial } = fieldsOf(certificate);
  return `<ds:X509Data xmlns:ds="${ds}"><ds:X509IssuerSerial><ds:X509IssuerName>${escaped(formatName(issuer))}</ds:X509IssuerName><ds:X509SerialNumber>${serial}</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>`;
}

/** The DER of a PKIPath: a SEQUENCE of certificates, that of the key last. */
function pkiPath(certificates: readonly X509Certificate[]): Uint8Array {
  const content = Buffer.concat(certificates.map(({ raw }) => raw).toReversed());
  const length = Buffer.from(content.length.toString(16).padStart(8, '0'), 'hex');
  const significant = length.subarray(length.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([0x30, 0x80 | significant.length]), significant, content]);
}

/** URIs of curves (RFC 9231, 3.2 and XML Signature 1.1, 4.5.2.3.1). */
const curves: Readonly<Record<string, string>> = {
  'P-256': 'urn:oid:1.2.840.10045.3.1.7',
  'P-384': 'urn:oid:1.3.132.0.34',
  'P-521': 'urn:oid:1.3.132.0.35',
};

/** A KeyValue without the declaration of `ds`. */
function keyValue(key: KeyObject | undefined): string {
  const { kty, n = '', e = '', crv = '', x = '', y = '' } = key?.export({ format: 'jwk' }) ?? {};
  const number = (text: string) => Buffer.from(text, 'base64url');
  if (kty === 'RSA') {
    return `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${base64(number(n))}</ds:Modulus><ds:Exponent>${base64(number(e))}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`;
  }
  const curve = curves[crv];
  if (kty !== 'EC' || curve === undefined) throw new TypeError('A KeyValue has a key of RSA or of a curve of NIST.');
  const point = base64(Buffer.concat([Buffer.from([4]), number(x), number(y)]));
  return `<ds:KeyValue><dsig11:ECKeyValue xmlns:dsig11="${ds11}"><dsig11:NamedCurve URI="${curve}"></dsig11:NamedCurve><dsig11:PublicKey>${point}</dsig11:PublicKey></dsig11:ECKeyValue></ds:KeyValue>`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

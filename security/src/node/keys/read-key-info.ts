import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import { base64Encoding, wsse } from '../../names.ts';
import { SecurityError } from '../../security-error.ts';
import { attributeValue, elementBytes, elementText, isNamed, type Name } from '../../xml-elements.ts';
import { derParts, derTags, onlyDer } from './der.ts';
import type { KeyIdentifier } from './key-identifier.ts';
import { binaryToken, ds, ds11, saml2, tokenReference, valueTypes } from './names.ts';

/** The message that a KeyInfo is in. */
export interface KeyInfoContext {
  readonly document: TreeDocument;
  /** The element with an Id; undefined for none. @throws {SecurityError} `reference`, for several. */
  resolve(id: string): TreeElement | undefined;
}

/** The most certificates that a token may have. */
const mostCertificates = 10;

/**
 * Reads how a KeyInfo names a key. Of several names the one with the most information counts: certificates before others,
 * a bare key last.
 *
 * @throws {SecurityError} `key` for a name of another form; DerivedKeyToken, RetrievalMethod and references to other
 *   documents are refused by name.
 */
export function readKeyInfo(keyInfo: TreeElement, context: KeyInfoContext): KeyIdentifier {
  return new KeyInfoReader(context).read(keyInfo);
}

class KeyInfoReader {
  readonly #context: KeyInfoContext;

  constructor(context: KeyInfoContext) {
    this.#context = context;
  }

  read({ children }: TreeElement): KeyIdentifier {
    const refused = children.find(({ local }) => refusals[local] !== undefined);
    if (refused !== undefined) throw refusal(refused);
    const first = (name: Name) => children.find((child) => isNamed(child, name));
    const reference = first(tokenReference);
    if (reference !== undefined) return this.#tokenReference(reference);
    const data = first([ds, 'X509Data']);
    if (data !== undefined) return this.#x509Data(data);
    const name = first([ds, 'KeyName']);
    if (name !== undefined) return { kind: 'key-name', name: this.#text(name).trim() };
    const value = first([ds, 'KeyValue']);
    if (value !== undefined) return { kind: 'key-value', key: this.#keyValue(value) };
    throw new SecurityError('key', 'A KeyInfo names no key.');
  }

  #tokenReference({ children }: TreeElement): KeyIdentifier {
    const [child, ...others] = children;
    if (child === undefined || others.length > 0) {
      throw new SecurityError('key', 'A SecurityTokenReference has exactly one child.');
    }
    if (isNamed(child, [wsse, 'Reference'])) return this.#reference(child);
    if (isNamed(child, [wsse, 'KeyIdentifier'])) return this.#keyIdentifier(child);
    if (isNamed(child, [wsse, 'Embedded']) && child.children.length === 1) {
      return this.#token(child.children[0] as TreeElement);
    }
    if (isNamed(child, [ds, 'X509Data'])) return this.#x509Data(child);
    if (isNamed(child, [ds, 'KeyName'])) return { kind: 'key-name', name: this.#text(child).trim() };
    throw refusal(child);
  }

  #reference(element: TreeElement): KeyIdentifier {
    const uri = attributeValue(element, 'URI') ?? '';
    // Nothing is ever fetched.
    if (!uri.startsWith('#')) throw new SecurityError('key', 'A token outside of the message is not read.');
    const token = this.#context.resolve(uri.slice(1));
    if (token === undefined) throw new SecurityError('key', `There is no token with the Id ${uri.slice(1)}.`);
    return this.#token(token);
  }

  #token(element: TreeElement): KeyIdentifier {
    if (isNamed(element, [saml2, 'Assertion'])) {
      return { kind: 'assertion', id: attributeValue(element, 'ID') ?? '' };
    }
    if (!isNamed(element, binaryToken)) throw refusal(element);
    return this.#certificates(attributeValue(element, 'ValueType'), this.#encodedBytes(element));
  }

  #keyIdentifier(element: TreeElement): KeyIdentifier {
    const type = attributeValue(element, 'ValueType');
    if (type === valueTypes.samlId) return { kind: 'assertion', id: this.#text(element).trim() };
    const value = this.#encodedBytes(element);
    if (type === valueTypes.subjectKeyIdentifier) return { kind: 'subject-key-identifier', value };
    if (type === valueTypes.thumbprint) return { kind: 'thumbprint', value };
    return this.#certificates(type, value);
  }

  #certificates(type: string | undefined, bytes: Uint8Array): KeyIdentifier {
    if (type === valueTypes.x509v3) return { kind: 'certificates', certificates: [certificateOf(bytes)] };
    if (type === valueTypes.pkiPath) return { kind: 'certificates', certificates: pathOf(bytes) };
    throw new SecurityError('key', `A token of the type ${type ?? 'without a name'} is not read.`);
  }

  /** Certificates before IssuerSerial, SKI and the subject's name, which may be beside. */
  #x509Data({ children }: TreeElement): KeyIdentifier {
    const all = (local: string) => children.filter((child) => isNamed(child, [ds, local]));
    const certificates = all('X509Certificate').map((child) => certificateOf(this.#bytes(child)));
    if (certificates.length > mostCertificates) throw new SecurityError('key', 'A KeyInfo has too many certificates.');
    if (certificates.length > 0) return { kind: 'certificates', certificates: leafFirst(certificates) };
    const [serial] = all('X509IssuerSerial');
    if (serial !== undefined) return this.#issuerSerial(serial);
    const [identifier] = all('X509SKI');
    if (identifier !== undefined) return { kind: 'subject-key-identifier', value: this.#bytes(identifier) };
    const [name] = all('X509SubjectName');
    if (name !== undefined) return { kind: 'subject-name', name: this.#text(name) };
    throw new SecurityError('key', 'An X509Data names no certificate.');
  }

  #issuerSerial({ children }: TreeElement): KeyIdentifier {
    const [issuer, serial, ...others] = children;
    const isComplete =
      issuer !== undefined &&
      serial !== undefined &&
      others.length === 0 &&
      isNamed(issuer, [ds, 'X509IssuerName']) &&
      isNamed(serial, [ds, 'X509SerialNumber']);
    const number = isComplete ? this.#text(serial).trim() : '';
    if (!isComplete || !/^[+-]?\d{1,64}$/.test(number))
      throw new SecurityError('key', 'An X509IssuerSerial is malformed.');
    return { kind: 'issuer-serial', issuer: this.#text(issuer), serial: BigInt(number.replace('+', '')) };
  }

  #keyValue({ children }: TreeElement): KeyObject {
    const [child, ...others] = children;
    if (child === undefined || others.length > 0) throw new SecurityError('key', 'A KeyValue has exactly one child.');
    if (isNamed(child, [ds, 'RSAKeyValue'])) return this.#rsaKey(child);
    if (isNamed(child, [ds11, 'ECKeyValue'])) return this.#ecKey(child);
    throw refusal(child);
  }

  #rsaKey({ children }: TreeElement): KeyObject {
    const [modulus, exponent, ...others] = children;
    const isComplete =
      modulus !== undefined &&
      exponent !== undefined &&
      others.length === 0 &&
      isNamed(modulus, [ds, 'Modulus']) &&
      isNamed(exponent, [ds, 'Exponent']);
    if (!isComplete) throw new SecurityError('key', 'An RSAKeyValue is malformed.');
    return publicKey({ kty: 'RSA', n: this.#base64url(modulus), e: this.#base64url(exponent) });
  }

  #ecKey({ children }: TreeElement): KeyObject {
    const [curve, point, ...others] = children;
    const name = curve && isNamed(curve, [ds11, 'NamedCurve']) ? curves[attributeValue(curve, 'URI') ?? ''] : undefined;
    if (name === undefined || point === undefined || others.length > 0) {
      throw new SecurityError('key', 'An ECKeyValue has a named curve of NIST and a point.');
    }
    const bytes = this.#bytes(point);
    const half = (bytes.length - 1) / 2;
    if (bytes[0] !== 4) throw new SecurityError('key', 'A point of an ECKeyValue is not compressed.');
    const text = (part: Uint8Array) => Buffer.from(part).toString('base64url');
    return publicKey({ kty: 'EC', crv: name, x: text(bytes.subarray(1, 1 + half)), y: text(bytes.subarray(1 + half)) });
  }

  #encodedBytes(element: TreeElement): Uint8Array {
    const encoding = attributeValue(element, 'EncodingType');
    if (encoding !== undefined && encoding !== base64Encoding) {
      throw new SecurityError('key', 'A token is encoded by something else than base64.');
    }
    return this.#bytes(element);
  }

  #base64url(element: TreeElement): string {
    return Buffer.from(this.#bytes(element)).toString('base64url');
  }

  #bytes(element: TreeElement): Uint8Array {
    return elementBytes(element, this.#context.document, 'key');
  }

  #text(element: TreeElement): string {
    return elementText(element, this.#context.document, 'key');
  }
}

const curves: Readonly<Record<string, string>> = {
  'urn:oid:1.2.840.10045.3.1.7': 'P-256',
  'urn:oid:1.3.132.0.34': 'P-384',
  'urn:oid:1.3.132.0.35': 'P-521',
};

/** Why elements by which others name keys are not read. */
const refusals: Readonly<Record<string, string>> = {
  DerivedKeyToken: 'derived keys are of WS-SecureConversation',
  RetrievalMethod: 'nothing is fetched or transformed to get a key',
  KeyInfoReference: 'nothing is fetched or transformed to get a key',
  SecurityContextToken: 'sessions are of WS-SecureConversation',
  MgmtData: 'it does not say which key it means',
  PGPData: 'keys are of X.509',
  SPKIData: 'keys are of X.509',
};

function refusal({ local }: TreeElement): SecurityError {
  return new SecurityError('key', `${local} is not read as a name of a key: ${refusals[local] ?? 'it is unknown'}.`);
}

/** Certificates of recent messages by their bytes: parsing one takes longer than verifying a signature. */
const recent = new Map<string, X509Certificate>();
const mostRecent = 64;

function certificateOf(bytes: Uint8Array): X509Certificate {
  const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const known = recent.get(name);
  if (known !== undefined) return known;
  try {
    const certificate = new X509Certificate(bytes);
    // Its key is read when it is asked for, and may be malformed by itself.
    if (certificate.publicKey.type === 'public') {
      if (recent.size >= mostRecent) recent.clear();
      // Certificates have few kilobytes; a longer one is not kept.
      if (name.length <= 8192) recent.set(name, certificate);
      return certificate;
    }
  } catch {
    // Falls through to the error.
  }
  throw new SecurityError('key', 'A certificate is malformed.');
}

/** The certificates of a PKIPath, which begins at the authority. */
function pathOf(bytes: Uint8Array): readonly X509Certificate[] {
  try {
    const parts = derParts(onlyDer(bytes, derTags.sequence));
    if (parts.length > 0 && parts.length <= mostCertificates) {
      return parts.map((part) => certificateOf(part.bytes)).toReversed();
    }
  } catch {
    // Falls through to the error.
  }
  throw new SecurityError('key', 'A PKIPath is malformed.');
}

/** Certificates in any order, as X509Data has them: the one first that has issued none of the others. */
function leafFirst(certificates: readonly X509Certificate[]): readonly X509Certificate[] {
  const leaves = certificates.filter((one) => !certificates.some((other) => other !== one && other.checkIssued(one)));
  const [leaf] = leaves.length === 1 ? leaves : certificates;
  return leaf === undefined ? [] : [leaf, ...certificates.filter((one) => one !== leaf)];
}

function publicKey(jwk: Readonly<Record<string, string>>): KeyObject {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    throw new SecurityError('key', 'A KeyValue is malformed.');
  }
}

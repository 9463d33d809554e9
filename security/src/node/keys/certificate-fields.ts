import { createHash, type X509Certificate } from 'node:crypto';
import { SecurityError } from '../../security-error.ts';
import { type DerElement, derContent, derCount, derInteger, derOid, derParts, derTags, onlyDer } from './der.ts';
import { type DistinguishedName, nameOfDer } from './distinguished-name.ts';

/** Fields of a certificate (RFC 5280) that X509Certificate does not have. */
export interface CertificateFields {
  readonly serial: bigint;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  /** Object identifier of the algorithm by which it is signed; for RSASSA-PSS with that of its hash function after a `/`. */
  readonly signatureAlgorithm: string;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  /** Milliseconds since 1970. */
  readonly notAfter: number;
  readonly extensions: readonly Extension[];
}

export interface Extension {
  readonly oid: string;
  readonly critical: boolean;
  /** DER. */
  readonly value: Uint8Array;
}

export const extensionIds = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  issuerAltName: '2.5.29.18',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const;

const cache = new WeakMap<X509Certificate, CertificateFields>();

/** @throws {SecurityError} `key` for a certificate of another form. */
export function fieldsOf(certificate: X509Certificate): CertificateFields {
  const known = cache.get(certificate);
  if (known !== undefined) return known;
  try {
    const fields = readFields(certificate.raw);
    cache.set(certificate, fields);
    return fields;
  } catch (error) {
    throw new SecurityError('key', 'A certificate is malformed.', { cause: error });
  }
}

/** Explicit tag 0 of the version (and of the hash function of RSASSA-PSS), and 3 of the extensions. */
const version = 0xa0;
const extensionList = 0xa3;

function readFields(raw: Uint8Array): CertificateFields {
  const [signed, algorithm] = derParts(onlyDer(raw, derTags.sequence));
  const parts = derParts(signed);
  const at = parts[0]?.tag === version ? 1 : 0;
  const [serial, , issuer, validity, subject] = parts.slice(at);
  const [from, until] = derParts(validity);
  const list = parts.find(({ tag }) => tag === extensionList);
  return {
    serial: derInteger(serial),
    issuer: nameOfDer(issuer),
    subject: nameOfDer(subject),
    signatureAlgorithm: signatureAlgorithm(algorithm),
    notBefore: timeOf(from),
    notAfter: timeOf(until),
    extensions: list === undefined ? [] : derParts(derParts(list, extensionList)[0]).map(readExtension),
  };
}

/** Its default hash function is SHA-1 (RFC 8017, A.2.3). */
const pss = '1.2.840.113549.1.1.10';
const sha1 = '1.3.14.3.2.26';

function signatureAlgorithm(identifier: DerElement | undefined): string {
  const [name, parameters] = derParts(identifier);
  const oid = derOid(name);
  if (oid !== pss) return oid;
  const hash = parameters && derParts(parameters).find(({ tag }) => tag === version);
  return `${pss}/${hash === undefined ? sha1 : derOid(derParts(derParts(hash, version)[0])[0])}`;
}

export function readExtension(element: DerElement): Extension {
  const [oid, ...rest] = derParts(element);
  const critical = rest.length > 1 && derContent(rest[0], derTags.boolean)[0] === 0xff;
  return { oid: derOid(oid), critical, value: derContent(rest.at(-1), derTags.octetString) };
}

/** A UTCTime or a GeneralizedTime (RFC 5280, 4.1.2.5) in milliseconds since 1970. */
export function timeOf(element: DerElement | undefined): number {
  const isShort = element?.tag === derTags.utcTime;
  const content = derContent(element, isShort ? derTags.utcTime : derTags.generalizedTime);
  const text = Buffer.from(content).toString('latin1');
  const digits = isShort ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits);
  if (found === null) throw new TypeError('A time in a certificate is malformed.');
  const [, year, month, day, hour, minute, second] = found;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** An extension of a certificate; undefined without it. */
function extensionOf(certificate: X509Certificate, oid: string): Extension | undefined {
  return fieldsOf(certificate).extensions.find((extension) => extension.oid === oid);
}

/**
 * The SubjectKeyIdentifier of a certificate: that of its extension, else the SHA-1 of its public key (RFC 5280, 4.2.1.2).
 */
export function subjectKeyIdentifier(certificate: X509Certificate): Uint8Array {
  const extension = extensionOf(certificate, extensionIds.subjectKeyIdentifier);
  if (extension !== undefined) return derContent(onlyDer(extension.value, derTags.octetString), derTags.octetString);
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  const [, bits] = derParts(onlyDer(spki, derTags.sequence));
  return createHash('sha1').update(derContent(bits, derTags.bitString).subarray(1)).digest();
}

/** The SHA-1 of a certificate, by which KeyInfo names it. */
export function thumbprint(certificate: X509Certificate): Uint8Array {
  return createHash('sha1').update(certificate.raw).digest();
}

/** Whether KeyUsage allows a purpose, by the numbers of its bits; true without the extension. */
export function allowsUsage(certificate: X509Certificate, bits: readonly number[]): boolean {
  const extension = extensionOf(certificate, extensionIds.keyUsage);
  if (extension === undefined) return true;
  const content = derContent(onlyDer(extension.value, derTags.bitString), derTags.bitString);
  return bits.some((bit) => ((content[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0);
}

/** Whether BasicConstraints say that a certificate is of an authority; a certificate without them is not. */
export function isAuthority(certificate: X509Certificate): boolean {
  const flag = basicConstraints(certificate)[0];
  return flag?.tag === derTags.boolean && flag.content[0] === 0xff;
}

/** How many authorities may follow an authority in a path; undefined for any number. */
export function pathLength(certificate: X509Certificate): number | undefined {
  const length = basicConstraints(certificate).find(({ tag }) => tag === derTags.integer);
  return length === undefined ? undefined : derCount(length);
}

function basicConstraints(certificate: X509Certificate): readonly DerElement[] {
  const extension = extensionOf(certificate, extensionIds.basicConstraints);
  return extension === undefined ? [] : derParts(onlyDer(extension.value, derTags.sequence));
}

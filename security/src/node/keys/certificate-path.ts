import type { X509Certificate } from 'node:crypto';
import { SecurityError } from '../../security-error.ts';
import { allowsUsage, extensionIds, fieldsOf, isAuthority, pathLength } from './certificate-fields.ts';
import { isSameCertificate } from './certificates.ts';
import { isSameName } from './distinguished-name.ts';

/** The most certificates in a path, and the most issuers that are tried for all of them. */
const mostCertificates = 8;
const mostTries = 40;

/** RSA, RSASSA-PSS and ECDSA with SHA-2. */
const signatureAlgorithms: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.113549.1.1.10/2.16.840.1.101.3.4.2.1',
  '1.2.840.113549.1.1.10/2.16.840.1.101.3.4.2.2',
  '1.2.840.113549.1.1.10/2.16.840.1.101.3.4.2.3',
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
]);

/** Extensions that may be critical. NameConstraints and others about policies are not evaluated, so they are not here. */
const processed: ReadonlySet<string> = new Set([
  extensionIds.keyUsage,
  extensionIds.basicConstraints,
  extensionIds.extendedKeyUsage,
  extensionIds.subjectAltName,
  extensionIds.issuerAltName,
  extensionIds.certificatePolicies,
  extensionIds.crlDistributionPoints,
  extensionIds.subjectKeyIdentifier,
  extensionIds.authorityKeyIdentifier,
]);

/** Bits of KeyUsage (RFC 5280, 4.2.1.3). */
const digitalSignature = 0;
const nonRepudiation = 1;
const keyCertSign = 5;

export interface PathOptions {
  readonly anchors: readonly X509Certificate[];
  /** Certificates of authorities between; those of a message too. */
  readonly between: readonly X509Certificate[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Builds the path from a certificate to an anchor (RFC 5280, 6.1, with the restrictions of `processed`): signatures, names,
 * times, CA flags, path lengths, key usage, algorithms.
 *
 * @returns the certificate first, the anchor last.
 * @throws {SecurityError} `key`, with the reason of the last path that was tried.
 */
export function certificatePath(certificate: X509Certificate, options: PathOptions): readonly X509Certificate[] {
  checkSigner(certificate, options.now);
  const builder = new PathBuilder(options);
  const path = builder.extend([certificate]);
  if (path !== undefined) return path;
  throw builder.failure ?? untrusted(certificate, 'is not issued by a trusted authority');
}

/** Checks a certificate whose key signs messages, apart from its issuer. @throws {SecurityError} `key`. */
function checkSigner(certificate: X509Certificate, now: number): void {
  checkForm(certificate);
  checkValidity(certificate, now);
  checkKey(certificate);
  if (!allowsUsage(certificate, [digitalSignature, nonRepudiation])) {
    throw untrusted(certificate, 'is not for signatures by its key usage');
  }
}

/** @throws {SecurityError} `key` before its time and after it. */
export function checkValidity(certificate: X509Certificate, now: number): void {
  const { notBefore, notAfter } = fieldsOf(certificate);
  if (now < notBefore) throw untrusted(certificate, `is valid from ${certificate.validFrom}`);
  if (now > notAfter) throw untrusted(certificate, `was valid until ${certificate.validTo}`);
}

function checkForm(certificate: X509Certificate): void {
  const { extensions } = fieldsOf(certificate);
  const unknown = extensions.find(({ oid, critical }) => critical && !processed.has(oid));
  if (unknown !== undefined) throw untrusted(certificate, `has the critical extension ${unknown.oid}`);
  if (new Set(extensions.map(({ oid }) => oid)).size < extensions.length) {
    throw untrusted(certificate, 'has an extension twice');
  }
}

function checkKey(certificate: X509Certificate): void {
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  if (asymmetricKeyType === 'ec' || (asymmetricKeyType?.startsWith('rsa') && bits >= 2048)) return;
  throw untrusted(certificate, 'has a key that is neither RSA of 2,048 bits or more nor of an elliptic curve');
}

class PathBuilder {
  readonly #options: PathOptions;
  #tries = 0;
  failure: SecurityError | undefined;

  constructor(options: PathOptions) {
    this.#options = options;
  }

  /** Extends a path to an anchor; undefined without one. */
  extend(path: readonly X509Certificate[]): readonly X509Certificate[] | undefined {
    const last = path.at(-1);
    if (last === undefined || path.length >= mostCertificates) return undefined;
    for (const anchor of this.#options.anchors) {
      if (this.#isIssuedBy(last, anchor, path)) return [...path, anchor];
    }
    for (const issuer of this.#options.between) {
      if (path.some((one) => isSameCertificate(one, issuer)) || !this.#isIssuedBy(last, issuer, path)) continue;
      const whole = this.extend([...path, issuer]);
      if (whole !== undefined) return whole;
    }
    return undefined;
  }

  #isIssuedBy(certificate: X509Certificate, issuer: X509Certificate, path: readonly X509Certificate[]): boolean {
    const isNamed = isSameName(fieldsOf(certificate).issuer, fieldsOf(issuer).subject);
    if (!isNamed || isSameCertificate(certificate, issuer)) return false;
    this.#tries += 1;
    if (this.#tries > mostTries) return false;
    try {
      checkAuthority(issuer, path, this.#options.now);
      // Also compares the key identifiers, by which one of several keys of an authority is chosen.
      if (!certificate.checkIssued(issuer)) throw untrusted(certificate, 'was issued with another key of its issuer');
      if (!signatureAlgorithms.has(fieldsOf(certificate).signatureAlgorithm)) {
        throw untrusted(certificate, 'is signed by an algorithm other than RSA or ECDSA with SHA-2');
      }
      if (!certificate.verify(issuer.publicKey)) throw untrusted(certificate, 'is not signed by its issuer');
      return true;
    } catch (error) {
      if (!(error instanceof SecurityError)) throw error;
      this.failure = error;
      return false;
    }
  }
}

function checkAuthority(issuer: X509Certificate, path: readonly X509Certificate[], now: number): void {
  checkForm(issuer);
  checkValidity(issuer, now);
  checkKey(issuer);
  if (!isAuthority(issuer)) throw untrusted(issuer, 'is not an authority');
  if (!allowsUsage(issuer, [keyCertSign])) throw untrusted(issuer, 'may not issue certificates by its key usage');
  if (fieldsOf(issuer).extensions.some(({ oid }) => oid === extensionIds.nameConstraints)) {
    throw untrusted(issuer, 'has name constraints, which are not evaluated');
  }
  // Certificates that issue themselves do not count (RFC 5280, 4.2.1.9).
  const between = path.slice(1).filter(({ subject, issuer: by }) => subject !== by).length;
  if (between > (pathLength(issuer) ?? mostCertificates)) throw untrusted(issuer, 'has issued too long a path');
}

export function untrusted(certificate: X509Certificate, reason: string): SecurityError {
  return new SecurityError('key', `The certificate ${certificate.subject.replaceAll('\n', ', ')} ${reason}.`);
}

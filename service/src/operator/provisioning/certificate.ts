import { X509Certificate } from 'node:crypto';

/** Least bits of an RSA key. */
const leastBits = 2048;

/**
 * Reads the certificate of a provider: one, in PEM form, with an RSA key of 2048 bits or more or an EC key. Whether it
 * is in force does not matter here: keys are pinned, and an expired one is a matter for `doctor`.
 *
 * @returns its PEM form, always the same for the same certificate; else what is wrong, to follow the field's name.
 */
export function readCertificate(pem: string): { readonly pem: string } | { readonly fault: string } {
  if (pem.includes('PRIVATE KEY-----')) return { fault: 'holds a private key: give the certificate alone' };
  const count = pem.split('-----BEGIN CERTIFICATE-----').length - 1;
  if (count === 0) return { fault: 'is not a certificate in PEM form' };
  if (count > 1) return { fault: `must be one certificate in PEM form, and holds ${count}: give each its own entry` };
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    return { fault: 'is not a certificate in PEM form' };
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  if (type === 'ec') return { pem: certificate.toString() };
  if (type !== 'rsa') return { fault: `has a key of the kind ${type}: RSA or EC is needed` };
  const bits = details?.modulusLength ?? 0;
  if (bits < leastBits) return { fault: `has an RSA key of ${bits} bits: ${leastBits} or more are needed` };
  return { pem: certificate.toString() };
}

/** What a certificate is known by: the SHA-256 of its bytes. */
export function fingerprintOf(pem: string): string {
  return `sha256:${new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()}`;
}

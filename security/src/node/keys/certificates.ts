import { type KeyObject, X509Certificate } from 'node:crypto';
import type { CertificateSource } from './key.ts';

const block = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

/** The blocks of a PEM file with their labels. */
export function pemBlocks(pem: string | Uint8Array): readonly { readonly label: string; readonly text: string }[] {
  const text = typeof pem === 'string' ? pem : new TextDecoder().decode(pem);
  return Array.from(text.matchAll(block), ([whole, label = '']) => ({ label, text: whole }));
}

/**
 * Certificates from PEM, DER or objects.
 *
 * @throws {TypeError} for a PEM text without certificates, and for something that is not a certificate.
 */
export function certificatesOf(
  sources: CertificateSource | readonly CertificateSource[] | undefined,
): readonly X509Certificate[] {
  if (sources === undefined) return [];
  return (Array.isArray(sources) ? sources : [sources]).flatMap(fromSource);
}

function fromSource(source: CertificateSource): readonly X509Certificate[] {
  if (source instanceof X509Certificate) return [source];
  if (typeof source !== 'string' && source[0] === 0x30) return [certificateOf(source)];
  const blocks = pemBlocks(source).filter(({ label }) => label === 'CERTIFICATE');
  if (blocks.length === 0) throw new TypeError('There is no certificate in this PEM text.');
  return blocks.map(({ text }) => certificateOf(text));
}

function certificateOf(source: string | Uint8Array): X509Certificate {
  try {
    return new X509Certificate(source);
  } catch {
    throw new TypeError('A certificate is malformed.');
  }
}

export function isSameCertificate(one: X509Certificate, other: X509Certificate): boolean {
  return one.raw.equals(other.raw);
}

/**
 * Puts the certificate of a key first, and the certificates of its issuers after it in order; others are left out.
 *
 * @throws {TypeError} if there are certificates, but not that of the key.
 */
export function chainOfKey(key: KeyObject, certificates: readonly X509Certificate[]): readonly X509Certificate[] {
  if (certificates.length === 0) return [];
  let next = certificates.find((certificate) => certificate.publicKey.equals(key));
  if (next === undefined) throw new TypeError('None of the certificates is that of the private key.');
  const chain: X509Certificate[] = [];
  while (next !== undefined && !chain.includes(next)) {
    chain.push(next);
    const issued: X509Certificate = next;
    next = certificates.find((one) => !chain.includes(one) && issued.checkIssued(one));
  }
  return chain;
}

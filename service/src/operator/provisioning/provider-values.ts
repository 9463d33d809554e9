import { X509Certificate } from 'node:crypto';
import { isLoopbackHost } from '../../common/network.ts';

/** Minimum size of an RSA key in bits. */
const leastBits = 2048;

/**
 * Parses the certificate of a provider: one, in PEM form, with an RSA key of 2048 bits or more or an EC key. Its validity
 * is not checked: keys are pinned, and `doctor` reports expired certificates.
 *
 * @returns its PEM form, normalised; otherwise its mistake, to follow the field's name.
 */
export function readCertificate(pem: string): { readonly pem: string } | { readonly fault: string } {
  if (pem.includes('PRIVATE KEY-----')) return { fault: 'contains a private key: give the certificate only' };
  const count = pem.split('-----BEGIN CERTIFICATE-----').length - 1;
  if (count === 0) return { fault: 'is not a certificate in PEM form' };
  if (count > 1) return { fault: `must be one certificate in PEM form, and has ${count}: give each its own entry` };
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    return { fault: 'is not a certificate in PEM form' };
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  if (type === 'ec') return { pem: certificate.toString() };
  if (type !== 'rsa') return { fault: `has a key of type ${type}: RSA or EC is required` };
  const bits = details?.modulusLength ?? 0;
  if (bits < leastBits) return { fault: `has an RSA key of ${bits} bits: ${leastBits} or more are required` };
  return { pem: certificate.toString() };
}

/** SHA-256 fingerprint of a certificate. */
export function fingerprintOf(pem: string): string {
  return `sha256:${new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()}`;
}

/** The mistake in a URL for browsers, to follow the field's name; undefined when it is valid. */
export function webAddressProblem(text: string): string | undefined {
  const url = parsed(text);
  const fits = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '';
  return fits ? undefined : 'must be an http or https address, without user and fragment';
}

/** As {@link webAddressProblem}; beyond this machine it must be https. */
export function secureAddressProblem(text: string): string | undefined {
  const fault = webAddressProblem(text);
  if (fault !== undefined || isSecure(text)) return fault;
  return 'must start with https: http is allowed for this machine only';
}

/** An entity ID of SAML: an absolute URI, not necessarily a URL (saml-core-2.0, 8.3.6). */
export function entityIdProblem(text: string): string | undefined {
  if (parsed(text) !== undefined && !/[\s\p{Cc}]/u.test(text) && text.length <= 1024) return undefined;
  return 'must be an absolute URI of 1024 characters or fewer';
}

/** A redirect URI of an OAuth client: any absolute URI, including private-use schemes (RFC 8252, 7.1). */
export function redirectUriProblem(text: string): string | undefined {
  const url = parsed(text);
  const fits = url !== undefined && url.hash === '' && !/[\s\p{Cc}#]/u.test(text);
  return fits && !/^(javascript|data|vbscript|blob|file|about):$/.test(url.protocol)
    ? undefined
    : 'must be an absolute address without a fragment';
}

/** Whether a URL is encrypted in transit, or on this machine. */
export function isSecure(text: string): boolean {
  const url = parsed(text);
  return url !== undefined && (url.protocol === 'https:' || isLoopbackHost(url.hostname));
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

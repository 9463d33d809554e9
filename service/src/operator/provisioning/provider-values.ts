import { X509Certificate } from 'node:crypto';
import { isLoopbackHost } from '../../common/network.ts';

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

/** What is wrong with an address that browsers are sent to, to follow the field's name; undefined when nothing is. */
export function webAddressProblem(text: string): string | undefined {
  const url = parsed(text);
  const fits = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '';
  return fits ? undefined : 'must be an http or https address, without user and fragment';
}

/** As {@link webAddressProblem}; beyond this machine it must be https. */
export function secureAddressProblem(text: string): string | undefined {
  const fault = webAddressProblem(text);
  if (fault !== undefined || isSecure(text)) return fault;
  return 'must begin with https: http is for this machine alone';
}

/** An entity id of SAML: an absolute URI, which need not lead anywhere (saml-core-2.0, 8.3.6). */
export function entityIdProblem(text: string): string | undefined {
  if (parsed(text) !== undefined && !/[\s\p{Cc}]/u.test(text) && text.length <= 1024) return undefined;
  return 'must be an absolute URI of 1024 characters or fewer';
}

/** Where an OAuth client gets its code: any absolute address, of an application's own scheme too (RFC 8252, 7.1). */
export function redirectUriProblem(text: string): string | undefined {
  const url = parsed(text);
  const fits = url !== undefined && url.hash === '' && !/[\s\p{Cc}#]/u.test(text);
  return fits && !/^(javascript|data|vbscript|blob|file|about):$/.test(url.protocol)
    ? undefined
    : 'must be an absolute address without a fragment';
}

/** Whether nobody on the way can read or change what goes to an address. */
export function isSecure(text: string): boolean {
  const url = parsed(text);
  return url !== undefined && (url.protocol === 'https:' || isLoopbackHost(url.hostname));
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

import type { CanonicalOptions } from '../../canonical/canonical-xml.ts';
import { SecurityError } from '../../security-error.ts';
import { type SignatureAlgorithm, type SignatureMethod, signatureMethods } from '../keys/signature-algorithm.ts';

export type DigestAlgorithm = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** Which algorithms are taken. */
export interface AllowedAlgorithms {
  readonly signatures: readonly SignatureAlgorithm[];
  readonly digests: readonly DigestAlgorithm[];
}

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const encryption = 'http://www.w3.org/2001/04/xmlenc#';

/** Digest algorithms by their URIs (XML Signature 1.1, 6.2; RFC 9231). */
export const digestUris: Readonly<Record<DigestAlgorithm, string>> = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha256: `${encryption}sha256`,
  sha384: `${more}sha384`,
  sha512: `${encryption}sha512`,
};

/** Namespace of exclusive XML canonicalization, and its URI as an algorithm. */
export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const inclusive11 = 'http://www.w3.org/2006/12/xml-c14n11';

const canonicalizations: ReadonlyMap<string, CanonicalOptions> = new Map<string, CanonicalOptions>([
  [exclusive, { method: 'exclusive' }],
  [`${exclusive}WithComments`, { method: 'exclusive', comments: true }],
  [inclusive, { method: 'inclusive' }],
  [`${inclusive}#WithComments`, { method: 'inclusive', comments: true }],
  [inclusive11, { method: 'inclusive-1.1' }],
  [`${inclusive11}#WithComments`, { method: 'inclusive-1.1', comments: true }],
]);

/** The canonicalization of a URI; undefined for another algorithm. */
export function canonicalizationOf(uri: string): CanonicalOptions | undefined {
  return canonicalizations.get(uri);
}

/** Everything but SHA-1. */
export const modernAlgorithms: AllowedAlgorithms = {
  signatures: signatureMethods.filter(({ hash }) => hash !== 'sha1').map(({ algorithm }) => algorithm),
  digests: ['sha256', 'sha384', 'sha512'],
};

/** @throws {SecurityError} `algorithm` for one that is unknown or not allowed. */
export function allowedSignature(uri: string, { signatures }: AllowedAlgorithms): SignatureMethod {
  const method = signatureMethods.find((one) => one.uri === uri);
  if (method === undefined) throw new SecurityError('algorithm', `The signature algorithm ${shown(uri)} is unknown.`);
  if (signatures.includes(method.algorithm)) return method;
  throw new SecurityError('algorithm', `The signature algorithm ${method.algorithm} is not allowed.`);
}

/** @throws {SecurityError} `algorithm` for one that is unknown or not allowed. */
export function allowedDigest(uri: string, { digests }: AllowedAlgorithms): DigestAlgorithm {
  const [found] = Object.entries(digestUris).find(([, one]) => one === uri) ?? [];
  if (found === undefined) throw new SecurityError('algorithm', `The digest algorithm ${shown(uri)} is unknown.`);
  if (digests.includes(found as DigestAlgorithm)) return found as DigestAlgorithm;
  throw new SecurityError('algorithm', `The digest algorithm ${found} is not allowed.`);
}

/** A URI of a message in a text for the operator: it may be long. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

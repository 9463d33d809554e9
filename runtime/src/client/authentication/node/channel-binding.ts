import { createHash } from 'node:crypto';

/**
 * Object identifiers of signatures (RFC 8017, RFC 5758) whose hash function is not SHA-256: `1.2.840.113549.1.1.12` and
 * `.13`, `1.2.840.10045.4.3.3` and `.4`.
 */
const hashes: Readonly<Record<string, string>> = {
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
};

/**
 * The `tls-server-end-point` of a certificate (RFC 5929, 4.1): its hash with the hash function of its signature, or with
 * SHA-256 where that is MD5 or SHA-1.
 *
 * @param certificate in DER.
 */
export function endPointHash(certificate: Buffer): Buffer {
  return createHash(hashes[signatureAlgorithm(certificate)] ?? 'sha256')
    .update(certificate)
    .digest();
}

/** The object identifier of the signature in hexadecimal: Certificate ::= SEQUENCE { tbs, SEQUENCE { OID … }, … }. */
function signatureAlgorithm(der: Buffer): string {
  const whole = element(der, 0);
  const signed = element(der, whole.start);
  const algorithm = element(der, signed.end);
  const identifier = element(der, algorithm.start);
  return der.subarray(identifier.start, identifier.end).toString('hex');
}

/** The content of an element of DER. */
function element(der: Buffer, at: number): { readonly start: number; readonly end: number } {
  const first = der[at + 1] ?? 0;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const size = first & 0x7f;
  const start = at + 2 + size;
  return { start, end: start + der.readUIntBE(at + 2, Math.min(Math.max(size, 1), 6)) };
}

import { verify, type X509Certificate } from 'node:crypto';
import { allowsUsage, fieldsOf, readExtension, timeOf } from './certificate-fields.ts';
import { pemBlocks } from './certificates.ts';
import { type DerElement, derContent, derInteger, derOid, derParts, derTags, onlyDer } from './der.ts';
import { type DistinguishedName, isSameName, nameOfDer } from './distinguished-name.ts';
import type { RevocationStatus } from './trust.ts';

/** Hash functions of RSA and ECDSA signatures with SHA-2. */
const hashes: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};

/** Bit of KeyUsage (RFC 5280, 4.2.1.3). */
const crlSign = 6;

/** Numbers and identifiers of a list and of its authority; they change nothing about its meaning. */
const harmless: ReadonlySet<string> = new Set(['2.5.29.20', '2.5.29.35']);

interface RevocationList {
  readonly signed: Uint8Array;
  readonly hash: string | undefined;
  readonly signature: Uint8Array;
  readonly issuer: DistinguishedName;
  /** Milliseconds since 1970. */
  readonly thisUpdate: number;
  /** Milliseconds since 1970; undefined without any. */
  readonly nextUpdate: number | undefined;
  readonly revoked: ReadonlySet<bigint>;
  /** Whether it is a complete list of its issuer, without critical extensions that are not evaluated. */
  readonly isComplete: boolean;
}

/**
 * A `revocation` callback that looks into certificate revocation lists (RFC 5280, 5): complete ones that the issuer of the
 * certificate has signed, between thisUpdate and nextUpdate. A certificate without such a list is `unknown`.
 *
 * @param lists CRLs in DER or PEM, or a function that gives the present ones, called for each certificate.
 * @param now the time in milliseconds since 1970.
 */
export function revocationLists(
  lists:
    | readonly (string | Uint8Array)[]
    | (() => readonly (string | Uint8Array)[] | Promise<readonly (string | Uint8Array)[]>),
  now: () => number = Date.now,
): (certificate: X509Certificate, issuer: X509Certificate) => Promise<RevocationStatus> {
  return async (certificate, issuer) => {
    const given = typeof lists === 'function' ? await lists() : lists;
    const valid = given.map(readList).filter((list) => isListOf(list, issuer, now()));
    if (valid.length === 0) return 'unknown';
    const { serial } = fieldsOf(certificate);
    return valid.some(({ revoked }) => revoked.has(serial)) ? 'revoked' : 'good';
  };
}

function isListOf(list: RevocationList, issuer: X509Certificate, now: number): boolean {
  const { signed, hash, signature, isComplete, thisUpdate, nextUpdate } = list;
  return (
    isComplete &&
    hash !== undefined &&
    isSameName(list.issuer, fieldsOf(issuer).subject) &&
    thisUpdate <= now &&
    nextUpdate !== undefined &&
    now <= nextUpdate &&
    allowsUsage(issuer, [crlSign]) &&
    verify(hash, signed, issuer.publicKey, signature)
  );
}

const cache = new WeakMap<Uint8Array, RevocationList>();

function readList(source: string | Uint8Array): RevocationList {
  if (typeof source !== 'string' && source[0] === derTags.sequence) {
    const known = cache.get(source) ?? readDer(source);
    cache.set(source, known);
    return known;
  }
  const [block] = pemBlocks(source).filter(({ label }) => label === 'X509 CRL');
  if (block === undefined) throw new TypeError('There is no certificate revocation list in this PEM text.');
  return readDer(Buffer.from(block.text.replace(/-----[^-]+-----/g, ''), 'base64'));
}

/** Explicit tag 0. */
const extensionList = 0xa0;

function readDer(der: Uint8Array): RevocationList {
  const [signed, algorithm, signature] = derParts(onlyDer(der, derTags.sequence));
  const parts = derParts(signed);
  const at = parts[0]?.tag === derTags.integer ? 1 : 0;
  const [, issuer, thisUpdate, ...rest] = parts.slice(at);
  const nextUpdate = rest[0]?.tag === derTags.sequence || rest[0]?.tag === extensionList ? undefined : rest[0];
  const entries = rest.filter(({ tag }) => tag === derTags.sequence).flatMap((list) => derParts(list));
  const extensions = rest.find(({ tag }) => tag === extensionList);
  return {
    signed: signed?.bytes ?? new Uint8Array(),
    hash: hashes[derOid(derParts(algorithm)[0])],
    signature: derContent(signature, derTags.bitString).subarray(1),
    issuer: nameOfDer(issuer),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: nextUpdate === undefined ? undefined : timeOf(nextUpdate),
    revoked: new Set(entries.map((entry) => derInteger(derParts(entry)[0]))),
    isComplete: !hasCritical(extensions && derParts(extensions, extensionList)[0]) && !entries.some(isIndirect),
  };
}

/** Whether an entry has critical extensions, such as that it is about a certificate of another issuer. */
function isIndirect(entry: DerElement): boolean {
  return hasCritical(derParts(entry)[2]);
}

function hasCritical(list: DerElement | undefined): boolean {
  return (
    list !== undefined &&
    derParts(list)
      .map(readExtension)
      .some(({ oid, critical }) => critical && !harmless.has(oid))
  );
}

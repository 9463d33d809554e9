import { ds } from '../node/keys/names.ts';
import { SecurityError } from '../security-error.ts';

/** Namespace of XML Encryption 1.0. */
export const xenc = 'http://www.w3.org/2001/04/xmlenc#';
/** Namespace of what XML Encryption 1.1 adds. */
export const xenc11 = 'http://www.w3.org/2009/xmlenc11#';
/** The one include element of XOP. */
export const xop = 'http://www.w3.org/2004/08/xop/include';

const swa = 'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#';
/** Types of EncryptedData. */
export const encryptedTypes: Readonly<Record<'element' | 'content' | 'attachment', string>> = {
  element: `${xenc}Element`,
  content: `${xenc}Content`,
  attachment: `${swa}Attachment-Content-Only`,
};
/** Reads the bytes of a part of the message as cipher text (SwA profile 1.1, 5.5.2). */
export const attachmentTransform: string = `${swa}Attachment-Ciphertext-Transform`;
/** Type of an EncryptedKey that a SecurityTokenReference names. */
export const encryptedKeyType = 'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey';

/** How the data of a message is encrypted. */
export type DataAlgorithm =
  | 'aes128-gcm'
  | 'aes192-gcm'
  | 'aes256-gcm'
  /** Without integrity: only under a verified signature (CVE-2011-1096). */
  | 'aes128-cbc'
  | 'aes192-cbc'
  | 'aes256-cbc';

/** Hash functions of RSA-OAEP: node:crypto has one for both the digest and MGF1. */
export type OaepHash = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** How the key of a message is encrypted. In RSA-OAEP digest and MGF1 have the same hash. */
export type KeyAlgorithm = `rsa-oaep-${OaepHash}` | 'aes128-wrap' | 'aes192-wrap' | 'aes256-wrap';

/** Identifiers of algorithms of data, by their names. */
export const dataUris: Readonly<Record<DataAlgorithm, string>> = {
  'aes128-gcm': `${xenc11}aes128-gcm`,
  'aes192-gcm': `${xenc11}aes192-gcm`,
  'aes256-gcm': `${xenc11}aes256-gcm`,
  'aes128-cbc': `${xenc}aes128-cbc`,
  'aes192-cbc': `${xenc}aes192-cbc`,
  'aes256-cbc': `${xenc}aes256-cbc`,
};

const wrapUris = {
  'aes128-wrap': `${xenc}kw-aes128`,
  'aes192-wrap': `${xenc}kw-aes192`,
  'aes256-wrap': `${xenc}kw-aes256`,
} as const;

type Wrap = keyof typeof wrapUris;

const oaep = `${xenc}rsa-oaep-mgf1p`;
const oaep11 = `${xenc11}rsa-oaep`;

/** The name of an algorithm of data by its identifier; undefined for one that is refused. */
export function dataAlgorithm(uri: string): DataAlgorithm | undefined {
  return namedBy(dataUris, uri);
}

/** Bytes of the key of an algorithm. */
export function keyBytes(algorithm: DataAlgorithm | KeyAlgorithm): number {
  return Number(/^aes(\d+)/.exec(algorithm)?.[1] ?? 0) / 8;
}

/** Whether an algorithm of data leaves changes unnoticed. */
export function isCbc(algorithm: DataAlgorithm): boolean {
  return algorithm.endsWith('-cbc');
}

/** The identifiers in an EncryptionMethod of a key. */
export interface KeyMethod {
  readonly uri: string;
  /** Of the DigestMethod; undefined without one, which is SHA-1 (XML Encryption 1.1, 5.5.2). */
  readonly digest: string | undefined;
  /** Of the MGF; undefined without one, which is MGF1 with SHA-1. */
  readonly mgf: string | undefined;
}

const digests: Readonly<Record<OaepHash, string>> = {
  sha1: `${ds}sha1`,
  sha256: `${xenc}sha256`,
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: `${xenc}sha512`,
};
const masks: Readonly<Record<OaepHash, string>> = {
  sha1: `${xenc11}mgf1sha1`,
  sha256: `${xenc11}mgf1sha256`,
  sha384: `${xenc11}mgf1sha384`,
  sha512: `${xenc11}mgf1sha512`,
};

/** The hash function of RSA-OAEP; undefined for AES key wrap. */
export function oaepHash(algorithm: KeyAlgorithm): OaepHash | undefined {
  return algorithm.startsWith('rsa-oaep-') ? (algorithm.slice('rsa-oaep-'.length) as OaepHash) : undefined;
}

/**
 * The algorithm of an EncryptedKey.
 *
 * @throws {SecurityError} `algorithm` for one that is refused, with the reason.
 */
export function keyAlgorithm({ uri, digest = digests.sha1, mgf = masks.sha1 }: KeyMethod): KeyAlgorithm {
  const wrap = namedBy(wrapUris, uri);
  if (wrap !== undefined) return wrap;
  if (uri === `${xenc}rsa-1_5`) {
    throw new SecurityError('algorithm', 'RSA with the padding of PKCS#1 1.5 is refused: it gives keys away.');
  }
  if (uri !== oaep && uri !== oaep11) {
    throw new SecurityError('algorithm', `The algorithm of an EncryptedKey is not known: ${uri}`);
  }
  const hash = namedBy(digests, digest);
  // The older identifier has MGF1 with SHA-1 in its definition.
  const mask = uri === oaep ? 'sha1' : namedBy(masks, mgf);
  if (hash !== undefined && hash === mask) return `rsa-oaep-${hash}`;
  throw new SecurityError(
    'algorithm',
    `RSA-OAEP needs the same hash function for digest and MGF1, and has ${digest} and ${uri === oaep ? masks.sha1 : mgf}.`,
  );
}

/** The EncryptionMethod of a key, as XML with the prefixes `xenc` and `ds`. */
export function keyMethodXml(algorithm: KeyAlgorithm): string {
  const hash = oaepHash(algorithm);
  if (hash === undefined) return `<xenc:EncryptionMethod Algorithm="${wrapUris[algorithm as Wrap]}"/>`;
  const digest = `<ds:DigestMethod Algorithm="${digests[hash]}"/>`;
  // Everybody knows the older identifier, which is for SHA-1.
  if (hash === 'sha1') return `<xenc:EncryptionMethod Algorithm="${oaep}">${digest}</xenc:EncryptionMethod>`;
  const mask = `<xenc11:MGF xmlns:xenc11="${xenc11}" Algorithm="${masks[hash]}"/>`;
  return `<xenc:EncryptionMethod Algorithm="${oaep11}">${digest}${mask}</xenc:EncryptionMethod>`;
}

function namedBy<Name extends string>(uris: Readonly<Record<Name, string>>, uri: string): Name | undefined {
  return (Object.keys(uris) as Name[]).find((name) => uris[name] === uri);
}

import { createHmac, createPrivateKey, type KeyObject, timingSafeEqual, X509Certificate } from 'node:crypto';
import { type DerElement, DerError, derContent, derCount, derOid, derParts, derTags, onlyDer } from './der.ts';
import { decryptWithPassphrase, hashOf, pkcs12Key } from './password-based.ts';

/** What a PKCS#12 file has that is used. */
export interface Pkcs12 {
  readonly key: KeyObject;
  readonly certificates: readonly X509Certificate[];
}

const contents = { data: '1.2.840.113549.1.7.1', encrypted: '1.2.840.113549.1.7.6' };
const bags = {
  key: '1.2.840.113549.1.12.10.1.1',
  encryptedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
};
const x509Certificate = '1.2.840.113549.1.9.22.1';

/** Explicit tag 0, constructed. */
const explicit = 0xa0;
/** Implicit tag 0, primitive. */
const implicit = 0x80;

/**
 * Reads the private key and the certificates of a PKCS#12 file (RFC 7292), as OpenSSL, Java and Windows write them.
 * Certificates are in the order of the file.
 *
 * @throws {TypeError} for a wrong passphrase, a malformed file, an algorithm that is not read, and for none or several keys.
 */
export function readPkcs12(file: Uint8Array, passphrase: string): Pkcs12 {
  try {
    return readDer(file, passphrase);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new TypeError(
      'This is not a PKCS#12 file in DER. If openssl reads it, convert it: openssl pkcs12 -in old.p12 -nodes | openssl pkcs12 -export -out new.p12',
    );
  }
}

function readDer(file: Uint8Array, passphrase: string): Pkcs12 {
  const [version, authSafe, mac] = derParts(onlyDer(file, derTags.sequence));
  if (derCount(version) !== 3) throw new TypeError('A PKCS#12 file has version 3.');
  const data = dataOf(authSafe);
  if (mac !== undefined) checkMac(mac, data, passphrase);
  const found = derParts(onlyDer(data, derTags.sequence)).flatMap((content) => bagsOf(content, passphrase));
  const certificates = found.flatMap(({ type, value }) => (type === bags.certificate ? certificateIn(value) : []));
  const [key, ...others] = found.flatMap(({ type, value }) => keyIn(type, value, passphrase));
  if (key === undefined || others.length > 0) throw new TypeError('A PKCS#12 file has exactly one private key.');
  return { key, certificates };
}

/** The bytes of a ContentInfo of type data. */
function dataOf(contentInfo: DerElement | undefined): Uint8Array {
  const [type, content] = derParts(contentInfo);
  if (derOid(type) !== contents.data) throw new TypeError('This PKCS#12 file is not protected by a passphrase.');
  return derContent(derParts(content, explicit)[0], derTags.octetString);
}

function checkMac(mac: DerElement, data: Uint8Array, passphrase: string): void {
  const [digestInfo, salt, count] = derParts(mac);
  const [algorithm, digest] = derParts(digestInfo);
  const hash = hashOf(derOid(derParts(algorithm)[0]));
  const expected = derContent(digest, derTags.octetString);
  const iterations = count === undefined ? 1 : derCount(count);
  const parts = { hash, passphrase, salt: derContent(salt, derTags.octetString), iterations };
  const computed = createHmac(hash, pkcs12Key({ ...parts, purpose: 'mac', length: expected.length }))
    .update(data)
    .digest();
  if (computed.length !== expected.length || !timingSafeEqual(computed, expected)) throw wrongPassphrase();
}

interface Bag {
  readonly type: string;
  readonly value: DerElement | undefined;
}

function bagsOf(contentInfo: DerElement, passphrase: string): readonly Bag[] {
  const [type, content] = derParts(contentInfo);
  const isEncrypted = derOid(type) === contents.encrypted;
  const data = isEncrypted ? decryptedContent(content, passphrase) : dataOf(contentInfo);
  return derParts(onlyDer(data, derTags.sequence)).map((bag) => {
    const [bagType, value] = derParts(bag);
    return { type: derOid(bagType), value: derParts(value, explicit)[0] };
  });
}

function decryptedContent(content: DerElement | undefined, passphrase: string): Uint8Array {
  const [, encryptedInfo] = derParts(derParts(content, explicit)[0]);
  const [, algorithm, encrypted] = derParts(encryptedInfo);
  return decrypted(algorithm, derContent(encrypted, implicit), passphrase);
}

function decrypted(algorithm: DerElement | undefined, encrypted: Uint8Array, passphrase: string): Uint8Array {
  try {
    return decryptWithPassphrase(algorithm, encrypted, passphrase);
  } catch (error) {
    throw error instanceof TypeError ? error : wrongPassphrase();
  }
}

function keyIn(type: string, value: DerElement | undefined, passphrase: string): readonly KeyObject[] {
  if (value === undefined) return [];
  if (type === bags.key) return [pkcs8(value.bytes)];
  if (type !== bags.encryptedKey) return [];
  const [algorithm, encrypted] = derParts(value);
  return [pkcs8(decrypted(algorithm, derContent(encrypted, derTags.octetString), passphrase))];
}

function pkcs8(der: Uint8Array): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
  } catch {
    throw new TypeError('The private key of the PKCS#12 file is malformed.');
  }
}

function certificateIn(value: DerElement | undefined): readonly X509Certificate[] {
  const [type, content] = derParts(value);
  if (derOid(type) !== x509Certificate) return [];
  return [new X509Certificate(derContent(derParts(content, explicit)[0], derTags.octetString))];
}

function wrongPassphrase(): TypeError {
  return new TypeError('The passphrase of the PKCS#12 file is wrong.');
}

import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { type DerElement, derContent, derCount, derOid, derParts, derTags } from './der.ts';

/** Hash functions by the identifiers of themselves, and of their HMAC as function of PBKDF2 (RFC 8018, B.1). */
const hashes: Readonly<Record<string, Hash>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

type Hash = 'sha1' | 'sha256' | 'sha384' | 'sha512';

const ciphers: Readonly<Record<string, { readonly name: string; readonly keyBytes: number }>> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyBytes: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyBytes: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', keyBytes: 32 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', keyBytes: 24 },
};

const pbes2 = '1.2.840.113549.1.5.13';
const pbkdf2 = '1.2.840.113549.1.5.12';
const tripleDes = '1.2.840.113549.1.12.1.3';

/** A hash function by its identifier. @throws {TypeError} for another one. */
export function hashOf(oid: string): Hash {
  const hash = hashes[oid];
  if (hash === undefined) throw new TypeError(`The PKCS#12 file uses ${oid}, which is not a known hash function.`);
  return hash;
}

/**
 * Decrypts what was encrypted with a passphrase: by PBES2 with AES or 3DES (RFC 8018), or by SHA-1 and 3DES (RFC 7292).
 *
 * @param algorithm the AlgorithmIdentifier.
 * @throws {TypeError} for another algorithm, such as RC2. @throws {Error} for a wrong passphrase.
 */
export function decryptWithPassphrase(
  algorithm: DerElement | undefined,
  encrypted: Uint8Array,
  passphrase: string,
): Uint8Array {
  const [identifier, parameters] = derParts(algorithm);
  const oid = derOid(identifier);
  if (oid === pbes2) return decryptPbes2(parameters, encrypted, passphrase);
  if (oid !== tripleDes) {
    throw new TypeError(
      `The PKCS#12 file is encrypted by ${oid}, which is not read (40-bit RC2, for example); convert it: openssl pkcs12 -legacy -in old.p12 -nodes | openssl pkcs12 -export -out new.p12`,
    );
  }
  const [salt, count] = derParts(parameters);
  const parts = { hash: 'sha1', passphrase, salt: derContent(salt, derTags.octetString), iterations: derCount(count) };
  const key = pkcs12Key({ ...parts, purpose: 'key', length: 24 });
  return decrypt('des-ede3-cbc', { key, iv: pkcs12Key({ ...parts, purpose: 'iv', length: 8 }) }, encrypted);
}

function decryptPbes2(parameters: DerElement | undefined, encrypted: Uint8Array, passphrase: string): Uint8Array {
  const [derivation, scheme] = derParts(parameters);
  const [function_, settings] = derParts(derivation);
  const [cipherId, iv] = derParts(scheme);
  const cipher = ciphers[derOid(cipherId)];
  if (derOid(function_) !== pbkdf2 || cipher === undefined) {
    throw new TypeError('The PKCS#12 file is encrypted by something else than PBKDF2 with AES or 3DES.');
  }
  const [salt, count, ...options] = derParts(settings);
  const pseudoRandom = options.find(({ tag }) => tag === derTags.sequence);
  const hash = pseudoRandom === undefined ? 'sha1' : hashOf(derOid(derParts(pseudoRandom)[0]));
  const key = pbkdf2Sync(passphrase, derContent(salt, derTags.octetString), derCount(count), cipher.keyBytes, hash);
  return decrypt(cipher.name, { key, iv: derContent(iv, derTags.octetString) }, encrypted);
}

function decrypt(
  cipher: string,
  { key, iv }: { readonly key: Uint8Array; readonly iv: Uint8Array },
  encrypted: Uint8Array,
): Uint8Array {
  const decipher = createDecipheriv(cipher, key, iv);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}

/** First byte of the input by the purpose of a key (RFC 7292, B.3). */
const purposes = { key: 1, iv: 2, mac: 3 };

/** The key derivation of PKCS#12 (RFC 7292, B.2). */
export function pkcs12Key({
  hash,
  passphrase,
  salt,
  iterations,
  purpose,
  length,
}: {
  readonly hash: string;
  readonly passphrase: string;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly purpose: keyof typeof purposes;
  /** In bytes. */
  readonly length: number;
}): Uint8Array {
  const block = hash === 'sha384' || hash === 'sha512' ? 128 : 64;
  const password = Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
  const input = Buffer.concat([repeated(salt, block), repeated(password, block)]);
  const first = Buffer.alloc(block, purposes[purpose]);
  const pieces: Buffer[] = [];
  for (let made = 0; made < length; ) {
    let piece = createHash(hash).update(first).update(input).digest();
    for (let round = 1; round < iterations; round++) piece = createHash(hash).update(piece).digest();
    pieces.push(piece);
    made += piece.length;
    addToBlocks(input, repeated(piece, block).subarray(0, block));
  }
  return Buffer.concat(pieces).subarray(0, length);
}

/** Bytes repeated until they fill whole blocks. */
function repeated(bytes: Uint8Array, block: number): Buffer {
  return Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes);
}

/** Adds a number and 1 to each block of the input, modulo its size. */
function addToBlocks(input: Buffer, number: Buffer): void {
  for (let start = 0; start < input.length; start += number.length) {
    let carry = 1;
    for (let at = number.length - 1; at >= 0; at--) {
      const sum = (input[start + at] ?? 0) + (number[at] ?? 0) + carry;
      input[start + at] = sum & 0xff;
      carry = sum >> 8;
    }
  }
}

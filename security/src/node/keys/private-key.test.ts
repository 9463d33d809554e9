import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, publicEncrypt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasOpenssl, OpensslFolder } from '../../../../test/support/generator/openssl.ts';
import type { SigningKey } from './key.ts';
import { decryptionKey, signingKey } from './private-key.ts';
import { type SignatureAlgorithm, verifyWithKey } from './signature-algorithm.ts';

const bytes = Buffer.from('what is signed');

async function signsBy(key: SigningKey, algorithm: SignatureAlgorithm, publicKey: KeyObject): Promise<boolean> {
  return verifyWithKey(algorithm, publicKey, { bytes, signature: await key.sign(algorithm, bytes) });
}

describe.skipIf(!hasOpenssl)('keys from files of openssl', () => {
  let folder: OpensslFolder;
  let publicKey: KeyObject;

  beforeAll(() => {
    folder = new OpensslFolder();
    folder.run('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=CA -keyout ca.key -out ca.pem');
    folder.run('req -newkey rsa:2048 -nodes -subj /CN=own -keyout own.key -out own.csr');
    folder.run('x509 -req -days 2 -in own.csr -CA ca.pem -CAkey ca.key -set_serial 7 -out own.pem');
    publicKey = createPublicKey(folder.read('own.key'));
  });

  afterAll(() => folder.remove());

  const pack = (options: string) =>
    folder.run(`pkcs12 -export -inkey own.key -in own.pem -certfile ca.pem -out own.p12 ${options}`);

  it.each([
    ['as OpenSSL 3 writes it', '-passout pass:geheim', 'geheim'],
    ['with letters beyond ASCII in the passphrase', '-passout pass:gehéim', 'gehéim'],
    ['with an empty passphrase', '-passout pass:', ''],
    ['by 3DES and SHA-1', '-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1 -passout pass:geheim', 'geheim'],
    ['by AES-128 and a MAC of SHA-512', '-keypbe AES-128-CBC -certpbe AES-128-CBC -macalg sha512 -passout pass:g', 'g'],
    ['with certificates that are not encrypted', '-certpbe NONE -passout pass:geheim', 'geheim'],
    ['without a MAC', '-nomac -passout pass:geheim', 'geheim'],
  ])('reads PKCS#12 %s, with the chain in order', async (_, options, passphrase) => {
    pack(options);
    const key = signingKey({ pkcs12: folder.read('own.p12'), passphrase });
    expect(key.certificates.map(({ subject }) => subject)).toEqual(['CN=own', 'CN=CA']);
    expect(await signsBy(key, 'rsa-sha256', publicKey)).toBe(true);
  });

  it.each([
    ['a wrong passphrase', '-passout pass:geheim', 'The passphrase of the PKCS#12 file is wrong.'],
    ['a wrong passphrase without a MAC', '-nomac -passout pass:geheim', 'The passphrase of the PKCS#12 file is wrong.'],
    ['no key', '-nokeys -passout pass:falsch', 'exactly one private key'],
    ['RC2', '-legacy -passout pass:falsch', 'openssl pkcs12 -legacy'],
  ])('rejects PKCS#12 with %s', (_, options, message) => {
    pack(options);
    expect(() => signingKey({ pkcs12: folder.read('own.p12'), passphrase: 'falsch' })).toThrow(message);
  });

  it('rejects each PKCS#12 that is cut', () => {
    pack('-passout pass:geheim');
    const whole = folder.read('own.p12');
    for (let length = 0; length < whole.length; length += 97) {
      const pkcs12 = whole.subarray(0, length);
      expect(() => signingKey({ pkcs12, passphrase: 'geheim' }), `${length} bytes`).toThrow(TypeError);
    }
    expect(() => signingKey({ pkcs12: folder.read('own.pem') })).toThrow('not a PKCS#12 file in DER');
  });

  it.each([
    ['PKCS#8', 'pkey -in own.key -out k.pem'],
    ['PKCS#8 with a passphrase', 'pkey -in own.key -aes256 -passout pass:geheim -out k.pem'],
    ['PKCS#1', 'rsa -in own.key -traditional -out k.pem'],
  ])('reads PEM in the form %s', async (_, command) => {
    folder.run(command);
    const pem = Buffer.concat([folder.read('ca.pem'), folder.read('own.pem'), folder.read('k.pem')]);
    const key = signingKey({ pem, passphrase: 'geheim' });
    expect(key.certificates.map(({ subject }) => subject)).toEqual(['CN=own', 'CN=CA']);
    expect(await signsBy(key, 'rsa-pss-sha384', publicKey)).toBe(true);
  });

  it('says that a passphrase of PEM is wrong, and quotes nothing', () => {
    folder.run('pkey -in own.key -aes256 -passout pass:geheim -out k.pem');
    expect(() => signingKey({ pem: folder.read('k.pem'), passphrase: 'falsch' })).toThrow(
      'The passphrase of the private key is wrong.',
    );
  });

  it('reads a JSON Web Key with its certificates', async () => {
    const x5c = ['own.pem', 'ca.pem'].map((name) => folder.der(name).toString('base64'));
    const jwk = { ...createPrivateKey(folder.read('own.key')).export({ format: 'jwk' }), x5c };
    const key = signingKey({ jwk });
    expect(key.certificates.map(({ subject }) => subject)).toEqual(['CN=own', 'CN=CA']);
    expect(await signsBy(key, 'rsa-sha512', publicKey)).toBe(true);
  });

  it('rejects certificates of another key', () => {
    const own = { pem: folder.read('own.key'), certificates: folder.read('ca.pem') };
    expect(() => signingKey(own)).toThrow('None of the certificates is that of the private key.');
  });

  it('signs by a callback, which gets the algorithm and the bytes', async () => {
    const hardware = signingKey({ pem: folder.read('own.key') });
    const asked: string[] = [];
    const key = signingKey({
      certificates: [folder.der('own.pem'), folder.read('ca.pem')],
      sign: async (algorithm, data) => {
        asked.push(`${algorithm} ${Buffer.from(data).toString()}`);
        return await hardware.sign(algorithm, data);
      },
    });
    expect(await signsBy(key, 'rsa-sha256', publicKey)).toBe(true);
    expect(asked).toEqual(['rsa-sha256 what is signed']);
    expect(key.certificates).toHaveLength(2);
  });

  it.each(['sha1', 'sha256', 'sha512'] as const)(
    'decrypts RSA-OAEP with %s, by itself and by a callback',
    async (hash) => {
      const label = Buffer.from('label');
      const encrypted = publicEncrypt({ key: publicKey, oaepHash: hash, oaepLabel: label }, bytes);
      const own = decryptionKey({ pem: folder.read('own.key') });
      const remote = decryptionKey({
        certificates: folder.read('own.pem'),
        decrypt: (...args) => own.decrypt(...args),
      });
      expect(Buffer.from(await remote.decrypt({ hash, label }, encrypted)).equals(bytes)).toBe(true);
      expect(() => own.decrypt({ hash }, encrypted)).toThrow();
    },
  );
});

describe('other keys', () => {
  it('signs by an elliptic curve, with two numbers one after the other', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = signingKey({ key: privateKey });
    expect(await signsBy(key, 'ecdsa-sha256', publicKey)).toBe(true);
    expect(await key.sign('ecdsa-sha256', bytes)).toHaveLength(64);
  });

  it('signs by a secret', async () => {
    const key = signingKey({ secret: Buffer.alloc(32, 1) });
    expect(key).toMatchObject({ kind: 'hmac', certificates: [], publicKey: undefined });
    expect(Buffer.from(await key.sign('hmac-sha256', bytes)).toString('hex')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('never takes a public key for a secret, nor a secret for another kind', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signature = signingKey({ secret: publicKey.export({ type: 'spki', format: 'der' }) }).sign(
      'hmac-sha256',
      bytes,
    );
    expect(verifyWithKey('hmac-sha256', publicKey, { bytes, signature: signature as Uint8Array })).toBe(false);
    expect(() => signingKey({ key: privateKey }).sign('hmac-sha256', bytes)).toThrow('needs a key of kind hmac');
  });

  it.each([
    [
      'a short RSA key',
      () => signingKey({ key: generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey }),
      '2,048',
    ],
    ['Ed25519', () => signingKey({ key: generateKeyPairSync('ed25519').privateKey }), 'RSA or of an elliptic curve'],
    ['a short secret', () => signingKey({ secret: new Uint8Array(15) }), 'at least 16 bytes'],
    ['a JWK that is public', () => signingKey({ jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }), 'private JSON Web Key'],
    ['text', () => signingKey({ pem: 'no key' }), 'exactly one private key'],
    [
      'a curve that decrypts',
      () => decryptionKey({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
      'is RSA',
    ],
  ])('rejects %s', (_, made, message) => {
    expect(made).toThrow(message);
  });
});

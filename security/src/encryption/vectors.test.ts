import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decryptData, unwrapKey, wrapKey } from '../node/ciphers.ts';
import { type KeyAlgorithm, keyAlgorithm, xenc, xenc11 } from './algorithms.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');
const base64 = (text: string): Buffer => Buffer.from(text, 'base64');

describe('RFC 3394, 4', () => {
  const kek = '000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F';
  const data = '00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F';
  it.each([
    ['aes128-wrap', 16, 16, '1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5'],
    ['aes192-wrap', 24, 16, '96778B25AE6CA435F92B5B97C050AED2468AB8A17AD84E5D'],
    ['aes256-wrap', 32, 16, '64E8C3F9CE0F5BA263E9777905818A2A93C8191E7D6E8AE7'],
    ['aes256-wrap', 32, 32, '28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21'],
  ] as const)('%s with %i bytes wraps %i', (algorithm, keyLength, dataLength, wrapped) => {
    const key = createSecretKey(hex(kek).subarray(0, keyLength));
    const plain = hex(data).subarray(0, dataLength);
    expect(wrapKey(algorithm, key, plain)).toEqual(hex(wrapped));
    expect(unwrapKey(algorithm, key, hex(wrapped))).toEqual(plain);
    expect(() =>
      unwrapKey(algorithm, key, hex(wrapped.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))),
    ).toThrow();
  });
});

// https://www.w3.org/TR/2012/NOTE-xmlenc-core1-interop-20121113/
describe('interoperability of XML Encryption 1.1', () => {
  it('AES-128-GCM, xenc11-example-AES128-GCM', () => {
    const cipherText = base64('yv66vvrO263eyviIQoMewiF3dCRLciG3hNDUnFeSbd6SpcAe6FTcmzPryFY=');
    const plain = decryptData('aes128-gcm', hex('feffe9928665731c6d6a8f9467308308'), cipherText);
    expect(plain).toEqual(hex('d9313225f88406e5a55909c5aff5269a'));
  });

  const sha = (bits: number): string =>
    bits === 384 ? `http://www.w3.org/2001/04/xmldsig-more#sha384` : `${xenc}sha${bits}`;
  const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
  it.each([
    ['RSA-2048, rsa-oaep-mgf1p', `${xenc}rsa-oaep-mgf1p`, undefined, undefined, 'rsa-oaep-sha1'],
    ['with SHA-1 by name', `${xenc}rsa-oaep-mgf1p`, sha1, undefined, 'rsa-oaep-sha1'],
    ['the newer identifier with SHA-1', `${xenc11}rsa-oaep`, sha1, `${xenc11}mgf1sha1`, 'rsa-oaep-sha1'],
    ['the newer identifier with SHA-256', `${xenc11}rsa-oaep`, sha(256), `${xenc11}mgf1sha256`, 'rsa-oaep-sha256'],
    ['the newer identifier with SHA-384', `${xenc11}rsa-oaep`, sha(384), `${xenc11}mgf1sha384`, 'rsa-oaep-sha384'],
  ] as const)('%s is read', (_, uri, digest, mgf, algorithm: KeyAlgorithm) => {
    expect(keyAlgorithm({ uri, digest, mgf })).toBe(algorithm);
  });

  it.each([
    ['RSA-3072, rsa-oaep-mgf1p, Sha256', `${xenc}rsa-oaep-mgf1p`, sha(256), undefined],
    ['RSA-3072, rsa-oaep, Sha384-MGF_Sha1', `${xenc11}rsa-oaep`, sha(384), `${xenc11}mgf1sha1`],
    ['RSA-4096, rsa-oaep, Sha512-MGF_Sha1_PSource', `${xenc11}rsa-oaep`, sha(512), `${xenc11}mgf1sha1`],
  ])('%s is refused: node:crypto has one hash function for both', (_, uri, digest, mgf) => {
    expect(() => keyAlgorithm({ uri, digest, mgf })).toThrow('the same hash function for digest and MGF1');
  });

  it.each([
    ['dh-es', `${xenc}dh`],
    ['ECDH-ES', `${xenc11}ECDH-ES`],
    ['Triple DES key wrap', `${xenc}kw-tripledes`],
    ['RSA with PKCS#1 1.5', `${xenc}rsa-1_5`],
  ])('%s is refused', (_, uri) => {
    expect(() => keyAlgorithm({ uri, digest: undefined, mgf: undefined })).toThrow(
      uri.endsWith('1_5') ? 'gives keys away' : uri,
    );
  });
});

// The samples of March 2002 for XML Encryption 1.0.
describe('interoperability of XML Encryption 1.0', () => {
  const jed = Buffer.from('abcdefghijklmnopqrstuvwxyz012345');

  it('AES-256-CBC with a wrapped key, encrypt-element-aes256-cbc-retrieved-kw-aes256', () => {
    const wrapped = base64('bsL63D0hPN6EOyzdgfEmKsAAvoJiGM+Wp9a9KZM92IKdl7s3YSntRg==');
    const key = unwrapKey('aes256-wrap', createSecretKey(jed), wrapped);
    const cipherText = base64(
      'cudR6Hg0xqhrOjbvQz4C/WOdHbcB7Duc+xFxbObkfkW6jXweDOf8Tq87FPbj5bby' +
        'oCLbWqq3ap/zx/gN8Xv3Fj6fYUz3dIb1wzXy7B0/3me7i4fBHyGropflLi7iEag2' +
        'WU7aGJ0CA9/jQr6Td2qhH0CDU47QN9eK/PVMPPfLX1D1A90uK32wPn+SCysE58Q3' +
        'rCi7Jwo+OsrxT0qqjP82T3FjVi0i/dsnPb5GQWLE3/y7OsIuknuMRO4mWma+bO/m' +
        'aAN9JNeom5Kn3IKHCK2+kyx+LsGo2daKxF7RF9QqlaA/imsMS4trRjZjYhgfgm96' +
        'kb1l4AI7VZcfRXwYdzLqKNHty6ZxbSQBMeEca0mEuIbor7IH34641a/BuFME/BLm' +
        'MoVaLUCE0rg1e1U0S18UCg==',
    );
    expect(decryptData('aes256-cbc', key, cipherText).toString()).toMatch(/^<PaymentInfo[\s\S]*<\/PaymentInfo>$/);
  });

  it('AES-256-CBC of content, encrypt-content-aes256-cbc-prop', () => {
    const cipherText = base64(
      'H8n1OuEJFyUgUguDFF6ml8nRbA0IaDYgmtGelWT4V7CSz9q/AvtfxyMzUH+tQZ+F' +
        'jyXh3otR1+V1+8EsevzEq5nUmNKl+wyxQmWaUvbvXpSwAJnlJdyvnP56JiXUBS+p' +
        'C2KzlO9kk8l6awtuRd9Z6eVjngwTf7kNprmu5Bv0o+x7dcq96G8wGLvMThbs4uxk' +
        'iIDK5+qGBzzIlFw3GG82MKmnVBveQw3LD52y76yBtoayuAJFJMnrXa0OEAaBRSI2' +
        'fjPNGJV3sCyKZDHqGlsQ4X+VvXzevLbBLkFy1xH9/zoUXo8cEaTvsIOBYu/Xn/CJ' +
        'y/dpe/dvOqqji+9vFccAyrBHxHeYSonuFsxfpSDVC6Y=',
    );
    expect(decryptData('aes256-cbc', jed, cipherText).toString()).toMatch(/^\s*<BillingAddress>[\s\S]*>\s*$/);
  });
});

import {
  constants,
  createSecretKey,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import type { TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import { describe, expect, it } from 'vitest';
import { wsse } from '../names.ts';
import { encryptData, unwrapKey, wrapKey } from '../node/ciphers.ts';
import { ownKeys } from '../node/encryption-keys.ts';
import { ds } from '../node/keys/names.ts';
import { decryptionKey } from '../node/keys/private-key.ts';
import { type DataAlgorithm, dataUris, type KeyAlgorithm, oaepHash, xenc } from './algorithms.ts';
import { type DecryptOptions, decryptEnvelope } from './decrypt.ts';
import { type EncryptEnvelopeOptions, encryptEnvelope, type KeyRecipient } from './encrypt.ts';
import type { MessageBytes, MessagePart } from './parts.ts';
import type { KeyOpener } from './session-keys.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const message = `<s:Envelope xmlns:s="${soap}" xmlns:b="urn:b"><s:Header><b:Who s:mustUnderstand="1" s:actor="urn:me">Zoë</b:Who><wsse:Security xmlns:wsse="${wsse}"><wsse:UsernameToken><wsse:Username>ada</wsse:Username></wsse:UsernameToken></wsse:Security></s:Header><s:Body><b:Pay><b:Card>4711</b:Card><b:Card>4712</b:Card></b:Pay></s:Body></s:Envelope>`;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

function security({ root }: TreeDocument): TreeElement {
  const block = root.children[0]?.children.find(({ local }) => local === 'Security');
  if (block === undefined) throw new Error('no Security');
  return block;
}

function recipient(algorithm: KeyAlgorithm = 'rsa-oaep-sha1', key = publicKey): KeyRecipient {
  const keyInfo = `<ds:KeyInfo xmlns:ds="${ds}"><ds:KeyName>mine</ds:KeyName></ds:KeyInfo>`;
  return { algorithm, keyInfo, token: undefined, wrap: (sessionKey) => wrapKey(algorithm, key, sessionKey) };
}

function opener(key = privateKey): KeyOpener {
  return {
    open: (algorithm, wrapped) => {
      const hash = oaepHash(algorithm);
      if (hash === undefined) return unwrapKey(algorithm, key, wrapped);
      return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, wrapped);
    },
  };
}

const envelopeOf = (plain = message, parts: readonly MessagePart[] = []): MessageBytes => ({
  envelope: bytes(plain),
  parts,
});

const encrypt = (options: Partial<EncryptEnvelopeOptions> = {}, from = envelopeOf()): MessageBytes =>
  encryptEnvelope(from, security, { recipient: recipient(), ...options });

const decrypt = (from: MessageBytes, options: Partial<DecryptOptions> = {}) =>
  decryptEnvelope(from, security, { findKey: () => opener(), ...options });

/** The header block's items that encryption added are left in place. */
const withoutKeys = (data: Uint8Array): string =>
  text(data).replace(/<xenc:EncryptedKey.*?<\/xenc:EncryptedKey>/gs, '');

describe('encrypted content', () => {
  it.each(['aes128-gcm', 'aes192-gcm', 'aes256-gcm'] as const)(
    'of the Body is decrypted with %s',
    async (algorithm) => {
      const encrypted = encrypt({ algorithm });
      expect(text(encrypted.envelope)).toContain(dataUris[algorithm]);
      expect(text(encrypted.envelope)).not.toContain('>4711<');
      const { envelope, decrypted } = await decrypt(encrypted);
      expect(withoutKeys(envelope)).toBe(message);
      expect(decrypted).toMatchObject([{ kind: 'content', algorithm, keyAlgorithm: 'rsa-oaep-sha1' }]);
      const [{ start, end } = { start: 0, end: 0 }] = decrypted;
      expect(text(envelope.subarray(start, end))).toMatch(/^<b:Pay>.*<\/b:Pay>$/);
    },
  );

  it.each(['rsa-oaep-sha1', 'rsa-oaep-sha256', 'rsa-oaep-sha384', 'rsa-oaep-sha512'] as const)(
    'has its key decrypted with %s',
    async (algorithm) => {
      const { envelope } = await decrypt(encrypt({ recipient: recipient(algorithm) }));
      expect(withoutKeys(envelope)).toBe(message);
    },
  );

  it('may have OAEPparams', async () => {
    const label = Buffer.from('demmy123');
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const wrap = (sessionKey: Uint8Array): Uint8Array =>
      publicEncrypt({ key: publicKey, padding, oaepHash: 'sha1', oaepLabel: label }, sessionKey);
    const plainKey = encrypt({ recipient: { ...recipient(), wrap } });
    const find = { findKey: ownKeys([decryptionKey({ key: privateKey })]) };
    await expect(decrypt(plainKey, find)).rejects.toMatchObject({ code: 'encryption' });
    const named = `$1<xenc:OAEPparams>${label.toString('base64')}</xenc:OAEPparams>`;
    const { envelope } = await decrypt(
      changed(plainKey, /(<xenc:EncryptionMethod [^>]*rsa-oaep-mgf1p">)/, named),
      find,
    );
    expect(withoutKeys(envelope)).toBe(message);
  });

  it.each([
    ['aes128-wrap', 16],
    ['aes192-wrap', 24],
    ['aes256-wrap', 32],
  ] as const)('has its key unwrapped with %s', async (algorithm, length) => {
    const secret = createSecretKey(randomBytes(length));
    const encrypted = encrypt({ recipient: recipient(algorithm, secret) });
    const { envelope } = await decrypt(encrypted, { findKey: () => opener(secret) });
    expect(withoutKeys(envelope)).toBe(message);
  });

  it.each(['<s:Body/>', '<s:Body></s:Body>', '<s:Body>a &amp; b<![CDATA[<]]></s:Body>'])('may be %s', async (body) => {
    const plain = message.replace(/<s:Body>.*<\/s:Body>/, body);
    const { envelope } = await decrypt(encrypt({}, envelopeOf(plain)));
    expect(withoutKeys(envelope)).toBe(plain.replace('<s:Body/>', '<s:Body></s:Body>'));
  });

  it('of elements, of a header block and of items of the Security block is decrypted', async () => {
    const parts = [
      { namespace: 'urn:b', local: 'Card' },
      { namespace: 'urn:b', local: 'Who' },
      'UsernameToken',
    ] as const;
    const encrypted = encrypt({ parts });
    const sent = text(encrypted.envelope);
    for (const secret of ['>4711<', '>4712<', 'Zoë', '>ada<']) expect(sent).not.toContain(secret);
    expect(sent).toMatch(/<wsse11:EncryptedHeader [^>]* soap:mustUnderstand="1" soap:actor="urn:me">/);
    const { envelope, decrypted } = await decrypt(encrypted);
    expect(withoutKeys(envelope)).toBe(message);
    expect(decrypted.map(({ kind }) => kind)).toEqual(['header', 'element', 'element', 'element']);
    for (const { start, end } of decrypted) {
      expect(text(envelope.subarray(start, end))).toMatch(/^<(b:Who|b:Card|wsse:UsernameToken)[ >].*<\/\1>$/);
    }
  });

  it('of attachments is decrypted, with their Content-Type', async () => {
    const parts = [{ id: 'a b@c', contentType: 'image/png', content: bytes('picture') }];
    const encrypted = encrypt({ attachments: ['a b@c'] }, envelopeOf(message, parts));
    expect(text(encrypted.parts[0]?.content ?? bytes('picture'))).not.toContain('picture');
    expect(encrypted.parts[0]?.contentType).toBe('application/octet-stream');
    const decrypted = await decrypt(encrypted);
    expect(decrypted.parts).toMatchObject([{ id: 'a b@c', contentType: 'image/png' }]);
    expect(text(decrypted.parts[0]?.content ?? bytes(''))).toBe('picture');
    expect(decrypted.decrypted.map(({ kind, part }) => [kind, part])).toEqual([
      ['attachment', 'a b@c'],
      ['content', undefined],
    ]);
  });

  it('may be in parts of its own', async () => {
    const encrypted = encrypt({ xop: true });
    expect(encrypted.parts).toHaveLength(1);
    expect(text(encrypted.envelope)).toContain('<xop:Include');
    const { envelope, parts } = await decrypt(encrypted);
    expect(withoutKeys(envelope)).toBe(message);
    expect(parts).toEqual([]);
  });

  it('with AES-CBC is decrypted if it is signed, and chosen', async () => {
    const encrypted = encrypt({ algorithm: 'aes256-cbc' });
    const algorithms: readonly DataAlgorithm[] = ['aes256-cbc'];
    const { envelope } = await decrypt(encrypted, { algorithms, isSigned: ({ local }) => local === 'EncryptedData' });
    expect(withoutKeys(envelope)).toBe(message);
    await expect(decrypt(encrypted, { algorithms })).rejects.toThrow('must be signed (CVE-2011-1096)');
    await expect(decrypt(encrypted, { isSigned: () => true })).rejects.toThrow('aes256-cbc is not allowed');
    await expect(decrypt(encrypted, { algorithms: ['aes256-cbc', 'aes256-gcm'] })).rejects.toThrow(TypeError);
  });
});

/** Replaces text in an encrypted message. */
const changed = (from: MessageBytes, pattern: string | RegExp, replacement: string): MessageBytes => {
  const before = text(from.envelope);
  const after = before.replace(pattern, replacement);
  expect(after).not.toBe(before);
  return { ...from, envelope: bytes(after) };
};

/** A message whose plain text the attacker chooses, who has the public key. */
function forged(plain: string, type = 'Content', algorithm: DataAlgorithm = 'aes256-gcm'): MessageBytes {
  const key = randomBytes(algorithm.includes('128') ? 16 : 32);
  const wrapped = Buffer.from(wrapKey('rsa-oaep-sha1', publicKey, key)).toString('base64');
  const cipher = Buffer.from(encryptData(algorithm, key, bytes(plain))).toString('base64');
  const from = encrypt();
  const [oldKey = '', oldCipher = ''] = Array.from(
    text(from.envelope).matchAll(/<xenc:CipherValue>([^<]*)/g),
    ([, value]) => value ?? '',
  );
  const replaced = changed(changed(from, oldKey, wrapped), oldCipher, cipher);
  return type === 'Content' ? replaced : changed(replaced, '#Content', `#${type}`);
}

it('an attacker can choose the content', async () => {
  expect(text((await decrypt(forged('<a/>'))).envelope)).toContain('<s:Body><a/></s:Body>');
});

describe('one error', () => {
  const message = 'The message cannot be decrypted: its key or its content is wrong.';
  const wrong: Readonly<Record<string, () => readonly [MessageBytes, KeyOpener?]>> = {
    'a changed tag': () => [
      changed(encrypt(), /..(?==*<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/, 'AA'),
    ],
    'a changed key': () => [changed(encrypt(), /(<xenc:CipherValue>)..../, '$1AAAA')],
    'the key of somebody else': () => [encrypt(), opener(other.privateKey)],
    'a key of the wrong length': () => [changed(encrypt({ algorithm: 'aes256-gcm' }), 'aes256-gcm', 'aes128-gcm')],
    'cipher text that is too short': () => [
      changed(
        encrypt(),
        /(Data><xenc:CipherValue>)[^<]*(?=<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/,
        '$1AAAA',
      ),
    ],
    'content that is not well-formed': () => [forged('<a>')],
    'content that closes the Body': () => [forged(`</s:Body><s:Body xmlns:s="${soap}">`)],
    'content with an entity': () => [forged('&x;')],
    'content with an unclosed comment': () => [forged('<!-- ')],
    'content with an undeclared prefix': () => [forged('<c:x/>')],
    'two elements for one': () => [forged('<a/><b/>', 'Element')],
    'text for an element': () => [forged('a<b/>', 'Element')],
    'a reference to a part beside it': () => [
      forged('<a><i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:1"/></a>'),
    ],
  };
  it.each(Object.keys(wrong))('is thrown for %s', async (name) => {
    const [from, key = opener()] = wrong[name]?.() ?? [encrypt()];
    await expect(decrypt(from, { findKey: () => key })).rejects.toMatchObject({ code: 'encryption', message });
  });
});

describe('decryption refuses', () => {
  const encryptedKey = /<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/s;
  const encryptedKeyIn = (from: MessageBytes): string => encryptedKey.exec(text(from.envelope))?.[0] ?? '';
  const two = () => encrypt({ parts: [{ namespace: 'urn:b', local: 'Card' }] });
  const refusals: Readonly<Record<string, readonly [string, () => MessageBytes, Partial<DecryptOptions>?]>> = {
    'RSA with PKCS#1 1.5': ['algorithm', () => changed(encrypt(), 'rsa-oaep-mgf1p', 'rsa-1_5')],
    'RSA-OAEP with another MGF1': ['algorithm', () => changed(encrypt(), `${ds}sha1`, `${xenc}sha256`)],
    'Triple DES': ['algorithm', () => changed(encrypt(), dataUris['aes256-gcm'], `${xenc}tripledes-cbc`)],
    'a key for others': ['key', () => encrypt(), { findKey: () => undefined }],
    'an EncryptedData listed twice': ['reference', () => changed(two(), /(<xenc:DataReference[^>]*>)/, '$1$1')],
    'a reference to nothing': ['reference', () => changed(encrypt(), /(DataReference URI="#ED)/, '$1x')],
    'a reference out of the message': [
      'reference',
      () => changed(encrypt(), /DataReference URI="#/, 'DataReference URI="http://x/#'),
    ],
    'two elements of one Id': [
      'reference',
      () => {
        const from = encrypt();
        return changed(from, '<s:Body>', `<s:Body Id="${/Id="(ED-[^"]*)/.exec(text(from.envelope))?.[1]}">`);
      },
    ],
    'a KeyReference': ['form', () => changed(encrypt(), 'DataReference', 'KeyReference')],
    'an empty ReferenceList': [
      'form',
      () =>
        changed(
          encrypt(),
          '</xenc:EncryptedKey>',
          '</xenc:EncryptedKey><xenc:ReferenceList xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/>',
        ),
    ],
    'more lists than keys': [
      'form',
      () => encryptEnvelope(encrypt(), security, { recipient: recipient(), parts: ['UsernameToken'] }),
      { limits: { maxEncryptedKeys: 1 } },
    ],
    'an EncryptedKey that is too long': [
      'form',
      () => changed(encrypt(), /(<xenc:CipherValue>)/, `$1${'A'.repeat(8192)}`),
    ],
    'a doubled CipherValue': [
      'form',
      () => changed(encrypt(), '<xenc:CipherValue>', '<xenc:CipherValue>AAAA</xenc:CipherValue><xenc:CipherValue>'),
    ],
    'malformed base64': ['form', () => changed(encrypt(), '<xenc:CipherValue>', '<xenc:CipherValue>!')],
    'an EncryptedData without Type': ['form', () => changed(encrypt(), / Type="[^"]*Content"/, '')],
    'a nested EncryptedKey': [
      'key',
      () => {
        const from = encrypt();
        return changed(from, /<ds:KeyName.*?<\/ds:KeyName>/s, encryptedKeyIn(from).replace(/Id="EK/, 'Id="x'));
      },
    ],
    'a key that names itself': [
      'key',
      () => {
        const from = encrypt();
        const id = /EncryptedKey [^>]*Id="([^"]*)"/.exec(text(from.envelope))?.[1];
        return changed(
          from,
          /<ds:KeyName.*?<\/ds:KeyName>/s,
          `<w:SecurityTokenReference xmlns:w="${wsse}"><w:Reference URI="#${id}" ValueType="x#EncryptedKey"/></w:SecurityTokenReference>`,
        );
      },
    ],
    'a RetrievalMethod': [
      'key',
      () => changed(encrypt(), /<ds:KeyName.*?<\/ds:KeyName>/s, '<ds:RetrievalMethod URI="http://x/"/>'),
    ],
    'a key in a list of another': [
      'reference',
      () => {
        const [first, second] = [encrypt(), encrypt({ parts: ['UsernameToken'] })];
        return changed(
          first,
          '</wsse:Security>',
          `${encryptedKeyIn(second).replace(/#ED-[^"]*/, `#${/Id="(ED-[^"]*)/.exec(text(first.envelope))?.[1]}`)}</wsse:Security>`.replace(
            /^/,
            '',
          ),
        );
      },
    ],
    'a cipher text outside of the message': [
      'reference',
      () => changed(encrypt({ xop: true }), /href="cid:[^"]*"/, 'href="http://x/"'),
    ],
    'a part that is missing': ['reference', () => ({ ...encrypt({ xop: true }), parts: [] })],
    'a CipherReference of the Body': [
      'reference',
      () =>
        changed(
          encrypt({ xop: true }),
          /<xenc:CipherValue><xop.*?<\/xenc:CipherValue>/s,
          '<xenc:CipherReference URI="cid:1"/>',
        ),
    ],
    'more than the most EncryptedData': ['form', two, { limits: { maxEncryptedData: 1 } }],
    'more than the most EncryptedKeys': [
      'form',
      () => encryptEnvelope(encrypt(), security, { recipient: recipient(), parts: ['UsernameToken'] }),
      { limits: { maxEncryptedKeys: 1 } },
    ],
    'an encrypted element in an encrypted one': [
      'form',
      () =>
        encryptEnvelope(encrypt({ parts: [{ namespace: 'urn:b', local: 'Card' }] }), security, {
          recipient: recipient(),
        }),
    ],
    'an EncryptedData as a child of the Envelope': [
      'form',
      () => changed(encrypt(), /<s:Body>(.*)<\/s:Body>/s, '$1<s:Body/>'),
    ],
    'an encrypted Header': [
      'form',
      () =>
        changed(
          encrypt(),
          /<s:Header>(.*)<\/s:Header>(.*?)<s:Body>(.*)<\/s:Body>/s,
          '<s:Header>$3$1</s:Header><s:Body/>',
        ),
    ],
  };
  it.each(Object.keys(refusals))('%s', async (name) => {
    const [code, from, options] = refusals[name] ?? ['', () => encrypt()];
    await expect(decrypt(from(), options)).rejects.toMatchObject({ name: 'SecurityError', code });
  });

  it('one key with two algorithms', async () => {
    const from = encrypt({ parts: [{ namespace: 'urn:b', local: 'Card' }], algorithm: 'aes128-gcm' });
    await expect(decrypt(changed(from, 'aes128-gcm', 'aes192-gcm'))).rejects.toMatchObject({ code: 'encryption' });
    const cbc = encrypt({ parts: [{ namespace: 'urn:b', local: 'Card' }], algorithm: 'aes128-cbc' });
    const mixed = changed(cbc, /aes128-cbc(?=[\s\S]*aes128-cbc)/, 'aes192-cbc');
    const options = { algorithms: ['aes128-cbc', 'aes192-cbc'], isSigned: () => true } as const;
    await expect(decrypt(mixed, options)).rejects.toMatchObject({
      code: expect.stringMatching(/algorithm|encryption/),
    });
  });
});

describe('encryption refuses', () => {
  it.each([
    ['a part that is missing', { parts: ['Signature'] }, 'The message has no Signature to encrypt.'],
    ['an element twice', { parts: ['Body', { namespace: 'urn:b', local: 'Card' }] }, 'encrypted twice'],
    ['the Security block', { parts: [{ namespace: wsse, local: 'Security' }] }, 'cannot be encrypted as a whole'],
    ['an attachment that is missing', { attachments: ['x'] }, 'no part x'],
  ] as const)('%s', (_, options, reason) => {
    expect(() => encrypt(options)).toThrow(reason);
  });

  it('a short RSA key', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(() => encrypt({ recipient: recipient('rsa-oaep-sha1', short.publicKey) })).toThrow('2,048');
  });
});

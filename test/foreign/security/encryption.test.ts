import { X509Certificate } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TreeDocument, TreeElement } from '@soapwright/runtime/xml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataAlgorithm, dataUris, xenc } from '../../../security/src/encryption/algorithms.ts';
import { type DecryptOptions, decryptEnvelope } from '../../../security/src/encryption/decrypt.ts';
import { encryptEnvelope } from '../../../security/src/encryption/encrypt.ts';
import { certificateRecipient, ownKeys } from '../../../security/src/node/encryption-keys.ts';
import { explainSecurity } from '../../../security/src/node/explain/index.ts';
import type { DecryptionKey } from '../../../security/src/node/keys/key.ts';
import { decryptionKey, signingKey } from '../../../security/src/node/keys/private-key.ts';
import { trust } from '../../../security/src/node/keys/trust.ts';
import type { KeyReference } from '../../../security/src/node/keys/write-key-info.ts';
import { encryptMessage } from '../../../security/src/node/messages/encrypt-message.ts';
import { decryptMessage } from '../../../security/src/node/messages/open-message.ts';
import { signMessage } from '../../../security/src/node/messages/sign-message.ts';
import { OpensslFolder } from '../../support/generator/openssl.ts';
import { runProgram } from '../support/program.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const libraries = ['wss4j', 'xmlsec', 'commons-logging', 'slf4j-api'].map((name) => `/usr/share/java/${name}.jar`);

let folder: OpensslFolder;
let key: DecryptionKey;
let certificate: X509Certificate;
beforeAll(async () => {
  folder = new OpensslFolder();
  folder.run(
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=Receiver/O=Example -addext subjectKeyIdentifier=hash -keyout key.pem -out certificate.pem',
  );
  folder.run('pkcs12 -export -inkey key.pem -in certificate.pem -name receiver -out key.p12 -passout pass:geheim');
  copyFileSync(at('Wss4jEncryption.java'), join(folder.path, 'Wss4jEncryption.java'));
  await runProgram('javac', ['-cp', libraries.join(':'), 'Wss4jEncryption.java'], { cwd: folder.path });
  key = decryptionKey({ pkcs12: folder.read('key.p12'), passphrase: 'geheim' });
  certificate = new X509Certificate(folder.read('certificate.pem'));
});
afterAll(() => folder?.remove());

const wss4j = (input: string, command: string, ...args: readonly string[]): Promise<string> =>
  runProgram('java', ['-cp', [...libraries, '.'].join(':'), 'Wss4jEncryption', command, 'key.p12', ...args], {
    cwd: folder.path,
    input,
  });

const soap = 'http://www.w3.org/2003/05/soap-envelope';
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const content = '<b:Pay><b:Card>4711 é €</b:Card></b:Pay>';
const plain = (items: string): string =>
  `<s:Envelope xmlns:s="${soap}" xmlns:b="urn:b"><s:Header><b:Who>Zoë</b:Who>${items}</s:Header><s:Body>${content}</s:Body></s:Envelope>`;
const block = `<wsse:Security xmlns:wsse="${wsse}" s:mustUnderstand="true"></wsse:Security>`;

function security({ root }: TreeDocument): TreeElement {
  const found = root.children[0]?.children.find(({ local }) => local === 'Security');
  if (found === undefined) throw new Error('no Security');
  return found;
}

async function decrypted(envelope: string, options: Partial<DecryptOptions> = {}): Promise<string> {
  const message = { envelope: new TextEncoder().encode(envelope), parts: [] };
  const result = await decryptEnvelope(message, security, { findKey: ownKeys([key]), ...options });
  return new TextDecoder().decode(result.envelope);
}

const references: readonly (readonly [string, KeyReference, string])[] = [
  ['a BinarySecurityToken', 'binary-security-token', '1'],
  ['issuer and serial', 'issuer-serial', '2'],
  ['the certificate', 'x509-data', '3'],
  ['a SubjectKeyIdentifier', 'subject-key-identifier', '4'],
  ['a thumbprint', 'thumbprint', '8'],
];

describe('WSS4J', () => {
  // WSS4J 1.6 encrypts with 192 bits, and does not decrypt.
  it.each(['aes128-gcm', 'aes256-gcm'] as const)('decrypts our Body in %s', async (algorithm) => {
    const encrypted = encryptEnvelope({ envelope: new TextEncoder().encode(plain(block)), parts: [] }, security, {
      algorithm,
      recipient: certificateRecipient({ certificate }),
      parts: ['Body', { namespace: 'urn:b', local: 'Who' }],
    });
    const sent = new TextDecoder().decode(encrypted.envelope);
    expect(sent).not.toMatch(/>4711|Zoë/);
    const read = await wss4j(sent, 'decrypt');
    expect(read).toContain(content);
    expect(read).toContain('<b:Who>Zoë</b:Who>');
  });

  // WSS4J 1.6 finds no certificate by X509Data.
  it.each(references.filter(([, reference]) => reference !== 'x509-data'))(
    'finds its key by %s',
    async (_, reference) => {
      const recipient = certificateRecipient({ certificate, reference });
      const message = { envelope: new TextEncoder().encode(plain(block)), parts: [] };
      const { envelope } = encryptEnvelope(message, security, { recipient });
      expect(await wss4j(new TextDecoder().decode(envelope), 'decrypt')).toContain(content);
    },
  );

  it.each(['aes128-gcm', 'aes192-gcm', 'aes256-gcm'] as const)('encrypts what we decrypt, in %s', async (algorithm) => {
    const sent = await wss4j(plain(''), 'encrypt', dataUris[algorithm], '2', '');
    expect(sent).not.toContain('>4711');
    expect(await decrypted(sent)).toContain(`<s:Body>${content}</s:Body>`);
  });

  it.each(references)('names our key by %s', async (_, __, identifier) => {
    const sent = await wss4j(plain(''), 'encrypt', dataUris['aes256-gcm'], identifier, '');
    expect(await decrypted(sent)).toContain(content);
  });

  it('encrypts elements and header blocks', async () => {
    const parts = ['Card|urn:b|Element', 'Who|urn:b|Header'];
    const sent = await wss4j(plain(''), 'encrypt', dataUris['aes128-gcm'], '8', '', ...parts);
    expect(sent).toContain('EncryptedHeader');
    expect(sent).not.toMatch(/>4711|Zoë/);
    const read = await decrypted(sent);
    expect(read).toContain('<b:Card>4711 é €</b:Card>');
    expect(read).toMatch(/<b:Who[^>]*>Zoë<\/b:Who>/);
  });

  it('encrypts with AES-CBC, which we decrypt under a signature alone', async () => {
    const sent = await wss4j(plain(''), 'encrypt', dataUris['aes128-cbc'], '2', '');
    const algorithms: readonly DataAlgorithm[] = ['aes128-cbc'];
    await expect(decrypted(sent)).rejects.toThrow('aes128-cbc is not allowed');
    await expect(decrypted(sent, { algorithms })).rejects.toThrow('must be signed');
    expect(await decrypted(sent, { algorithms, isSigned: () => true })).toContain(content);
  });

  it('can mix hash functions in RSA-OAEP, which we refuse by name', async () => {
    const sent = await wss4j(plain(''), 'encrypt', dataUris['aes256-gcm'], '2', `${xenc}sha256`);
    await expect(decrypted(sent)).rejects.toThrow('the same hash function for digest and MGF1');
  });
});

describe('WSS4J, with signatures', () => {
  const orders = [
    ['sign', 'encrypt'],
    ['encrypt', 'sign'],
  ] as const;
  const verify = () => ({ trust: trust({ pinned: certificate }) });
  const opened = async (text: string, algorithms?: readonly DataAlgorithm[]): Promise<string> => {
    const message = { envelope: new TextEncoder().encode(text), parts: [] };
    const { envelope, verified } = await decryptMessage(message, { keys: [key], algorithms }, { verify: verify() });
    expect(verified?.covered.map(({ local }) => local).sort()).toEqual(['Body', 'Timestamp']);
    return new TextDecoder().decode(envelope);
  };

  it.each(orders)('reads what we %s, then %s', async (first) => {
    const signer = signingKey({ pkcs12: folder.read('key.p12'), passphrase: 'geheim' });
    const sign = async (from: Uint8Array) => await signMessage(from, { key: signer });
    const encrypt = (envelope: Uint8Array) => encryptMessage({ envelope, parts: [] }, { for: certificate }).envelope;
    const envelope = new TextEncoder().encode(plain(''));
    const sent = first === 'sign' ? encrypt(await sign(envelope)) : await sign(encrypt(envelope));
    const read = await wss4j(new TextDecoder().decode(sent), 'decrypt');
    expect(read).toContain(content);
    expect(read).toContain('SignatureValue');
  });

  it.each(orders)('does %s, then %s, which we read', async (first, second) => {
    const sent = await wss4j(plain(''), 'secure', dataUris['aes256-gcm'], first, second);
    expect(sent).not.toContain('>4711');
    expect(await opened(sent)).toContain(content);
    const message = { envelope: new TextEncoder().encode(sent), parts: [] };
    const { problems, protection } = await explainSecurity(message, { ...verify(), keys: [key] });
    expect(problems).toEqual([]);
    expect(protection).toContainEqual({ element: 'Envelope/Body', signed: 'yes', encrypted: 'content' });
  });

  it('encrypts with AES-CBC and signs, which we read; the other order we refuse', async () => {
    const algorithm = 'aes256-cbc' as const;
    const sent = await wss4j(plain(''), 'secure', dataUris[algorithm], 'encrypt', 'sign');
    expect(await opened(sent, [algorithm])).toContain(content);
    const other = await wss4j(plain(''), 'secure', dataUris[algorithm], 'sign', 'encrypt');
    await expect(opened(other, [algorithm])).rejects.toThrow('must be signed (CVE-2011-1096)');
  });
});

describe('xmlsec1', () => {
  const xmlsec = (...args: readonly string[]): Promise<string> => runProgram('xmlsec1', args, { cwd: folder.path });
  const item = (references: string): string => block.replace('></wsse', `>${references}</wsse`);

  // xmlsec1 1.2 knows RSA-OAEP with SHA-1 alone, and looks for the key in the EncryptedData.
  it.each(['aes128-gcm', 'aes192-gcm', 'aes256-gcm', 'aes128-cbc', 'aes192-cbc', 'aes256-cbc'] as const)(
    'decrypts our element in %s',
    async (algorithm) => {
      const message = { envelope: new TextEncoder().encode(plain(block)), parts: [] };
      const parts = [{ namespace: 'urn:b', local: 'Card' }];
      const recipient = certificateRecipient({ certificate, reference: 'x509-data' });
      const { envelope } = encryptEnvelope(message, security, { algorithm, recipient, parts });
      const text = new TextDecoder().decode(envelope);
      const encryptedKey = /<xenc:EncryptedKey.*?<\/xenc:EncryptedKey>/s.exec(text)?.[0] ?? '';
      const inside = encryptedKey.replace(/<xenc:ReferenceList>.*<\/xenc:ReferenceList>/s, '');
      const moved = text
        .replace(encryptedKey, '')
        .replace(
          /<wsse:SecurityTokenReference[^>]*><wsse:Reference URI="#EK.*?<\/wsse:SecurityTokenReference>/s,
          inside,
        );
      folder.write('ours.xml', moved);
      const read = await xmlsec('--decrypt', '--privkey-pem', 'key.pem', 'ours.xml');
      expect(read).toContain('<b:Card>4711 &#xE9; &#x20AC;</b:Card>');
    },
  );

  it.each([
    ['aes128-gcm', 'aes-128'],
    ['aes192-gcm', 'aes-192'],
    ['aes256-gcm', 'aes-256'],
  ] as const)('encrypts what we decrypt, in %s', async (algorithm, sessionKey) => {
    const ds = 'http://www.w3.org/2000/09/xmldsig#';
    folder.write(
      'template.xml',
      `<EncryptedData xmlns="${xenc}" Id="ED-1" Type="${xenc}Element"><EncryptionMethod Algorithm="${dataUris[algorithm]}"/><KeyInfo xmlns="${ds}"><EncryptedKey xmlns="${xenc}"><EncryptionMethod Algorithm="${xenc}rsa-oaep-mgf1p"/><KeyInfo xmlns="${ds}"><X509Data><X509Certificate/></X509Data></KeyInfo><CipherData><CipherValue/></CipherData></EncryptedKey></KeyInfo><CipherData><CipherValue/></CipherData></EncryptedData>`,
    );
    const list = `<x:ReferenceList xmlns:x="${xenc}"><x:DataReference URI="#ED-1"/></x:ReferenceList>`;
    folder.write('plain.xml', plain(item(list)));
    const sent = await xmlsec(
      ...['--encrypt', '--pubkey-cert-pem', 'certificate.pem', '--session-key', sessionKey],
      ...['--xml-data', 'plain.xml', '--node-name', 'urn:b:Pay', 'template.xml'],
    );
    expect(sent).not.toContain('>4711');
    expect(await decrypted(sent)).toContain(content);
  });
});

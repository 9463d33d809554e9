import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { EnvelopeEditor } from '../../../../test/support/security/envelope-editor.ts';
import { forgers } from '../../../../test/support/security/forgers.ts';
import { decryptionKey, signingKey, trust } from '../keys/index.ts';
import { decryptMessage, encryptMessage, messageSecurity, readMessage, signMessage, verifyMessage } from './index.ts';
import { inlinedMessage } from './multipart.ts';

const own = issueCertificate('own');
const foreign = issueCertificate('foreign');
const reader = issueCertificate('reader', { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const key = signingKey({ key: own.key, certificates: own.certificate });
const keys = [decryptionKey({ key: reader.key, certificates: reader.certificate })];
const verify = { trust: trust({ pinned: own.certificate }) };
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const plain = `<s:Envelope xmlns:s="${soap}"><s:Header><b:Who xmlns:b="urn:b">anna</b:Who></s:Header><s:Body><m:Pay xmlns:m="urn:m">7</m:Pay></s:Body></s:Envelope>`;
const encrypted = (algorithm: 'aes256-gcm' | 'aes256-cbc'): string =>
  latin1(
    encryptMessage({ envelope: Buffer.from(plain), parts: [] }, { for: reader.certificate, algorithm, allowCbc: true })
      .envelope,
  );
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const open = (text: string, options: object, settings?: object) =>
  decryptMessage({ envelope: Buffer.from(text, 'latin1'), parts: [] }, { keys, ...options }, settings);
const include = (href: string): string => `<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="${href}"/>`;

/** A message of several parts, as a server takes it in. */
function multipart(root: string, ...heads: readonly string[]): Uint8Array | undefined {
  const parts = [`Content-Type: application/xop+xml; type="text/xml"\r\nContent-ID: <r>\r\n\r\n${root}`, ...heads];
  const body = Buffer.from(`${parts.map((part) => `--b\r\n${part}`).join('\r\n')}\r\n--b--\r\n`);
  const type = 'multipart/related; type="application/xop+xml"; start="<r>"; boundary=b; start-info="text/xml"';
  return inlinedMessage(type, body, {})?.envelope;
}

let signed: string;
beforeAll(async () => {
  signed = latin1(await signMessage(Buffer.from(plain), { key }));
});

/** Verifies what a program of the suite of forged messages makes of a good one. */
async function forged(name: string): Promise<unknown> {
  const [, forge] = forgers.find(([one]) => one === name) ?? [];
  const original = { text: signed, key: own.key, certificate: own.certificate, foreign };
  const text = forge?.(original, new EnvelopeEditor(signed));
  expect(text).toBeTypeOf('string');
  return await verifyMessage(readMessage(Buffer.from(text as string, 'latin1')), verify);
}

/** What each vulnerability of others would need here. */
const vulnerabilities: Readonly<Record<string, readonly [string, () => Promise<void>]>> = {
  'CVE-2009-0217': [
    'HMACOutputLength makes a signature of few bits',
    () => expect(forged('HMACOutputLength')).rejects.toThrow('SignatureMethod has parameters'),
  ],
  'CVE-2011-1096': [
    'errors about changed texts of AES-CBC give its content away',
    async () => {
      const algorithms = ['aes256-cbc'] as const;
      await expect(open(encrypted('aes256-cbc'), {})).rejects.toThrow('aes256-cbc is not allowed');
      await expect(open(encrypted('aes256-cbc'), { algorithms })).rejects.toThrow('must be signed');
      const unknown = latin1(await signMessage(Buffer.from(encrypted('aes256-cbc'), 'latin1'), { key }));
      const message = new EnvelopeEditor(unknown);
      const [content] = message.all('CipherValue').slice(-1);
      const cipher = content ?? message.root;
      const changed = message.filled(cipher, message.content(cipher).replace(/^.{8}/, 'AAAAAAAA'));
      await expect(open(changed, { algorithms }, { verify })).rejects.toMatchObject({ code: 'signature' });
    },
  ],
  'CVE-2012-5575': [
    'one key for AES-GCM and AES-CBC gives content of AES-GCM away',
    async () => {
      const changed = encrypted('aes256-gcm').replace(
        /http:[^"]*#aes256-gcm/,
        'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
      );
      await expect(open(changed, {})).rejects.toThrow('aes256-cbc is not allowed');
      const both = ['aes256-gcm', 'aes256-cbc'] as const;
      expect(() => messageSecurity({ decrypt: { keys, algorithms: both } })).toThrow('keys of their own');
    },
  ],
  'CVE-2015-0227': [
    'an encrypted element stands for one that must be signed',
    async () => {
      const part = { namespace: 'urn:b', local: 'Who' };
      const before = new EnvelopeEditor(signed);
      const evil = before.filled(before.one('Who'), 'somebody else');
      const options = { for: reader.certificate, parts: ['Body', part] } as const;
      const { envelope } = encryptMessage({ envelope: Buffer.from(evil, 'latin1'), parts: [] }, options);
      await expect(open(latin1(envelope), {}, { verify })).rejects.toThrow('encrypted and not signed');
    },
  ],
  'CVE-2019-12406': [
    'parts without number take the memory of a server',
    async () => {
      const heads = Array.from({ length: 1001 }, (_, at) => `Content-ID: <${at}>\r\n\r\n`);
      expect(() => multipart(plain, ...heads)).toThrow('cannot be read');
      expect(() => multipart(plain, `X: ${'x'.repeat(20_000)}\r\n\r\n`)).toThrow('cannot be read');
    },
  ],
  'CVE-2021-40690': [
    'a KeyInfo reads files by a RetrievalMethod or a KeyInfoReference',
    async () => {
      await expect(forged('RetrievalMethod')).rejects.toThrow('nothing is fetched');
      const text = signed.replace(
        /(<ds:KeyInfo[^>]*>).*?(<\/ds:KeyInfo>)/,
        '$1<x:KeyInfoReference xmlns:x="http://www.w3.org/2009/xmldsig11#" URI="file:///etc/passwd"/>$2',
      );
      await expect(verifyMessage(readMessage(Buffer.from(text, 'latin1')), verify)).rejects.toThrow(
        'nothing is fetched',
      );
    },
  ],
  'CVE-2022-46364': [
    'an xop:Include makes the server fetch an address',
    async () =>
      expect(() => multipart(plain.replace('>7<', `>${include('http://127.0.0.1/secret')}<`))).toThrow(
        'outside of the message',
      ),
  ],
  'CVE-2024-28752': [
    'an xop:Include makes the server read a file',
    async () =>
      expect(() => multipart(plain.replace('>7<', `>${include('file:///etc/passwd')}<`))).toThrow(
        'outside of the message',
      ),
  ],
  'CVE-2025-29774': [
    'a second SignedInfo is the one that is used',
    async () => {
      for (const name of ['a second SignedInfo', 'a second SignedInfo before it', 'a second SignedInfo in an Object']) {
        await expect(forged(name)).rejects.toThrow('SignedInfo, SignatureValue and KeyInfo, each once');
      }
    },
  ],
  'CVE-2025-29775': [
    'a comment in DigestValue hides another digest',
    async () => {
      for (const name of ['a comment in DigestValue', 'a comment in DigestValue, signed']) {
        await expect(forged(name)).rejects.toThrow('a comment, a CDATA section or an instruction');
      }
    },
  ],
};

describe('vulnerabilities of others', () => {
  it.each(Object.entries(vulnerabilities))('%s, %s', async (_, [, check]) => {
    await check();
  });

  it('are all named in the threat model', () => {
    const page = readFileSync(new URL('../../../../docs/explanation/security-of-messages.md', import.meta.url), 'utf8');
    const named = [...new Set(page.match(/CVE-\d+-\d+/g))].sort();
    expect(named).toEqual(Object.keys(vulnerabilities));
  });
});

import { X509Certificate } from 'node:crypto';
import type { SigningKey, Trust } from '@soapwright/security/keys';
import { type ClientMessageSecurity, signMessage } from '@soapwright/security/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DocExamples } from './support/doc-examples.ts';
import { hasOpenssl, OpensslFolder } from './support/generator/openssl.ts';
import { type CertificateOptions, issueCertificate } from './support/runtime/certificate.ts';
import { newKey } from './support/security/assertion.ts';
import { typeErrors } from './support/type-errors.ts';

let page: DocExamples;
beforeAll(async () => {
  page = await DocExamples.load('docs/how-to/rotate-certificates.md', {});
});
afterAll(() => page?.folder.remove());

function example<Result>(name: string, ...args: readonly unknown[]): Result {
  return page.exports[name]?.(...(args as never[])) as Result;
}

const certificates = (key: SigningKey) => key.certificates.map((certificate) => certificate.toString());

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(4);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it.skipIf(!hasOpenssl)('keys are read from PEM and PKCS#12', () => {
  const folder = new OpensslFolder();
  try {
    const ec = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -passout pass:geheim';
    folder.run(`req -x509 ${ec} -days 2 -subj /CN=own -keyout own.key -out own.pem`);
    folder.run('pkcs12 -export -inkey own.key -in own.pem -passin pass:geheim -passout pass:geheim -out own.p12');
    const pem = `${folder.read('own.key')}${folder.read('own.pem')}`;
    for (const key of [
      example<SigningKey>('fromPem', pem, 'geheim'),
      example<SigningKey>('fromPkcs12', folder.read('own.p12'), 'geheim'),
    ]) {
      expect(key.certificates.map(({ subject }) => subject)).toEqual(['CN=own']);
    }
  } finally {
    folder.remove();
  }
});

it('a KMS signs a message', async () => {
  const own = newKey('own');
  const kms = { sign: async (algorithm: 'ecdsa-sha256', bytes: Uint8Array) => await own.sign(algorithm, bytes) };
  const key = example<SigningKey>('fromKms', kms, certificates(own).join(''));
  const envelope =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a xmlns="urn:a"/></s:Body></s:Envelope>';
  expect(Buffer.from(await signMessage(Buffer.from(envelope), { key })).toString()).toContain('SignatureValue');
});

it('a client changes to the new key at the agreed time', async () => {
  const [old, next] = [newKey('old'), newKey('next')];
  const subject = async (agreed: Date): Promise<string | undefined> => {
    const { authentication } = example<ClientMessageSecurity>('signing', old, next, agreed);
    let sent = '';
    const transport = authentication?.over(
      {
        async send({ body }) {
          sent = Buffer.from(body as Uint8Array).toString();
          return { status: 202, headers: [], body: new Uint8Array(0) };
        },
      },
      'https://files.example/',
    );
    const body =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a xmlns="urn:a"/></s:Body></s:Envelope>';
    await transport?.send({ body, headers: ['Content-Type', 'text/xml'], url: 'https://files.example/' } as never);
    const [, token = ''] = /<wsse:BinarySecurityToken[^>]*>([^<]*)/.exec(sent) ?? [];
    return new X509Certificate(Buffer.from(token, 'base64')).subject;
  };
  expect(await subject(new Date(Date.now() + 60_000))).toBe('CN=old');
  expect(await subject(new Date(Date.now() - 60_000))).toBe('CN=next');
});

it('a program replaces what it trusts', async () => {
  const [old, next] = [newKey('old'), newKey('next')];
  const Current = page.exports.CurrentTrust as unknown as new (
    pinned: readonly string[],
  ) => Trust & { replace(pinned: readonly string[]): void };
  const current = new Current([...certificates(old), ...certificates(next)]);
  const named = (key: SigningKey) => ({ kind: 'certificates', certificates: key.certificates }) as const;
  expect((await current.find(named(old))).certificate?.subject).toBe('CN=old');
  expect((await current.find(named(next))).certificate?.subject).toBe('CN=next');
  current.replace(certificates(next));
  await expect(current.find(named(old))).rejects.toThrow('is not issued by a trusted authority');
});

it('an authority is trusted for those who are meant, with its revocation lists', async () => {
  const authority: CertificateOptions['extensions'] = [{ oid: '551d13', value: '30030101ff', critical: true }];
  const root = issueCertificate('root', { extensions: authority });
  const middle = issueCertificate('middle', { issuer: root, extensions: authority });
  const partners = example<Trust>('partnersOf', {
    root: root.certificate.toString(),
    intermediates: middle.certificate.toString(),
    lists: async () => [],
  });
  const find = (common: string) =>
    partners.find({ kind: 'certificates', certificates: [issueCertificate(common, { issuer: middle }).certificate] });
  await expect(find('somebody')).rejects.toThrow('CN=somebody is not accepted');
  await expect(find('O=Gemeente')).rejects.toThrow('may have been revoked');
});

import { generateKeyPairSync } from 'node:crypto';
import type { SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import type { MessageBytes } from '@soapwright/security/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billingContract, DocExamples } from './support/doc-examples.ts';
import { issueCertificate } from './support/runtime/certificate.ts';
import { typeErrors } from './support/type-errors.ts';

const pems = (common: string): { readonly key: string; readonly certificate: string } => {
  const { certificate, key } = issueCertificate(common, { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
  return { certificate: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }) as string };
};
const [own, other, service] = [pems('own'), pems('other'), pems('service')];

let page: DocExamples;
let listening: Listening;
beforeAll(async () => {
  page = await DocExamples.load('docs/how-to/encrypt-messages.md', { billing: billingContract });
  const server = page.exports.billing?.(...([service.key, service.certificate, [own.certificate]] as never[]));
  listening = await listen((await server) as SoapServer);
});
afterAll(async () => {
  await listening?.close(0);
  page?.folder.remove();
});

const find = (serviceCertificate: string) =>
  page.exports.find?.(
    ...([listening.url, { ownKey: own.key, ownCertificate: own.certificate, serviceCertificate }] as never[]),
  );

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(4);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('the client of the page calls its server', async () => {
  expect(await find(service.certificate)).toBe('Invoice 7');
  expect(page.exports.rejected).toEqual([]);
});

it('a request that is encrypted for somebody else is rejected, with its reason for the server', async () => {
  await expect(find(other.certificate)).rejects.toMatchObject({ code: 'bad-answer' });
  expect(page.exports.rejected).toEqual(['key: An EncryptedKey is for a key that is not ours.']);
});

it('an old service is called with AES-CBC', () => {
  const options = page.exports.oldService?.(...([own.key, own.certificate, service.certificate] as never[]));
  expect(options).toMatchObject({ understood: [{ local: 'Security' }] });
});

it('attachments are encrypted and decrypted', async () => {
  const text = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a/></s:Body></s:Envelope>';
  const parts = [{ id: 'photo', contentType: 'image/png', content: new TextEncoder().encode('PNG') }];
  const message: MessageBytes = { envelope: new TextEncoder().encode(text), parts };
  const read = await page.exports.thereAndBack?.(...([message, own.key, own.certificate] as never[]));
  const { envelope, parts: decrypted } = read as MessageBytes;
  expect(new TextDecoder().decode(envelope)).toContain('<s:Body><a/></s:Body>');
  expect(decrypted.map(({ id, content }) => [id, new TextDecoder().decode(content)])).toEqual([['photo', 'PNG']]);
});

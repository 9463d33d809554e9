import { ClientError } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billingContract, DocExamples } from './support/doc-examples.ts';
import { issueCertificate } from './support/runtime/certificate.ts';
import { typeErrors } from './support/type-errors.ts';

const pems = (common: string): { readonly key: string; readonly certificate: string } => {
  const { certificate, key } = issueCertificate(common);
  return { certificate: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }) as string };
};
const [own, other, service] = [pems('own'), pems('other'), pems('service')];

let page: DocExamples;
let listening: Listening;
beforeAll(async () => {
  page = await DocExamples.load('docs/how-to/sign-messages.md', { billing: billingContract });
  const server = page.exports.billing?.(...([service.key, service.certificate, [own.certificate]] as never[]));
  listening = await listen((await server) as SoapServer);
});
afterAll(async () => {
  await listening?.close(0);
  page?.folder.remove();
});

const find = (caller: typeof own, answering = service) => {
  const files = {
    ownKey: caller.key,
    ownCertificate: caller.certificate,
    serviceCertificate: answering.certificate,
  };
  return page.exports.find?.(...([listening.url, files] as never[]));
};

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(3);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('the server of the page knows the signer of a request, and the client the one of its answer', async () => {
  expect(await find(own)).toBe('CN=own');
  const error: unknown = await find(own, other)?.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ClientError);
  expect(error).toMatchObject({ code: 'bad-answer', cause: { name: 'SecurityError', code: 'key' } });
});

it('a signer that is not trusted is rejected, and the server has the reason', async () => {
  const error: unknown = await find(other)?.catch((thrown: unknown) => thrown);
  // The fault has no signature: nobody is known to whom it would be an answer.
  expect(error).toMatchObject({ code: 'bad-answer', cause: { code: 'policy' } });
  expect(page.exports.rejected).toEqual([expect.stringMatching(/^key: /)]);
});

it('two certificates are trusted while they are exchanged', () => {
  const { key, certificate } = own;
  const options = page.exports.renewed?.(...([key, certificate, other.certificate, service.certificate] as never[]));
  expect(options).toMatchObject({ understood: [{ local: 'Security' }] });
});

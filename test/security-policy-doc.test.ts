import { generateKeyPairSync } from 'node:crypto';
import { ClientError } from '@soapwright/runtime/client';
import type { SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { algorithmSuites, suiteNames } from '../src/contract/model/index.ts';
import { DocExamples, shownContract } from './support/doc-examples.ts';
import { issueCertificate } from './support/runtime/certificate.ts';
import { typeErrors } from './support/type-errors.ts';

const file = 'docs/how-to/follow-a-security-policy.md';
const pems = (common: string): { readonly key: string; readonly certificate: string } => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { certificate, key } = issueCertificate(common, { keys });
  return { certificate: certificate.toString(), key: key.export({ type: 'pkcs8', format: 'pem' }) as string };
};
const [own, other, service] = [pems('own'), pems('other'), pems('service')];

let page: DocExamples;
let listening: Listening;
beforeAll(async () => {
  page = await DocExamples.load(file, { registry: shownContract(file, 'Registry') });
  const server = page.exports.registry?.(...([service.key, service.certificate, [own.certificate]] as never[]));
  listening = await listen((await server) as SoapServer);
});
afterAll(async () => {
  await listening?.close(0);
  page?.folder.remove();
});

const find = (caller: typeof own, answering = service) => {
  const files = { ownKey: caller.key, ownCertificate: caller.certificate, serviceCertificate: answering.certificate };
  return page.exports.find?.(...([listening.url, files] as never[]));
};

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(2);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('the client of the page calls its server, and others are refused', async () => {
  expect(await find(own)).toBe('CN=own');
  const error: unknown = await find(other)?.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ClientError);
  expect(page.exports.rejected).toEqual([expect.stringMatching(/^key: /)]);
});

it('the page names each suite that is taken, by its bits or those of its row', () => {
  const text = page.text;
  const shown = algorithmSuites.filter((name) => !text.includes(`\`${name}\``));
  expect(shown.every((name) => text.includes(`\`${name.replace(/192|128/, '256')}\``))).toBe(true);
  expect(suiteNames.length).toBe(25);
});

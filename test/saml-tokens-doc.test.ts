import type { SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import type { StsClient } from '@soapwright/security/sts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { billingContract, DocExamples } from './support/doc-examples.ts';
import { type AssertionFields, newKey, signedAssertion } from './support/security/assertion.ts';
import { typeErrors } from './support/type-errors.ts';

const [issuer, holder, portal, other] = [newKey('sts'), newKey('holder'), newKey('portal'), newKey('other')];
const pem = (key: typeof issuer) => String(key.certificates[0]);
const issue = (fields: AssertionFields = {}, key = issuer) =>
  signedAssertion(key, { audience: 'urn:billing', ...fields });

let page: DocExamples;
let listening: Listening | undefined;
beforeAll(async () => {
  page = await DocExamples.load('docs/how-to/use-saml-tokens.md', { billing: billingContract });
});
afterEach(() => listening?.close(0));
afterAll(() => page?.folder.remove());

function run<Result>(name: string, ...args: readonly unknown[]): Promise<Result> {
  return page.exports[name]?.(...(args as never[])) as Promise<Result>;
}

async function serve(name: string, ...args: readonly unknown[]): Promise<string> {
  listening = await listen(await run<SoapServer>(name, ...args));
  return listening.url;
}

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(4);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('a bearer is known, and its rejection has a reason', async () => {
  const address = await serve('forBearers', pem(issuer));
  expect(await run('asBearer', address, await issue())).toBe('anna');
  expect(await run('asBearer', address, async () => await issue({ name: 'bert' }))).toBe('bert');
  await expect(run('asBearer', address, await issue({}, other))).rejects.toThrow('could not be authenticated');
  expect(page.exports.rejected).toEqual(['The certificate CN=other is not issued by a trusted authority.']);
});

it('the holder of a key, and a portal that vouches, are known', async () => {
  const address = await serve('forSigners', pem(issuer), pem(portal));
  const held = await issue({ method: 'holder-of-key', holder });
  const vouched = await issue({ method: 'sender-vouches', name: 'bert' });
  expect(await run('asSigner', address, held, holder)).toBe('anna');
  expect(await run('asSigner', address, vouched, portal)).toBe('bert');
  await expect(run('asSigner', address, held, portal)).rejects.toThrow('Security header');
  await expect(run('asSigner', address, vouched, holder)).rejects.toThrow('Security header');
});

it('clients of an STS need no connection before the first message', async () => {
  for (const tokens of [
    await run<StsClient>('bearerTokens', 'http://127.0.0.1:9/', 'anna', 'secret'),
    await run<StsClient>('tokensOfKey', 'http://127.0.0.1:9/', holder),
  ]) {
    await expect(tokens.assertion()).rejects.toMatchObject({ name: 'ClientError' });
  }
});

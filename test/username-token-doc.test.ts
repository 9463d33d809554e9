import type { SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import type { ReplayStore } from '@soapwright/security';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billingContract, DocExamples } from './support/doc-examples.ts';
import { typeErrors } from './support/type-errors.ts';

let page: DocExamples;
let listening: Listening;
beforeAll(async () => {
  page = await DocExamples.load('docs/how-to/use-username-tokens.md', { billing: billingContract });
  listening = await listen((await page.exports.billing?.()) as SoapServer);
});
afterAll(async () => {
  await listening?.close(0);
  page?.folder.remove();
});

const find = (...values: readonly string[]) => page.exports.find?.(...([listening.url, ...values] as never[]));

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(3);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('the client of the page calls its server', async () => {
  expect(await find('ada', 'correct horse')).toBe('ada');
  await expect(find('ada', 'wrong')).rejects.toMatchObject({ subcode: { local: 'FailedAuthentication' } });
  await expect(find('max', 'no password')).rejects.toMatchObject({ subcode: { local: 'FailedAuthentication' } });
});

it('a shared store knows a nonce of another process', async () => {
  const kept = new Set<string>();
  const redis = {
    async set(key: string) {
      if (kept.has(key)) return null;
      kept.add(key);
      return 'OK';
    },
  };
  const store = (await page.exports.shared?.(redis as never)) as ReplayStore;
  expect([await store.add('a', 1), await store.add('a', 1), await store.add('b', 1)]).toEqual([true, false, true]);
});

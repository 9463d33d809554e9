import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SoapServer } from '@soapwright/runtime/server';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mockService } from '../src/messages/mock/mock-service.ts';
import { textOfHtml } from './pages/multipart-form.ts';
import { DocExamples, shownContract } from './support/doc-examples.ts';
import { typeErrors } from './support/type-errors.ts';

const file = 'docs/how-to/demand-credentials.md';

let page: DocExamples;
let payroll: Listening;
let archive: Listening;
beforeAll(async () => {
  const contracts = { payroll: shownContract(file, 'Payroll'), archive: shownContract(file, 'Archive') };
  page = await DocExamples.load(file, contracts);
  payroll = await listen((await page.exports.payroll?.()) as SoapServer);
  archive = await listen((await page.exports.archive?.()) as SoapServer);
});
afterAll(async () => {
  await payroll?.close(0);
  await archive?.close(0);
  page?.folder.remove();
});

const run = (name: string, ...values: readonly string[]) => page.exports[name]?.(...(values as never[]));

it('the examples compile, and clients without their credentials do not', () => {
  expect(page.blocks).toHaveLength(4);
  const user = "{ user: 'ada', password: 'x' }";
  const refused = [
    'new PayrollClient();',
    'new PayrollClient({});',
    'new PayrollClient({ credentials: {} });',
    `new PayrollClient({ credentials: { httpAuthentication: ${user} } });`,
    'new ArchiveClient({ credentials: {} });',
    `new ArchiveClient({ credentials: { httpAuthentication: ${user}, usernameToken: ${user} } });`,
  ];
  const taken = [
    `new PayrollClient({ credentials: { usernameToken: ${user}, timestamp: { lifetime: 60 } } });`,
    "new ArchiveClient({ credentials: 'none' });",
  ];
  const imports =
    "import { ArchiveClient } from './generated/archive/client.ts';\nimport { PayrollClient } from './generated/payroll/client.ts';\n";
  const lines = [...refused.map((one) => `// @ts-expect-error\n${one}`), ...taken];
  writeFileSync(join(page.folder.path, 'types.ts'), `${imports}${lines.join('\n')}\n`);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('the clients of the page call its servers', async () => {
  expect(await run('find', payroll.url, 'ada', 'correct horse')).toBe('ada');
  expect(await run('findByOwnMeans', payroll.url, 'ada', 'correct horse')).toBe('ada');
  expect(await run('titles', archive.url, 'ada', 'correct horse')).toEqual(['Annual report', 'Annual report']);
  await expect(run('find', payroll.url, 'ada', 'wrong')).rejects.toMatchObject({
    subcode: { local: 'FailedAuthentication' },
  });
});

it('a mock of the contract takes what the client sends', async () => {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(text) ?? [];
  const contract = join(page.folder.path, 'payroll.yaml');
  writeFileSync(contract, yaml);
  const mock = await mockService<Record<'Find', unknown>>(contract);
  expect(await run('find', mock.url, 'ada', 'any')).toEqual(expect.any(String));
  await mock.close();
});

it('the page of an operation shows a call with credentials', async () => {
  const folder = join(page.folder.path, 'generated/payroll');
  const { pages } = await import(join(folder, 'pages.ts'));
  const { createPayrollServer } = await import(join(folder, 'server.ts'));
  const listening = await listen(createPayrollServer({ Find: async () => ({ Name: '' }) }, { pages }) as SoapServer);
  const html = await (await fetch(`${listening.url}?op=Find`)).text();
  expect(textOfHtml(html)).toContain("credentials: { usernameToken: { user: process.env.SOAP_USER ?? ''");
  await listening.close(0);
});

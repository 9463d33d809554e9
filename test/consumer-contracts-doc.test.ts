import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService } from '../src/messages/index.ts';
import { type MockService, mockService } from '../src/messages/mock/mock-service.ts';
import { Project, root } from './cli/cli.ts';
import { shopContract } from './support/generator/shop-contract.ts';

const page = 'docs/how-to/test-consumer-contracts.md';
const text = readFileSync(join(root, page), 'utf8');
const [, example = ''] = /```yaml\n# consumers\/web\/Find\.yaml\n(.*?)```/s.exec(text) ?? [];

describe(page, () => {
  const project = new Project();
  let provider: MockService;

  beforeAll(async () => {
    project.write({ 'shop.yaml': shopContract, 'consumers/web/Find.yaml': example });
    provider = await mockService(`${project.path}/shop.yaml`);
  });

  afterAll(async () => {
    await provider.close();
    project.remove();
  });

  const run = (format?: string) => {
    const [, command = ''] = /^npx soapwright (verify .*?) > web\.xml$/m.exec(text) ?? [];
    const args = command.replace(/http:\S+/, provider.url).split(' ');
    return project.start(format === undefined ? args : args.map((arg) => (arg === 'junit' ? format : arg)));
  };

  it('plays the folder for the consumer', async () => {
    const mock = await mockService(`${project.path}/shop.yaml`, { examples: `${project.path}/consumers/web` });
    const client = await openService(`${project.path}/shop.yaml`, { address: mock.url });
    expect(await client.call('Find', { Number: '7' })).toMatchObject({ Status: 'paid', Lines: [{ Text: 'Tea' }] });
    await mock.close();
  });

  it('runs it at the provider, whose values may be others', async () => {
    const Lines = [
      { Text: 'Coffee', Count: 1 },
      { Text: 'Milk', Count: 1 },
    ];
    provider.on('Find').respond({ Number: '7', Status: 'open', Total: '1', Lines });
    provider.on('Find', { Number: '0' }).fault({ name: 'NotFound', reason: 'None.', detail: { Number: '0' } });
    const good = await run();
    expect([good.exitCode, good.stdout]).toEqual([0, expect.stringContaining('failures="0"')]);
    provider.on('Find', { Number: '7' }).respond({ Number: '7', Status: 'open', Total: '1', Lines: [] });
    const bad = await run('text');
    const [, finding = ''] = /```text\n(.*?)\n```/s.exec(text) ?? [];
    expect([bad.exitCode, bad.stdout]).toEqual([1, expect.stringContaining(finding)]);
    expect((await run()).stdout).toMatch(/<testcase[^>]*Find\.yaml[\s\S]*<failure/);
    const sarif = JSON.parse((await run('sarif')).stdout);
    expect(sarif.runs[0].results[0]).toMatchObject({
      ruleId: 'SW9414',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'consumers/web/Find.yaml' } } }],
    });
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockService, mockService } from '../src/messages/mock/mock-service.ts';
import { contract as greeter, Project } from './cli/cli.ts';
import { DocExamples } from './support/doc-examples.ts';
import { shopContract } from './support/generator/shop-contract.ts';

const page = 'docs/how-to/call-without-generated-code.md';
const pages = [page, 'docs/how-to/call-as-with-grpcurl.md'];
/** The address of the service in the pages. */
const address = 'http://127.0.0.1:8080/v1/shop.asmx';

/** The commands of the pages with what they print. */
const commands = pages.flatMap((path) => {
  const text = readFileSync(join(fileURLToPath(new URL('..', import.meta.url)), path), 'utf8');
  return [...text.matchAll(/```console\n\$ npx soapwright ([^\n]*)\n(.*?)```\n/gs)].map(
    ([, command = '', printed = '']) => [command, printed] as const,
  );
});

describe('pages about calls', () => {
  const project = new Project();
  let shop: MockService;

  beforeAll(async () => {
    project.write({ 'shop.yaml': shopContract });
    shop = await mockService(`${project.path}/shop.yaml`);
    shop.on('Find', { Number: '007' }).respond({
      Number: '007',
      Status: 'paid',
      Total: '12.50',
      Lines: [{ Text: 'Tea', Count: 2 }],
      contact: { case: 'Phone', value: '+44 20 7946 0000' },
    });
  });

  afterAll(async () => {
    await shop.close();
    project.remove();
  });

  it.each(commands)('print what they say: %s', async (command, printed) => {
    const args = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
    const { stdout, stderr } = await project.start(args.map((arg) => arg.replace(address, shop.url)));
    expect(`${stdout}${stderr}`.replaceAll(shop.url, address)).toBe(printed);
  });

  it('has examples that run', async () => {
    const { exports } = await DocExamples.load(page, {});
    const contract = `${project.path}/shop.yaml`;
    const { statusOf, operationsOf } = exports as Record<string, (...args: string[]) => Promise<unknown>>;
    expect(await statusOf?.(contract, shop.url, '007')).toBe('paid');
    expect(await operationsOf?.(contract)).toEqual(['Find', 'Pay', 'Forget']);
    expect(await operationsOf?.('none.wsdl')).toEqual([]);
    const { greet } = exports as unknown as { greet(text: string, files: object): Promise<{ envelope: string }> };
    expect((await greet(greeter('Greet'), {})).envelope).toContain('<Name>Anna</Name>');
  });
});

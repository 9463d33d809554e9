import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockService, mockService } from '../../src/messages/mock/mock-service.ts';
import { root } from '../cli/cli.ts';
import { corpusFolder } from '../corpus/entries.ts';
import { GuideProject } from '../support/generator/guide.ts';
import { shopContract } from '../support/generator/shop-contract.ts';

const corpus = corpusFolder();

/** A busy machine reads the largest WSDL in more than the 15 seconds of the inspector. */
const patience = ['--connect-timeout', '120000'];

/** The official inspector of the Model Context Protocol with services of 3, 60 and 1,068 operations. */
describe('the inspector', () => {
  const project = new GuideProject();
  let shop: MockService;

  beforeAll(async () => {
    project.install(['@modelcontextprotocol/inspector@2.12.0']);
    project.write('shop.yaml', shopContract);
    shop = await mockService(join(project.folder, 'shop.yaml'));
  });

  afterAll(async () => {
    await shop.close();
    project.remove();
  });

  const inspect = (contract: string, mcp: readonly string[], ...args: readonly string[]): Record<string, never[]> => {
    const server = [process.execPath, join(root, 'bin/soapwright.js'), 'mcp', contract, ...mcp];
    const { stdout, stderr } = spawnSync(
      'npx',
      ['--no-install', 'mcp-inspector', '--cli', ...server, ...args, ...patience],
      {
        cwd: project.folder,
        encoding: 'utf8',
      },
    );
    expect(stdout, stderr).not.toBe('');
    return JSON.parse(stdout);
  };
  const toolsOf = (contract: string): readonly string[] => {
    const { tools = [] } = inspect(contract, ['--allow=*', '--address=http://127.0.0.1:1/'], '--method', 'tools/list');
    return tools.map(({ name }: { readonly name: string }) => name);
  };
  const general = ['describe_operation', 'read_more'];

  it('lists and calls the tools of 3 operations', async () => {
    expect(toolsOf('shop.yaml')).toEqual(['Find', 'Pay', 'Forget', ...general]);
  });

  it.skipIf(corpus === undefined).each([
    [60, 'docusign+docusign-soap-sdk/PHP/CodeSnippets/api/APIService.wsdl', 'RequestStatus'],
    [1068, 'CiscoDevNet+axl-python-zeep-samples/schema/AXLAPI.wsdl', 'listPhone'],
  ])('lists the tools of %i operations, and finds one', (count, path, name) => {
    const wsdl = join(corpus ?? '', path);
    expect(toolsOf(wsdl)).toEqual(['find_operations', 'call_operation', ...general]);
    const call = ['--method', 'tools/call', '--tool-name', 'find_operations', '--tool-arg', `query=${name}`];
    const { content, tools } = inspect(wsdl, ['--allow=*', '--address=http://127.0.0.1:1/'], ...call);
    expect(tools).toBeUndefined();
    const [{ text = '' } = {}] = content as readonly { readonly text?: string }[];
    expect(JSON.parse(text)[0]).toMatchObject({ name });
    expect(count).toBeGreaterThan(40);
  });
});

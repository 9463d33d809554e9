import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { mockService } from '../src/messages/mock/mock-service.ts';
import { root } from './cli/cli.ts';
import { corpusFolder } from './corpus/entries.ts';

const corpus = corpusFolder();
const page = readFileSync(join(root, 'docs/how-to/give-a-service-to-an-agent.md'), 'utf8');

interface Step {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  /** Parts of the text of its result. */
  readonly returns: readonly string[];
}

describe.skipIf(corpus === undefined)('the session of an agent with Cisco AXL', () => {
  it('finds and calls one of 1,068 operations within six calls', async () => {
    const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(page.slice(page.indexOf('## One of 1,068'))) ?? [];
    const session = parse(yaml) as readonly Step[];
    expect(session.length).toBeLessThanOrEqual(6);
    const wsdl = join(corpus ?? '', 'CiscoDevNet+axl-python-zeep-samples/schema/AXLAPI.wsdl');
    const axl = await mockService(wsdl);
    axl.on('listPhone', { searchCriteria: { description: 'Reception%' } }).respond({
      return: { phone: [{ name: 'SEP0011223344AA', devicePoolName: { $text: 'Berlin' } }] },
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    const args = [join(root, 'bin/soapwright.js'), 'mcp', wsdl, '--address', axl.url];
    try {
      await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
      const { tools } = await client.listTools();
      expect(JSON.stringify(tools).length).toBeLessThan(2_000);
      for (const { tool, arguments: given, returns } of session) {
        const { content, isError } = await client.callTool({ name: tool, arguments: given });
        expect(isError).toBe(false);
        const [{ text = '' } = {}] = content as { readonly text?: string }[];
        for (const part of returns) expect(text).toContain(part);
      }
      expect(axl.requests.map(({ operation }) => operation)).toEqual(['listPhone']);
    } finally {
      await client.close();
      await axl.close();
    }
  });
});

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockService, mockService } from '../../src/messages/mock/mock-service.ts';
import { shopContract } from '../support/generator/shop-contract.ts';
import { Project, root } from './cli.ts';

describe('soapwright mcp', () => {
  const project = new Project();
  let shop: MockService;

  beforeAll(async () => {
    project.write({ 'shop.yaml': shopContract });
    shop = await mockService(`${project.path}/shop.yaml`);
    shop.on('Find', { Number: '7' }).respond({ Number: '7', Status: 'paid' });
  });

  afterAll(async () => {
    await shop.close();
    project.remove();
  });

  /** The official client of the protocol, with the command as its server. */
  async function connected(...args: string[]): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(root, 'bin/soapwright.js'), 'mcp', 'shop.yaml', '--address', shop.url, ...args],
        cwd: project.path,
        stderr: 'ignore',
      }),
    );
    return client;
  }

  it('offers the operations that only read to the official client, which calls one', async () => {
    const client = await connected();
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['Find', 'describe_operation', 'read_more']);
      const result = await client.callTool({ name: 'Find', arguments: { Number: '7' } });
      expect(result).toMatchObject({
        isError: false,
        content: [{ type: 'text', text: expect.stringContaining('paid') }],
      });
      const refused = await client.callTool({ name: 'Pay', arguments: {} });
      expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('not allowed') }] });
      expect(shop.requestsOf('Pay')).toEqual([]);
    } finally {
      await client.close();
    }
  });

  it('offers others by their names', async () => {
    const client = await connected('--allow', 'Pay');
    try {
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
        'Find',
        'Pay',
        'describe_operation',
        'read_more',
      ]);
      expect(client.getServerVersion()).toMatchObject({ name: 'Shop' });
    } finally {
      await client.close();
    }
  });

  it('serves by HTTP to who has the token', async () => {
    const environment = { SHOP_TOKEN: 'correct horse' };
    const args = ['mcp', 'shop.yaml', '--address', shop.url, '--http', '0', '--token-from', 'env:SHOP_TOKEN'];
    const running = project.launch(args, { environment });
    const clients: Client[] = [];
    try {
      while (!running.texts.stderr.includes('/mcp')) await once(running.child.stderr as Readable, 'data');
      expect(running.texts.stderr).not.toContain('horse');
      const url = new URL(/at (http\S+)/.exec(running.texts.stderr)?.[1] ?? '');
      const connect = async (token: string, headers: Record<string, string> = {}): Promise<Client> => {
        const client = new Client({ name: 'test', version: '1.0.0' });
        clients.push(client);
        const requestInit = { headers: { Authorization: `Bearer ${token}`, ...headers } };
        await client.connect(new StreamableHTTPClientTransport(url, { requestInit }) as Transport);
        return client;
      };
      const [one, other] = [await connect('correct horse'), await connect('correct horse')];
      for (const client of [one, other]) {
        expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
          'Find',
          'describe_operation',
          'read_more',
        ]);
        const result = await client.callTool({ name: 'Find', arguments: { Number: '7' } });
        expect(result).toMatchObject({ content: [{ text: expect.stringContaining('paid') }] });
      }
      await expect(connect('wrong')).rejects.toThrow('token');
      await expect(connect('correct horse', { Origin: 'https://evil.example' })).rejects.toThrow('Origin');
      expect((await fetch(url)).status).toBe(401);
      expect((await fetch(new URL('/', url))).status).toBe(404);
    } finally {
      for (const client of clients) await client.close();
      await running.end('SIGTERM');
    }
  });

  it('makes a token where none is given', async () => {
    const running = project.launch(['mcp', 'shop.yaml', '--address', shop.url, '--http', '0']);
    while (!running.texts.stderr.includes('Bearer')) await once(running.child.stderr as Readable, 'data');
    expect(running.texts.stderr).toMatch(/^Shop at http:\/\/127\.0\.0\.1:\d+\/mcp\nAuthorization: Bearer [\w-]{32}\n$/);
    expect((await running.end('SIGTERM')).exitCode).toBe(0);
    const literal = await project.start(['mcp', 'shop.yaml', '--http', '0', '--token-from', 'secret']);
    expect([literal.exitCode, literal.stderr]).toEqual([2, expect.stringContaining('--token-from')]);
  });

  it('is started as the page says', async () => {
    const page = readFileSync(join(root, 'docs/how-to/give-a-service-to-an-agent.md'), 'utf8');
    const [, json = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
    const { args } = JSON.parse(json).mcpServers.shop as { readonly args: readonly string[] };
    expect(args.slice(0, 4)).toEqual(['soapwright', 'mcp', 'shop.yaml', '--address']);
    // Its standard input ends at once.
    expect(project.run(...args.slice(1, 4), shop.url)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('refuses wrong arguments', async () => {
    const unknown = await project.start(['mcp', 'shop.yaml', '--allow', 'Delete']);
    expect([unknown.exitCode, unknown.stdout]).toEqual([2, '']);
    expect(unknown.stderr).toContain('--allow: The service has no operation "Delete".');
    expect((await project.start(['mcp', 'none.wsdl'])).exitCode).toBe(3);
  });
});

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockService, mockService } from '../../src/messages/mock/mock-service.ts';
import { shopContract } from '../support/generator/shop-contract.ts';
import { Project, type Running } from './cli.ts';

describe('soapwright gateway', () => {
  const project = new Project();
  let shop: MockService;
  let running: Running;
  let address: string;

  beforeAll(async () => {
    project.write({ 'shop.yaml': shopContract });
    shop = await mockService(`${project.path}/shop.yaml`);
    shop.on('Find', { Number: '7' }).respond({ Number: '7', Status: 'paid' });
    running = project.launch(['gateway', 'shop.yaml', '--port', '0', '--address', shop.url, '--operation', 'Find']);
    while (!running.texts.stderr.includes('openapi.json')) await once(running.child.stderr as Readable, 'data');
    address = /at (http\S+),/.exec(running.texts.stderr)?.[1] ?? '';
  });

  afterAll(async () => {
    running.child.kill('SIGKILL');
    await shop.close();
    project.remove();
  });

  const json = { 'Content-Type': 'application/json' };

  it('serves the operations that are named, prints a line for each call, and ends with exit code 0', async () => {
    expect(running.texts.stderr).toMatch(/^Shop with 1 operation at http:\/\/127\.0\.0\.1:\d+\/, its OpenAPI at /);
    const found = await fetch(`${address}Find`, { method: 'POST', headers: json, body: '{"Number":"7"}' });
    expect(await found.json()).toMatchObject({ Status: 'paid' });
    expect((await fetch(`${address}Pay`, { method: 'POST', headers: json, body: '{}' })).status).toBe(404);
    const api = (await (await fetch(`${address}openapi.json`)).json()) as { readonly servers: unknown };
    expect(api.servers).toEqual([{ url: address }]);
    expect(await (await fetch(address)).text()).toContain('<a href="Find">Find</a>');
    await expect.poll(() => running.texts.stdout).toMatch(/^Find 200, \d+ ms\n$/);
  });

  it('refuses pages of other sites, and names that lead here', async () => {
    const answer = (headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve) => {
        const sent = httpRequest(`${address}Find`, { method: 'POST', headers: { ...json, ...headers } }, (response) =>
          resolve(response.resume().statusCode),
        );
        sent.end('{"Number":"7"}');
      });
    const before = shop.requests.length;
    expect(await answer({ Host: 'evil.example' })).toBe(403);
    expect(await answer({ Origin: 'https://evil.example' })).toBe(403);
    expect(await answer({ Origin: 'null' })).toBe(403);
    expect(shop.requests.length).toBe(before);
    expect(await answer({ Origin: new URL(address).origin })).toBe(200);
  });

  it('refuses 100 MB before they are read', async () => {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { ...json, 'Content-Length': String(100e6) };
      const sent = httpRequest(`${address}Find`, { method: 'POST', headers }, (response) => {
        resolve(response.resume().statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.write('{"Number": "');
    });
    expect(answer).toBe(413);
  });

  it('says what it cannot do', async () => {
    const unknown = await project.start(['gateway', 'shop.yaml', '--operation', 'Delete', '--port', '0']);
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('no operation "Delete"')]);
    const taken = await project.start(['gateway', 'shop.yaml', '--port', new URL(address).port]);
    expect([taken.exitCode, taken.stderr]).toEqual([3, expect.stringContaining('Cannot listen on 127.0.0.1')]);
    expect((await project.start(['gateway', 'none.wsdl'])).exitCode).toBe(3);
    expect((await running.end('SIGTERM')).exitCode).toBe(0);
  });
});

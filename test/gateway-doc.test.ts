import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockService, mockService } from '../src/messages/mock/mock-service.ts';
import { Project } from './cli/cli.ts';
import { DocExamples } from './support/doc-examples.ts';
import { shopContract } from './support/generator/shop-contract.ts';

const page = 'docs/how-to/offer-a-service-as-json.md';

describe(page, () => {
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

  it('offers a service by its handler', async () => {
    const { exports } = await DocExamples.load(page, {});
    const gatewayOf = exports.gatewayOf as unknown as (
      contract: string,
      address: string,
    ) => Promise<(request: Request) => Promise<Response>>;
    const handler = await gatewayOf(`${project.path}/shop.yaml`, shop.url);
    const init = { method: 'POST', body: '{ "Number": "7" }', headers: { 'Content-Type': 'application/json' } };
    const response = await handler(new Request('https://gateway.example/Find', init));
    expect(await response.json()).toMatchObject({ Number: '7', Status: 'paid' });
    expect((await handler(new Request('https://gateway.example/Pay', init))).status).toBe(404);
  });

  it('writes the OpenAPI document by its command', async () => {
    const args = ['openapi', 'shop.yaml', '--server', 'https://gateway.example/', '-o', 'openapi.yaml'];
    const { exitCode, stderr } = await project.start(args);
    expect([exitCode, stderr]).toEqual([0, 'Wrote openapi.yaml: 3 operations.\n']);
    const text = readFileSync(join(project.path, 'openapi.yaml'), 'utf8');
    expect(text).toMatch(/^openapi: 3\.1\.0\n.*\n {2}- url: https:\/\/gateway\.example\/\npaths:\n {2}\/Find:/s);
    const { stdout } = await project.start(['openapi', 'shop.yaml']);
    expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] });
  });

  it('says what it cannot write or read', async () => {
    const { exitCode, stderr } = await project.start(['openapi', 'shop.yaml', '-o', 'none/openapi.yaml']);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('Cannot write none/openapi.yaml: ENOENT')]);
    expect((await project.start(['openapi', 'none.wsdl'])).exitCode).toBe(3);
  });
});

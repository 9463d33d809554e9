import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SoapServer } from '@soapwright/runtime/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { emit } from '../src/emit/index.ts';
import { GeneratedFolder } from './generate-here.ts';
import { contractOf } from './support/generator/load-contracts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(root, 'docs/reference/contract.md'), 'utf8');

/** A piece of a contract, its TypeScript, and an example message if given. */
interface Example {
  readonly section: string;
  readonly yaml: string;
  readonly declarations: readonly string[];
  readonly xml: string | undefined;
}

const examples: readonly Example[] = text.split(/^## /m).flatMap((section) => {
  const found = /```yaml\n([\s\S]*?)```\n\n```ts\n([\s\S]*?)```(?:\n\n```xml\n([\s\S]*?)```)?/.exec(section);
  if (found === null) return [];
  const [, yaml = '', typescript = '', xml] = found;
  return [
    { section: section.slice(0, section.indexOf('\n')), yaml, declarations: typescript.trim().split('\n\n'), xml },
  ];
});

/** The complete contract: with an operation that returns its input, for pieces without one. */
function whole(yaml: string): string {
  const head = 'soapwright: 1\nservice: Doc\nnamespace: https://example.org/doc/\naddress: http://localhost/doc\n';
  const { records = {}, operations } = parse(yaml) as Record<string, Record<string, { $abstract?: boolean }>>;
  if (operations !== undefined) return head + yaml;
  const fields = Object.keys(records)
    .filter((name) => !name.includes(':') && records[name]?.$abstract !== true)
    .map((name) => `${name}: { type: ${name}, optional: true }`);
  const show = `{ ${fields.join(', ')} }`;
  return `${head}operations:\n  Show: { request: ${show}, response: ${show} }\n${yaml}`;
}

let folder: GeneratedFolder;
beforeAll(() => {
  folder = new GeneratedFolder('contract-doc');
});
afterAll(() => folder.remove());

/** What lies between elements is for people. */
function compact(xml: string): string {
  return xml.replace(/>\s+</g, '><').trim();
}

it('docs/reference/contract.md has examples', () => {
  expect(examples.length).toBeGreaterThan(10);
  expect(examples.filter(({ xml }) => xml !== undefined).length).toBeGreaterThan(7);
});

describe.each(examples)('the example under "$section"', ({ yaml, declarations, xml }) => {
  it('generates the TypeScript beside it', async () => {
    const files = await emit(contractOf(whole(yaml)), { source: 'doc.yaml', importExtension: 'ts' });
    const types = files.find(({ path }) => path === 'types.ts')?.text ?? '';
    for (const declaration of declarations) expect(types).toContain(declaration);
  });

  if (xml === undefined) return;

  it('reads and writes the message beside it', async () => {
    type Module = { createDocServer: (handlers: object, options: object) => SoapServer };
    const { createDocServer } = await folder.module<Module>(contractOf(whole(yaml)), 'server');
    const server = createDocServer({ Show: (request: object) => request }, { strict: true });
    const message = compact(xml);
    const body = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><Show xmlns="https://example.org/doc/">${message}</Show></s:Body></s:Envelope>`;
    const headers = { 'Content-Type': 'application/soap+xml; charset=utf-8' };
    const response = await server.fetch(new Request('http://localhost/doc', { method: 'POST', headers, body }));
    const content = /<ShowResponse [^>]*>([\s\S]*)<\/ShowResponse>/.exec(await response.text())?.[1] ?? '';
    // The prefix of another namespace is declared at the root of the body, and not where it is used.
    expect(content).toBe(message.replace(' xmlns:c="urn:example:common"', ''));
  });
});

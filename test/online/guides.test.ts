import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { php, required } from '../interop/foreign.ts';
import { type PhpProgram, startPhp } from '../interop/php-program.ts';
import { GuideProject } from '../support/generator/guide.ts';

const usual = 'http://localhost:8000';

/** Pages, the packages that their first programs need, and the number of outputs on each. */
const guides: readonly (readonly [page: string, packages: readonly string[], outputs: number])[] = [
  ['move-from-node-soap', ['soap@1.13.0'], 4],
  ['move-from-strong-soap', ['strong-soap@5.0.10'], 4],
  ['move-from-easy-soap-request', ['easy-soap-request@5.21.0'], 3],
  ['move-from-wsdl-tsclient', ['wsdl-tsclient@1.7.1', 'soap@1.13.0'], 4],
];

describe.skipIf(!php.available && !required)('guides from other tools', () => {
  let server: PhpProgram;

  const project = new GuideProject();

  beforeAll(async () => {
    project.install([...new Set(guides.flatMap(([, packages]) => packages))]);
    project.installSoapwright();
    server = await startPhp(fileURLToPath(new URL('../interop/tickets/tickets.php', import.meta.url)));
  });

  afterAll(async () => {
    project.remove();
    await server.stop();
  });

  it.each(guides)(
    'docs/how-to/%s.md leads from one program to the other, block by block',
    (name, _packages, outputs) => {
      const page = readFileSync(new URL(`../../docs/how-to/${name}.md`, import.meta.url), 'utf8');
      project.write(`${name}/package.json`, '{ "private": true, "type": "module" }\n');
      expect(project.runBlocks(page.replaceAll(usual, server.origin), name)).toBe(outputs);
    },
  );
});

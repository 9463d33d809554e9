import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GuideProject } from '../support/generator/guide.ts';
import { php, required } from './foreign.ts';
import { type PhpProgram, startPhp } from './php-program.ts';

const page = readFileSync(new URL('../../docs/tutorials/call-a-service.md', import.meta.url), 'utf8');
const usual = 'http://localhost:8000';

let project: GuideProject;
let server: PhpProgram;

describe.skipIf(!php.available && !required)('docs/tutorials/call-a-service.md', () => {
  beforeEach(async () => {
    project = new GuideProject();
    project.installSoapwright();
    server = await startPhp(fileURLToPath(new URL('tickets/tickets.php', import.meta.url)));
  });

  afterEach(async () => {
    await server.stop();
    project.remove();
  });

  it('leads from an address to typed responses of a server of others, block by block', () => {
    expect(project.runBlocks(page.replaceAll(usual, server.origin))).toBe(7);
  });
});

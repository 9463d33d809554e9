import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { type PhpProgram, startPhp } from '../../interop/php-program.ts';
import { callOurServer, callTheirServer } from '../support/directions.ts';
import { generateProject, type Project } from '../support/project.ts';
import { documentCases } from './cases.ts';
import { phpClient } from './client.ts';
import { encodedCases } from './encoded-cases.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

describe.each([
  ['document', 'literal', 'warehouse', 'server.php', documentCases],
  ['rpc', 'encoded', 'catalogue', 'encoded-server.php', encodedCases],
] as const)('PHP, %s/%s', (style, _, name, script, cases) => {
  let folder: string;
  let program: PhpProgram;
  let project: Project;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-php-'));
    const environment = { WSDL: at(`${name}.wsdl`), NOTICES: join(folder, 'notices') };
    program = await startPhp(at(script), environment);
    const served = await (await fetch(`${program.origin}/?wsdl`)).text();
    project = await generateProject(served, { overlay: 'soapwright: 1\noptions: { dateTime: exact }\n' });
  });
  afterAll(async () => {
    await program?.stop();
    project?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  callTheirServer('PHP SoapServer', cases, () => ({ address: `${program.origin}/`, project }));
  callOurServer(phpClient(style, `urn:${name}`), cases, () => project);
});

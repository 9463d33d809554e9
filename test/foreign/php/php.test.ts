import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** A WSDL with the binding and the encoding of a version of SOAP; it has those of SOAP 1.1. */
function inVersion(wsdl: string, version: '1.1' | '1.2'): string {
  if (version === '1.1') return wsdl;
  return wsdl
    .replaceAll('http://schemas.xmlsoap.org/wsdl/soap/', 'http://schemas.xmlsoap.org/wsdl/soap12/')
    .replaceAll('http://schemas.xmlsoap.org/soap/encoding/', 'http://www.w3.org/2003/05/soap-encoding');
}

describe.each([
  ['document', 'literal', '1.1', 'warehouse', 'server.php', documentCases],
  ['rpc', 'encoded', '1.1', 'catalogue', 'encoded-server.php', encodedCases],
  ['rpc', 'encoded', '1.2', 'catalogue', 'encoded-server.php', encodedCases],
] as const)('PHP, %s/%s, SOAP %s', (style, _, version, name, script, cases) => {
  let folder: string;
  let program: PhpProgram;
  let project: Project;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-php-'));
    const wsdl = join(folder, `${name}.wsdl`);
    writeFileSync(wsdl, inVersion(readFileSync(at(`${name}.wsdl`), 'utf8'), version));
    const environment = { WSDL: wsdl, SOAP: version, NOTICES: join(folder, 'notices') };
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
  callOurServer(phpClient(style, version, `urn:${name}`), cases, () => project);
});

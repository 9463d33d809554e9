import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { freePort } from '../../support/free-ports.js';
import { callOurServer, callTheirServer } from '../support/directions.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { generateProject, type Project } from '../support/project.ts';
import { documentCases, rpcCases } from './cases.ts';
import { gsoapClient } from './client.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Generates and compiles `server` and `client` in a folder. Returns the WSDL of soapcpp2. */
async function build(folder: string, style: string, encoding: string): Promise<string> {
  const header = ['stock.h', ...(encoding === 'encoded' ? ['encoded.h'] : [])].map((file) =>
    readFileSync(at(file), 'utf8'),
  );
  writeFileSync(join(folder, 'stock.h'), header.join('\n').replace('STYLE', style).replace('ENCODING', encoding));
  for (const file of ['server.cpp', 'client.cpp']) copyFileSync(at(file), join(folder, file));
  const run = (command: string, ...args: readonly string[]): Promise<string> =>
    runProgram(command, args, { cwd: folder });
  await run('soapcpp2', '-I/usr/share/gsoap/import', 'stock.h');
  await run('g++', '-c', 'soapC.cpp');
  await run('g++', '-o', 'server', 'server.cpp', 'soapServer.cpp', 'soapC.o', '-lgsoap++');
  await run('g++', '-o', 'client', 'client.cpp', 'soapClient.cpp', 'soapC.o', '-lgsoap++');
  return readFileSync(join(folder, 'Stock.wsdl'), 'utf8');
}

describe.each([
  ['document', 'literal', documentCases],
  ['rpc', 'encoded', rpcCases],
] as const)('gSOAP, %s/%s', (style, encoding, cases) => {
  let folder: string;
  let address: string;
  let server: RunningProgram;
  let project: Project;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-gsoap-'));
    const wsdl = await build(folder, style, encoding);
    const port = await freePort();
    address = `http://127.0.0.1:${port}/`;
    server = await startProgram(join(folder, 'server'), [String(port)], /ready/);
    project = await generateProject(wsdl, { overlay: 'soapwright: 1\noptions: { dateTime: exact }\n' });
  });
  afterAll(async () => {
    await server?.stop();
    project?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  callTheirServer('gSOAP', cases, () => ({ address, project }));
  callOurServer(
    gsoapClient('gSOAP', () => join(folder, 'client')),
    cases,
    () => project,
  );
});

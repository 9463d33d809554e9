import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { freePort } from '../../support/free-ports.js';
import { callOurServer, callTheirServer } from '../support/directions.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';
import { generateProject, type Project } from '../support/project.ts';
import { soapLiteCases } from './cases.ts';
import { soapLiteClient } from './client.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

describe('SOAP::Lite, rpc/encoded', () => {
  let address: string;
  let program: RunningProgram;
  let project: Project;
  beforeAll(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}/`;
    program = await startProgram('perl', [at('server.pl'), String(port), at('library.wsdl')], /ready/);
    const wsdl = await (await fetch(`${address}?wsdl`)).text();
    project = await generateProject(wsdl, { overlay: 'soapwright: 1\noptions: { dateTime: exact }\n' });
  });
  afterAll(async () => {
    await program?.stop();
    project?.remove();
  });

  callTheirServer('SOAP::Lite', soapLiteCases, () => ({ address, project }));
  callOurServer(soapLiteClient, soapLiteCases, () => project);
});

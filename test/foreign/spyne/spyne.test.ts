import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { freePort } from '../../support/free-ports.js';
import { callOurServer, callTheirServer } from '../support/directions.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';
import { generateProject, type Project } from '../support/project.ts';
import { spyneCases } from './cases.ts';
import { zeepClient } from './client.ts';

const script = fileURLToPath(new URL('server.py', import.meta.url));

describe('spyne', () => {
  let address: string;
  let program: RunningProgram;
  let project: Project;
  beforeAll(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}/`;
    program = await startProgram('/usr/bin/python3', [script, String(port)], /ready/);
    const wsdl = await (await fetch(`${address}?wsdl`)).text();
    project = await generateProject(wsdl, { overlay: 'soapwright: 1\noptions: { dateTime: exact }\n' });
  });
  afterAll(async () => {
    await program?.stop();
    project?.remove();
  });

  callTheirServer('spyne', spyneCases, () => ({ address, project }));
  callOurServer(zeepClient, spyneCases, () => project);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { freePort } from '../../support/free-ports.js';
import { compileJava, jsonSources } from '../java/java.ts';
import type { Case } from '../support/case.ts';
import { callOurServer, callTheirServer } from '../support/directions.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { fetchProject, type Project } from '../support/project.ts';
import { catalogCases, ordersCases, totalsCases } from './cases.ts';
import { jaxwsClasspath, jaxwsClient } from './client.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

let folder: string;
let clientClasses: string;
let server: RunningProgram;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-jaxws-'));
  const serverClasses = join(folder, 'server');
  clientClasses = join(folder, 'client');
  await compileJava([at('server')], jaxwsClasspath, serverClasses);
  // Classes of the wrappers; the run time would generate them, but Debian's package has no ASM in it.
  for (const service of ['Orders', 'Catalog']) {
    await runProgram('wsgen', ['-cp', serverClasses, '-d', serverClasses, `orders.${service}`]);
  }
  await compileJava([jsonSources, at('client')], jaxwsClasspath, clientClasses);
  port = await freePort();
  const classpath = [serverClasses, ...jaxwsClasspath].join(':');
  server = await startProgram(
    'java',
    ['-Duser.timezone=UTC', '-cp', classpath, 'orders.Main', String(port)],
    /^ready$/m,
  );
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function callBothWays(title: string, service: string, cases: readonly Case[], soap: '1.1' | '1.2' = '1.1'): void {
  describe(title, () => {
    let project: Project;
    let address: string;
    beforeAll(async () => {
      address = `http://127.0.0.1:${port}/${service.toLowerCase()}`;
      project = await fetchProject(`${address}?wsdl`, 'soapwright: 1\noptions: { dateTime: exact }\n');
    });
    afterAll(() => project?.remove());

    callTheirServer('an endpoint of JAX-WS', cases, () => ({ address, project }), soap);
    callOurServer(
      jaxwsClient(() => clientClasses, service),
      cases,
      () => project,
    );
  });
}

callBothWays('JAX-WS with wrapped messages', 'Orders', ordersCases);
callBothWays('JAX-WS with bare messages', 'Catalog', catalogCases, '1.2');
callBothWays('JAX-WS in rpc/literal', 'Totals', totalsCases);

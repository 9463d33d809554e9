import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-ports.js';
import { compileJava, jsonSources } from '../java/java.ts';
import type { Case } from '../support/case.ts';
import { callOurServer, callTheirServer, type TheirServer } from '../support/directions.ts';
import { type RunningProgram, startProgram } from '../support/program.ts';
import { fetchProject, type Project } from '../support/project.ts';
import { documentCases, encodedCases } from './cases.ts';
import { axisClasspath, axisClient } from './client.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

let folder: string;
let clientClasses: string;
let server: RunningProgram;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-axis-'));
  const serverClasses = join(folder, 'server');
  clientClasses = join(folder, 'client');
  // Axis reads the names of parameters in class files of Java 8.
  await compileJava([at('server')], axisClasspath, serverClasses, ['-g', '--release', '8']);
  await compileJava([jsonSources, at('client')], axisClasspath, clientClasses);
  copyFileSync(at('server/server-config.wsdd'), join(folder, 'server-config.wsdd'));
  port = await freePort();
  const classpath = [serverClasses, ...axisClasspath].join(':');
  const main = ['org.apache.axis.transport.http.SimpleAxisServer', '-p', String(port)];
  const options = ['-Duser.timezone=UTC', '-Djava.net.preferIPv4Stack=true', '-cp', classpath];
  server = await startProgram('java', [...options, ...main], /starting up SimpleAxisServer/, { cwd: folder });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function callBothWays(
  title: string,
  service: string,
  cases: readonly Case[],
  more?: (server: () => TheirServer) => void,
): void {
  describe(title, () => {
    let project: Project;
    let address: string;
    beforeAll(async () => {
      address = `http://127.0.0.1:${port}/axis/services/${service}`;
      project = await fetchProject(`${address}?wsdl`, 'soapwright: 1\noptions: { dateTime: exact }\n');
    });
    afterAll(() => project?.remove());

    const theirs = () => ({ address, project });
    callTheirServer('SimpleAxisServer', cases, theirs);
    more?.(theirs);
    callOurServer(
      axisClient(() => clientClasses, service),
      cases,
      () => project,
    );
  });
}

callBothWays('Axis with wrapped messages', 'StockDocument', documentCases);
callBothWays('Axis in rpc/encoded', 'Stock', encodedCases, (server) => {
  it('returns one object for one record in two places', async () => {
    const { address, project } = server();
    const [{ request } = { request: {} }] = encodedCases.filter(({ operation }) => operation === 'twins');
    const pair = (await project.client.create({ address }).twins?.(request)) as Record<string, unknown>;
    expect(pair.first).toBeDefined();
    expect(pair.first).toBe(pair.second);
  });
});

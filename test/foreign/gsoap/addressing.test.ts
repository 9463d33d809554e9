import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressing } from '@soapwright/runtime/client/addressing';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wsdlText } from '../../../src/emit/wsdl.ts';
import { freePort } from '../../support/free-ports.js';
import { contractOf } from '../../support/generator/load-contracts.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { generateProject, type Project } from '../support/project.ts';

const contract = contractOf(`
soapwright: 1
service: Weather
namespace: http://weather.example/
elementForm: unqualified
soapAction: http://weather.example/in
ports: { Weather: { soap: "1.1", address: "http://localhost/", addressing: "1.0" } }
operations: { degrees: { request: { town: string }, result: { type: int, as: degrees } } }
`);

let folder: string;
let address: string;
let server: RunningProgram;
let project: Project;
let ours: Listening;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-gsoap-'));
  cpSync(fileURLToPath(new URL('addressing', import.meta.url)), folder, { recursive: true });
  const run = (command: string, ...args: readonly string[]): Promise<string> =>
    runProgram(command, args, { cwd: folder });
  await run('soapcpp2', '-I/usr/share/gsoap/import', 'weather.h');
  for (const [program, stubs] of [
    ['server', 'soapServer.cpp'],
    ['client', 'soapClient.cpp'],
  ] as const) {
    const sources = [`${program}.cpp`, stubs, 'soapC.cpp', '/usr/share/gsoap/plugin/wsaapi.c'];
    await run('g++', '-I.', '-I/usr/share/gsoap', '-o', program, '-x', 'c++', ...sources, '-lgsoap++');
  }
  const port = await freePort();
  address = `http://127.0.0.1:${port}/`;
  server = await startProgram(join(folder, 'server'), [String(port)], /ready/);
  project = await generateProject(wsdlText(contract, { source: 'weather.yaml' }));
  ours = await listen(project.server.create({ degrees: async (request) => (request as { town: string }).town.length }));
});

afterAll(async () => {
  await ours?.close(0);
  await server?.stop();
  project?.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('gSOAP with WS-Addressing 1.0', () => {
  it('our client calls its server', async () => {
    const actions: string[] = [];
    const onResponse = (response: { headerBlocks: readonly { local: string }[] }): void => {
      actions.push(...response.headerBlocks.map(({ local }) => local));
    };
    const client = project.client.create({ address });
    expect(await client.degrees?.({ town: 'Oslo' }, { onResponse })).toBe(4);
    expect(actions).toEqual(expect.arrayContaining(['RelatesTo', 'Action']));
    await expect(client.degrees?.({ town: '' })).rejects.toMatchObject({ code: 'Sender', reason: 'no town' });
    // Its server checks the header only.
    const twice = project.client.create({ address, interceptors: [addressing({ messageId: () => 'urn:uuid:1' })] });
    expect(await twice.degrees?.({ town: 'Bergen' })).toBe(6);
  });

  const their = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await runProgram(join(folder, 'client'), [ours.url, ...args])).split('\n').slice(0, -1);

  it('its client calls our server', async () => {
    expect(await their('Oslo', 'http://weather.example/in')).toEqual([
      'degrees 4',
      'relates yes',
      'action http://weather.example/WeatherSoap/degreesResponse',
    ]);
  });

  it('our server refuses its request with an unknown action, and with an address for the reply', async () => {
    const fault = 'action http://www.w3.org/2005/08/addressing/fault';
    const unknown = await their('Oslo', 'http://weather.example/other');
    expect(unknown).toEqual([expect.stringMatching(/^fault .*ActionNotSupported/), 'relates yes', fault]);
    const elsewhere = await their('Oslo', 'http://weather.example/in', 'http://127.0.0.1:1/');
    expect(elsewhere).toEqual([expect.stringMatching(/^fault .*OnlyAnonymousAddressSupported/), 'relates yes', fault]);
  });
});

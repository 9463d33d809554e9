import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { usernameTokens } from '@soapwright/security';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wsdlText } from '../../../src/emit/wsdl.ts';
import { freePort } from '../../support/free-ports.js';
import { contractOf } from '../../support/generator/load-contracts.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { generateProject, type Project } from '../support/project.ts';

const contract = contractOf(`
soapwright: 1
service: Payroll
namespace: urn:payroll/
address: https://payroll.example/soap
soap: ["1.2"]
security: { usernameToken: digest, timestamp: true }
operations: { Find: { request: { Number: string }, response: { Name: string } } }
`);
const [user, password] = ['Zoë & <co>', 'correct horse'];

let folder: string;
let address: string;
let header: string;
let server: RunningProgram;
let project: Project;
let ours: Listening;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-gsoap-'));
  cpSync(fileURLToPath(new URL('security', import.meta.url)), folder, { recursive: true });
  const run = (command: string, ...args: readonly string[]): Promise<string> =>
    runProgram(command, args, { cwd: folder });
  const wsdl = wsdlText(contract, { source: 'payroll.yaml' });
  writeFileSync(join(folder, 'payroll.wsdl'), wsdl);
  await run('wsdl2h', '-P', '-I/usr/share/gsoap/WS', '-o', 'payroll.h', 'payroll.wsdl');
  header = readFileSync(join(folder, 'payroll.h'), 'utf8');
  await run('soapcpp2', '-I/usr/share/gsoap/import', 'payroll.h');
  const plugins = ['plugin/wsseapi', 'plugin/smdevp', 'plugin/mecevp', 'plugin/threads', 'custom/struct_timeval'];
  for (const [program, stubs] of [
    ['server', 'soapServer.cpp'],
    ['client', 'soapClient.cpp'],
  ] as const) {
    const sources = [`${program}.cpp`, stubs, 'soapC.cpp', ...plugins.map((name) => `/usr/share/gsoap/${name}.c`)];
    const flags = ['-w', '-DWITH_OPENSSL', '-DWITH_DOM', '-I.', '-I/usr/share/gsoap', '-o', program];
    await run('g++', ...flags, '-x', 'c++', ...sources, '-lgsoapssl++', '-lssl', '-lcrypto', '-lpthread');
  }
  const port = await freePort();
  address = `http://127.0.0.1:${port}/`;
  server = await startProgram(join(folder, 'server'), [String(port), password], /ready/);
  project = await generateProject(wsdl);
  const authentication = usernameTokens<string>({
    requireTimestamp: true,
    authenticate: async (token) => ((await token.verify(password)) ? token.user : undefined),
  });
  const Find = async (_: unknown, context: { readonly principal?: unknown }) => ({
    Name: authentication.principal(context),
  });
  ours = await listen(project.server.create({ Find }, { authentication }));
});

afterAll(async () => {
  await ours?.close(0);
  await server?.stop();
  project?.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('gSOAP with WS-Security', () => {
  it('wsdl2h reads the demands of the contract from its WSDL', () => {
    expect(header).toContain('soap_wsse_add_UsernameTokenDigest(soap, "User", "<username>", "<password>");');
    expect(header).toContain('soap_wsse_add_Timestamp(soap, "Timestamp", <seconds>);');
    expect(header).toContain('#import "wsse.h"');
  });

  it('our client calls its server with the credentials of the contract', async () => {
    const find = (secret: string) =>
      project.client
        .create({ address, credentials: { usernameToken: { user, password: secret } } })
        .Find?.({ Number: '7' });
    expect(await find(password)).toEqual({ Name: user });
    await expect(find('wrong')).rejects.toMatchObject({ reason: expect.stringMatching(/authenticat/i) });
    const without = project.client.create({ address, credentials: 'none' });
    await expect(without.Find?.({ Number: '7' })).rejects.toMatchObject({ code: expect.any(String) });
  });

  it.each(['digest', 'text'])('its client calls our server with a %s', async (type) => {
    const their = (secret: string) => runProgram(join(folder, 'client'), [ours.url, user, secret, type]);
    expect(await their(password)).toBe(`name ${user}\n`);
    expect(await their('wrong')).toMatch(/^fault .*could not be authenticated/);
  });
});

import { X509Certificate } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SigningKey, signingKey, trust } from '../../../security/src/node/keys/index.ts';
import {
  messageSecurity,
  type SecurityError,
  type SignOptions,
  serverMessageSecurity,
  type VerifiedMessage,
} from '../../../security/src/node/messages/index.ts';
import { wsdlText } from '../../../src/emit/wsdl.ts';
import { freePort } from '../../support/free-ports.js';
import { contractOf } from '../../support/generator/load-contracts.ts';
import { OpensslFolder } from '../../support/generator/openssl.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { generateProject, type Project } from '../support/project.ts';

const contract = contractOf(`
soapwright: 1
service: Weather
namespace: http://weather.example/
elementForm: unqualified
soapAction: http://weather.example/in
ports: { Weather: { soap: "1.1", address: "http://localhost/" } }
operations: { degrees: { request: { town: string }, result: { type: int, as: degrees } } }
`);
const plugins = ['wsseapi', 'smdevp', 'mecevp', 'threads'].map((name) => `/usr/share/gsoap/plugin/${name}.c`);
const time = '/usr/share/gsoap/custom/struct_timeval.c';

let folder: OpensslFolder;
let key: SigningKey;
let certificate: X509Certificate;
let project: Project;
let ours: Listening;
let server: RunningProgram;
let address: string;
const principals: VerifiedMessage[] = [];
const reasons: SecurityError[] = [];

beforeAll(async () => {
  folder = new OpensslFolder();
  folder.run('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=Signer -keyout key.pem -out certificate.pem');
  cpSync(fileURLToPath(new URL('gsoap', import.meta.url)), folder.path, { recursive: true });
  const run = (command: string, ...args: readonly string[]) => runProgram(command, args, { cwd: folder.path });
  await run('soapcpp2', '-c', '-I/usr/share/gsoap/import', 'weather.h');
  const sources = ['signed.c', 'soapC.c', 'soapClient.c', 'soapServer.c', time, ...plugins];
  const libraries = ['-lgsoapssl', '-lssl', '-lcrypto', '-lpthread', '-lz'];
  const includes = ['-I.', '-I/usr/share/gsoap', '-I/usr/share/gsoap/plugin'];
  await run('gcc', '-w', '-DWITH_OPENSSL', '-DWITH_GZIP', ...includes, '-o', 'signed', ...sources, ...libraries);
  key = signingKey({ pem: folder.read('key.pem'), certificates: folder.read('certificate.pem') });
  certificate = new X509Certificate(folder.read('certificate.pem'));
  project = await generateProject(wsdlText(contract, { source: 'weather.yaml' }));
  const messages = serverMessageSecurity({
    verify: { trust: trust({ pinned: certificate }), allowSha1: true },
    sign: { key },
    onRejected: (reason) => reasons.push(reason),
  });
  const degrees = async (request: object, context: { readonly principal: unknown }) => {
    principals.push(context.principal as VerifiedMessage);
    return (request as { town: string }).town.length;
  };
  ours = await listen(project.server.create({ degrees } as never, { messageSecurity: messages } as never));
  const port = await freePort();
  address = `http://127.0.0.1:${port}/`;
  server = await startProgram(join(folder.path, 'signed'), ['server', String(port)], /ready/, { cwd: folder.path });
}, 120_000);

afterAll(async () => {
  await ours?.close(0);
  await server?.stop();
  project?.remove();
  folder?.remove();
});

const coveredNames = (verified: VerifiedMessage | undefined) => verified?.covered.map(({ local }) => local).sort();

describe('gSOAP', () => {
  it.each([
    ['rsa-sha256', 'token'],
    ['rsa-sha256', 'x509-data'],
    ['rsa-sha512', 'token'],
    ['rsa-sha1', 'token'],
  ])('calls our server with %s and its key as %s, and verifies the answer', async (algorithm, identifier) => {
    const args = ['client', ours.url, algorithm, identifier];
    const output = await runProgram(join(folder.path, 'signed'), args, { cwd: folder.path });
    expect(reasons.map(({ message }) => message)).toEqual([]);
    expect(output.trim()).toBe('6 verified');
    const token = identifier === 'token' ? ['BinarySecurityToken'] : [];
    expect(principals.at(-1)?.algorithm).toBe(algorithm);
    expect(coveredNames(principals.at(-1))).toEqual([...token, 'Body', 'Timestamp']);
  });

  const cases: readonly (readonly [string, Partial<SignOptions>])[] = [
    ['rsa-sha256', {}],
    ['rsa-sha512', { algorithm: 'rsa-sha512', digest: 'sha512' }],
    ['rsa-sha1', { algorithm: 'rsa-sha1', digest: 'sha1', allowSha1: true }],
    ['certificates in KeyInfo', { reference: 'x509-data' }],
    ['no InclusiveNamespaces', { inclusivePrefixes: [] }],
  ];

  it.each(cases)('verifies our calls with %s, and we its answers', async (_, options) => {
    const seen: VerifiedMessage[] = [];
    const client = project.client.create({
      address,
      ...messageSecurity({
        sign: { key, ...options },
        verify: { trust: trust({ pinned: certificate }) },
        onVerified: (verified) => seen.push(verified),
      }),
    } as never) as { degrees(request: object): Promise<number> };
    expect(await client.degrees({ town: 'Rome' })).toBe(4);
    expect(coveredNames(seen[0])).toEqual(['BinarySecurityToken', 'Body', 'Timestamp']);
  });
});

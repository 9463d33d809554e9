import { X509Certificate } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SigningKey, signingKey, type Trust, trust } from '../../../security/src/node/keys/index.ts';
import type { SignatureAlgorithm } from '../../../security/src/node/keys/signature-algorithm.ts';
import {
  messageSecurity,
  type SecurityError,
  type SignOptions,
  serverMessageSecurity,
  type VerifiedMessage,
} from '../../../security/src/node/messages/index.ts';
import type { DigestAlgorithm } from '../../../security/src/node/signature/algorithms.ts';
import { wsdlText } from '../../../src/emit/wsdl.ts';
import { freePort } from '../../support/free-ports.js';
import { contractOf } from '../../support/generator/load-contracts.ts';
import { OpensslFolder } from '../../support/generator/openssl.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { generateProject, type Project } from '../support/project.ts';
import { broken, gsoap } from './proven.ts';

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

/** Of signed.c. */
const secret = Buffer.alloc(32, '0123456789abcdef0123456789abcde\0');

/** Kinds of algorithms; gSOAP's receiver of HMAC knows one algorithm. */
const kinds = ['rsa', 'ecdsa', 'hmac-sha256', 'hmac-sha384', 'hmac-sha512'] as const;

type Kind = (typeof kinds)[number];

/** What both sides have for a kind of algorithm. */
interface Side {
  readonly folder: string;
  readonly key: SigningKey;
  readonly trusted: Trust;
  readonly ours: Listening;
  readonly server: RunningProgram;
  readonly address: string;
}

let folder: OpensslFolder;
let project: Project;
const sides = new Map<Kind, Side>();
const principals: VerifiedMessage[] = [];
const reasons: SecurityError[] = [];

beforeAll(async () => {
  folder = new OpensslFolder();
  cpSync(fileURLToPath(new URL('gsoap', import.meta.url)), folder.path, { recursive: true });
  const run = (command: string, ...args: readonly string[]) => runProgram(command, args, { cwd: folder.path });
  await run('soapcpp2', '-c', '-I/usr/share/gsoap/import', 'weather.h');
  const sources = ['signed.c', 'soapC.c', 'soapClient.c', 'soapServer.c', time, ...plugins];
  const libraries = ['-lgsoapssl', '-lssl', '-lcrypto', '-lpthread', '-lz'];
  const includes = ['-I.', '-I/usr/share/gsoap', '-I/usr/share/gsoap/plugin'];
  await run('gcc', '-w', '-DWITH_OPENSSL', '-DWITH_GZIP', ...includes, '-o', 'signed', ...sources, ...libraries);
  project = await generateProject(wsdlText(contract, { source: 'weather.yaml' }));
  for (const kind of kinds) sides.set(kind, await sideOf(kind));
}, 120_000);

/** Keys of a kind in a folder of their own, and a server of each side with them. */
async function sideOf(kind: Kind): Promise<Side> {
  const newKey = kind === 'ecdsa' ? 'ec -pkeyopt ec_paramgen_curve:P-256' : 'rsa:2048';
  mkdirSync(join(folder.path, kind));
  const files = `-keyout ${kind}/key.pem -out ${kind}/certificate.pem`;
  folder.run(`req -x509 -newkey ${newKey} -nodes -days 2 -subj /CN=Signer ${files}`);
  const pem = folder.read(`${kind}/key.pem`);
  const certificates = folder.read(`${kind}/certificate.pem`);
  const isHmac = kind.startsWith('hmac');
  const key = isHmac ? signingKey({ secret }) : signingKey({ pem, certificates });
  const trusted = trust(isHmac ? { secrets: { shared: secret } } : { pinned: new X509Certificate(certificates) });
  const messages = serverMessageSecurity({
    verify: { trust: trusted, allowSha1: true },
    sign: { key, ...(isHmac && { algorithm: kind as SignatureAlgorithm, reference: { keyName: 'shared' } }) },
    onRejected: (reason) => reasons.push(reason),
  });
  const degrees = async (request: object, context: { readonly principal: unknown }) => {
    principals.push(context.principal as VerifiedMessage);
    return (request as { town: string }).town.length;
  };
  const ours = await listen(project.server.create({ degrees } as never, { messageSecurity: messages } as never));
  const port = await freePort();
  const cwd = join(folder.path, kind);
  const program = join(folder.path, 'signed');
  const server = await startProgram(program, ['server', String(port), isHmac ? kind : `${kind}-sha256`], /ready/, {
    cwd,
  });
  return { folder: cwd, key, trusted, ours, server, address: `http://127.0.0.1:${port}/` };
}

afterAll(async () => {
  for (const { ours, server } of sides.values()) {
    await ours.close(0);
    await server.stop();
  }
  project?.remove();
  folder?.remove();
});

const coveredNames = (verified: VerifiedMessage | undefined) => verified?.covered.map(({ local }) => local).sort();

/** The keys and servers for an algorithm. */
function side(algorithm: string): Side {
  const found = sides.get((algorithm.startsWith('hmac') ? algorithm : algorithm.replace(/-.*/, '')) as Kind);
  if (found === undefined) throw new Error(algorithm);
  return found;
}

describe('gSOAP', () => {
  beforeEach(() => {
    reasons.length = 0;
  });

  const { algorithms, keys } = gsoap.theirs;
  const calls = [
    ...algorithms.map((algorithm) => [algorithm, 'binary-security-token'] as const),
    ...keys.slice(1).map((named) => ['rsa-sha256', named] as const),
  ];
  it.each(calls)('calls our server with %s and its key as %s, and verifies the answer', async (algorithm, named) => {
    const { ours, folder: cwd } = side(algorithm);
    const args = ['client', ours.url, algorithm, named === 'x509-data' ? named : 'token'];
    const output = await runProgram(join(folder.path, 'signed'), args, { cwd });
    expect(reasons.map(({ message }) => message)).toEqual([]);
    expect(output.trim()).toBe('6 verified');
    const isToken = named !== 'x509-data' && !algorithm.startsWith('hmac');
    expect(principals.at(-1)?.algorithm).toBe(algorithm);
    expect(coveredNames(principals.at(-1))).toEqual([...(isToken ? ['BinarySecurityToken'] : []), 'Body', 'Timestamp']);
  });

  it.each(broken['gSOAP 2.8.124'] ?? [])(
    'signs by %s what is not XML Signature, which we refuse',
    async (algorithm) => {
      const { ours, folder: cwd } = side(algorithm);
      // It names RSA with SHA-384 as SHA-512, and writes values of ECDSA as DER.
      await runProgram(join(folder.path, 'signed'), ['client', ours.url, algorithm, 'token'], { cwd });
      expect(reasons.map(({ code }) => code)).toEqual(['signature']);
    },
  );

  const { algorithms: ourAlgorithms = [], digests = [], keys: references = [] } = gsoap.ours ?? {};
  const cases: readonly (readonly [string, Partial<SignOptions>])[] = [
    ...ourAlgorithms.map((algorithm) => [algorithm, { algorithm, digest: digestFor(algorithm) }] as const),
    ...digests.map((digest) => [`digests of ${digest}`, { digest }] as const),
    ...references.map((reference) => [reference, { reference }] as const),
    ['no InclusiveNamespaces', { inclusivePrefixes: [] }],
  ];

  it.each(cases)('verifies our calls with %s, and we its answers', async (_, options) => {
    const { key, trusted, address } = side(options.algorithm ?? 'rsa');
    const seen: VerifiedMessage[] = [];
    const client = project.client.create({
      address,
      ...messageSecurity({
        sign: { key, allowSha1: true, ...(key.kind === 'hmac' && { reference: { keyName: 'shared' } }), ...options },
        verify: { trust: trusted },
        onVerified: (verified) => seen.push(verified),
      }),
    } as never) as { degrees(request: object): Promise<number> };
    expect(await client.degrees({ town: 'Rome' })).toBe(4);
    const token = key.kind === 'hmac' ? [] : ['BinarySecurityToken'];
    expect(coveredNames(seen[0])).toEqual([...token, 'Body', 'Timestamp']);
  });
});

/** The digest with the same hash function. */
function digestFor(algorithm: SignatureAlgorithm): DigestAlgorithm {
  return algorithm.replace(/^.*-/, '') as DigestAlgorithm;
}

import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mtom as clientMtom } from '@soapwright/runtime/client/mtom';
import { mtom } from '@soapwright/runtime/server/mtom';
import { type Listening, listen } from '@soapwright/runtime/server/node';
import * as soap from 'soap';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wsdlText } from '../../../src/emit/wsdl.ts';
import { freePort } from '../../support/free-ports.js';
import { contractOf } from '../../support/generator/load-contracts.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { generateProject, type Project } from '../support/project.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const sizes = [100, 1_000_000];
const same = sizes.map((size) => `${size} same`);
const bytesOf = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, index) => (index * 7) ^ (index >> 8));

const wsdlOf = (use: 'optional' | 'required'): string => {
  const contract = contractOf(`
soapwright: 1
service: Mirror
namespace: urn:mirror/
address: http://localhost/mirror
soap: ["1.1"]
mtom: ${use}
operations:
  Reverse: { request: { Bytes: base64Binary }, result: { type: base64Binary, as: Bytes, contentType: application/pdf } }
`);
  return wsdlText(contract, { source: 'contract.yaml' });
};

let required: Project;
let optional: Project;
const listening: Listening[] = [];

beforeAll(async () => {
  required = await generateProject(wsdlOf('required'));
  optional = await generateProject(wsdlOf('optional'));
});

afterAll(async () => {
  for (const one of listening) await one.close(0);
  for (const project of [required, optional]) project?.remove();
});

/** Types of the requests that our servers received. */
const types: string[] = [];

/** Address of our server. @param options in addition to the defaults of its contract. */
async function serve(project: Project, options: object = {}): Promise<string> {
  const handlers = {
    async Reverse({ Bytes }: { Bytes: Uint8Array }, context: { httpHeader(name: string): string | undefined }) {
      types.push(context.httpHeader('content-type')?.split(';')[0] ?? '');
      return Bytes.slice().reverse();
    },
  };
  const all = { requireContentLength: false, ...options };
  const one = await listen(project.server.create(handlers as never, all as never));
  listening.push(one);
  types.length = 0;
  return one.url;
}

/** Answers each request with XOP, as CXF does. */
function alwaysXop(): ReturnType<typeof mtom> {
  const multipart = mtom({ threshold: 0 });
  return { ...multipart, write: (message, version) => multipart.write(message, version, true) };
}

const linesOf = (output: string): readonly string[] => output.split('\n').filter((line) => /^\d+ /.test(line));

describe('MTOM with gSOAP', () => {
  let folder: string;
  let server: RunningProgram | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'soapwright-gsoap-mtom-'));
    for (const file of readdirSync(at('gsoap'))) copyFileSync(at(`gsoap/${file}`), join(folder, file));
    const run = (command: string, ...args: readonly string[]): Promise<string> =>
      runProgram(command, args, { cwd: folder });
    await run('soapcpp2', '-I/usr/share/gsoap/import', 'mirror.h');
    await run('g++', '-c', 'soapC.cpp');
    await run('g++', '-o', 'server', 'server.cpp', 'soapServer.cpp', 'soapC.o', '-lgsoap++');
    await run('g++', '-o', 'client', 'client.cpp', 'soapClient.cpp', 'soapC.o', '-lgsoap++');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('our client, which the contract lets send parts, exchanges values with its server', async () => {
    const port = await freePort();
    server = await startProgram(join(folder, 'server'), [String(port)], /ready/);
    const address = `http://127.0.0.1:${port}/`;
    for (const [project, multipart] of [
      [required, undefined],
      [optional, undefined],
      [optional, clientMtom({ threshold: 0 })],
    ] as const) {
      for (const size of sizes) {
        const received = await project.client.create({ address, multipart }).Reverse?.({ Bytes: bytesOf(size) });
        expect(Buffer.compare(received as Uint8Array, bytesOf(size).reverse())).toBe(0);
      }
    }
  });

  it('its client exchanges values with our servers', async () => {
    for (const [project, small] of [
      [required, 'text'],
      [optional, 'text'],
    ] as const) {
      const output = await runProgram(join(folder, 'client'), [await serve(project), ...sizes.map(String)]);
      expect(linesOf(output)).toEqual([`100 same ${small}`, '1000000 same part']);
      expect(types).toEqual(['multipart/related', 'multipart/related']);
    }
  });
});

describe('MTOM with clients that do not send it', () => {
  it('zeep reads parts, and exchanges values with a server that takes both', async () => {
    const script = at('zeep_caller.py');
    for (const options of [{}, { multipart: alwaysXop() }]) {
      const address = await serve(optional, options);
      const output = await runProgram('/usr/bin/python3', [script, `${address}?wsdl`, ...sizes.map(String)]);
      expect(linesOf(output)).toEqual(same);
    }
  });

  it('PHP exchanges values with a server that takes both', async () => {
    const output = await runProgram('php', [at('caller.php'), `${await serve(optional)}?wsdl`, ...sizes.map(String)]);
    expect(linesOf(output)).toEqual(same);
  });
});

describe('MTOM with node-soap', () => {
  it('exchanges values with a server that demands it', async () => {
    const address = await serve(required);
    const client = await soap.createClientAsync(`${address}?wsdl`, { parseReponseAttachments: true });
    const include = '<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:b"/>';
    for (const size of sizes) {
      const body = Buffer.from(bytesOf(size));
      const attachments = [{ name: 'b', contentId: 'b', mimetype: 'application/pdf', body }];
      // As text, and as a part.
      const [input, options] =
        size < 1000
          ? [{ Bytes: body.toString('base64') }, { forceMTOM: true }]
          : [{ Bytes: { $xml: include } }, { attachments }];
      const [result] = await client.ReverseAsync(input, options);
      // Its caller finds the part of a reference itself.
      const [part] = client.lastResponseAttachments?.parts ?? [];
      const received = typeof result.Bytes === 'string' ? Buffer.from(result.Bytes, 'base64') : part?.body;
      expect(Buffer.compare(received ?? Buffer.of(), bytesOf(size).reverse())).toBe(0);
    }
    expect(types).toEqual(['multipart/related', 'multipart/related']);
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../runtimes/case.ts';
import { installNode } from '../support/node-version.js';
import { unpackInto } from '../support/packed-packages.ts';
import { programs } from './setup.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Dependencies of the suite and of the program in the repository, in the same locations. */
const parts = [
  'test/runtimes',
  'test/end-to-end',
  'test/interop/everything-values.ts',
  'test/interop/hard-text.ts',
  'test/golden/everything/expected',
  'test/golden/legacy/expected',
  'generated/remote-file-service',
  'runtime/src/blob',
  'runtime/src/bytes',
  'runtime/src/class-of-copies.ts',
  'runtime/src/coded-error.ts',
  'runtime/src/xml/chars.ts',
  'runtime/src/xml/encoding.ts',
  'runtime/src/xml/error.ts',
];

/** Of the folder: as in the runtime's own package.json. */
const imports = { '#bytes': './runtime/src/bytes/portable-bytes.ts' };

/** Calls generated servers by generated clients, straight from their TypeScript. */
const program = `
import { memoryTransport } from '@soapwright/runtime/client';
import { EverythingClient, headers } from './test/golden/everything/expected/client.ts';
import { createEverythingServer } from './test/golden/everything/expected/server.ts';
import { LegacyClient } from './test/golden/legacy/expected/client.ts';
import { createLegacyServer } from './test/golden/legacy/expected/server.ts';
import { RemoteFileServiceClient } from './generated/remote-file-service/client.ts';
import * as operations from './generated/remote-file-service/client-operations.ts';
import { createRemoteFileServiceServer } from './generated/remote-file-service/server.ts';
import { echo } from './test/end-to-end/echo.ts';
import { legacyHandlers, parameters } from './test/end-to-end/legacy.ts';

const of = (server) => ({ transport: memoryTransport(server) });
const everything = new EverythingClient(of(createEverythingServer(echo, { state: undefined })));
const noted = { tickets: [], traces: [], told: [] };
const legacy = new LegacyClient(of(createLegacyServer(legacyHandlers(noted), { state: undefined })));
const GetClientID = ({ Parameters }) => ({ ErrorMessage: '', ClientID: Parameters?.CompanyCode === 'ACME' ? 4711 : 0 });
const others = Object.fromEntries(Object.keys(operations).map((name) => [name, () => undefined]));
const handlers = { ...others, GetClientID };
const files = new RemoteFileServiceClient(of(createRemoteFileServiceServer(handlers, { state: undefined })));
const text = await everything.Find({ Query: 'q' }, { headerBlocks: [headers.Session.block({ Token: 't' })] });
const sum = await legacy.add$_b({ a: '0.10', b: '0.20', a$_b: 2n ** 62n });
const same = await legacy.Parameters({ Parameters: parameters });
const result = await files.GetClientID({ APIKey: 'k', Parameters: { CompanyCode: 'ACME' } });
console.log(JSON.stringify([text, sum.sum, String(sum.a$_b), same, result]));
`;

const runtimes: readonly (readonly [name: string, version: RegExp, command: string, args: readonly string[]])[] = [
  ['Node 22', /^v22\./, join(installNode('22'), 'node'), ['--experimental-strip-types', '--no-warnings']],
  ['Node 24', /^v24\./, join(installNode('24'), 'node'), ['--no-warnings']],
  ['Bun', /^1\./, join(programs, 'bun'), ['run']],
  ['Deno', /^deno 2\./, join(programs, 'deno'), ['run', '--allow-all', '--no-check']],
];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-runtime-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', imports }));
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  unpackInto(folder, ['runtime', 'security']);
  for (const part of ['package.json', 'dist']) {
    cpSync(join(root, 'generated', part), join(folder, 'node_modules/@soapwright/generated', part), {
      recursive: true,
    });
  }
  writeFileSync(join(folder, 'program.ts'), program);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(runtimes)('%s', (_, version, command, args) => {
  it('passes the suite of all runtimes, and the suite of node:http', () => {
    expect(execFileSync(command, ['--version'], { encoding: 'utf8' })).toMatch(version);
    const run = spawnSync(command, [...args, 'test/runtimes/program.ts'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 240_000,
    });
    expect(run.stdout, run.stderr).toMatch(/^\{.*\}\n$/);
    const { passed, failed } = JSON.parse(run.stdout) as Outcome;
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(270);
  });

  it('runs the code of three contracts by type stripping', () => {
    const { stdout, stderr } = spawnSync(command, [...args, 'program.ts'], { cwd: folder, encoding: 'utf8' });
    expect(stdout, stderr).not.toBe('');
    expect(JSON.parse(stdout)).toMatchObject([
      ['q'],
      '0.30',
      String(2n ** 62n),
      { constructor_: 'c', größe: '1.50' },
      { ErrorMessage: '', ClientID: 4711 },
    ]);
  });
});

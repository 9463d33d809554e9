import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Calls the generated server by the generated client, both straight from their TypeScript. */
const program = `
import { memoryTransport } from '@soapwright/runtime/client';
import { RemoteFileServiceClient } from './generated/client.ts';
import { createRemoteFileServiceServer, type RemoteFileServiceHandlers } from './generated/server.ts';

const refused = () => {
  throw new Error('not called');
};
const handlers: RemoteFileServiceHandlers = {
  AppendChunkWithFolderAccessKey: refused,
  AccountCreateFreeFromPromotion: refused,
  ExternalOAuthAccountLogin: refused,
  AdminCreateFolder: refused,
  SAMLAccountLogin: refused,
  SSOLoginWebURL: refused,
  SSOLoginURL: refused,
  GetClientID: (input) => ({ ErrorMessage: '', ClientID: input.Parameters?.CompanyCode === 'ACME' ? 4711 : 0 }),
  GetAPIURL: refused,
};
const server = createRemoteFileServiceServer(handlers, { state: undefined });
const client = new RemoteFileServiceClient({ transport: memoryTransport(server) });
const result = await client.GetClientID({ APIKey: 'k', Parameters: { CompanyCode: 'ACME' } });
console.log(JSON.stringify(result));
`;

describe.each(['22', '24'])('generated code on Node %s', (version) => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), `soapwright-node${version}-`));
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], { cwd: folder, stdio: 'ignore' });
    cpSync(join(root, 'generated/remote-file-service'), join(folder, 'generated'), { recursive: true });
    mkdirSync(join(folder, 'node_modules/@soapwright/runtime'), { recursive: true });
    for (const part of ['package.json', 'dist']) {
      cpSync(join(root, 'runtime', part), join(folder, 'node_modules/@soapwright/runtime', part), { recursive: true });
    }
    writeFileSync(join(folder, 'program.ts'), program);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('runs by type stripping', () => {
    const node = join(folder, 'node_modules/node/bin/node');
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${version}\\.`));
    const output = execFileSync(node, ['--experimental-strip-types', '--no-warnings', 'program.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual({ ErrorMessage: '', ClientID: 4711 });
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emit, emitHandlers, type ImportExtension } from '../../src/emit/index.ts';
import { contractFile } from '../support/generator/load-contracts.ts';

/** The golden contracts with other versions of TypeScript and of Node than this repository's own. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const golden = join(root, 'test/golden');

/** Without the registry they are skipped, but in CI, where they must run. */
const required = process.env.CI === 'true' || process.env.SOAPWRIGHT_ONLINE === 'required';
const online =
  spawnSync('npm', ['view', 'typescript@5.9', 'version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-versions-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Installs a package of its own, beside which the runtime lies as a user has it. */
function install(name: string, ...packages: readonly string[]): string {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', project, ...packages], {
    cwd: project,
    stdio: 'ignore',
  });
  const runtime = join(project, 'node_modules/@soapwright/runtime');
  mkdirSync(runtime, { recursive: true });
  for (const part of ['package.json', 'dist']) {
    cpSync(join(root, 'runtime', part), join(runtime, part), { recursive: true });
  }
  return project;
}

const flags: Record<string, object> = {
  'strict alone': {},
  'all strict flags': {
    isolatedDeclarations: true,
    declaration: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    noImplicitOverride: true,
    noFallthroughCasesInSwitch: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noPropertyAccessFromIndexSignature: true,
    noUncheckedSideEffectImports: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
  },
};

const extensions: Partial<Record<ImportExtension, object>> = {
  ts: { module: 'nodenext', allowImportingTsExtensions: true },
  js: { module: 'nodenext' },
};

/** What each version compiles: all extensions and all flags, and with the newest one all pairs of them. */
const pairs: Readonly<Record<string, readonly string[]>> = {
  '5.9': ['ts, strict alone', 'js, all strict flags'],
  '6': ['ts, all strict flags', 'js, strict alone'],
  '7': ['ts, strict alone', 'ts, all strict flags', 'js, strict alone', 'js, all strict flags'],
};

describe.skipIf(!online && !required).each(Object.keys(pairs))('TypeScript %s', (version) => {
  let project: string;
  beforeAll(() => {
    project = install(`typescript-${version}`, `typescript@${version}`, '@types/node@20');
  });

  for (const [importExtension, options] of Object.entries(extensions)) {
    for (const [name, strictness] of Object.entries(flags)) {
      if (!pairs[version]?.includes(`${importExtension}, ${name}`)) continue;
      it.each(['everything', 'legacy'])(
        `compiles %s with extension ${importExtension} under ${name}`,
        async (contract) => {
          const read = contractFile(join(golden, contract, 'contract.yaml'));
          const output = join(project, `${contract}-${importExtension}-${name.replaceAll(' ', '-')}`);
          const extension = importExtension as ImportExtension;
          const files = [...(await emit(read, { source: 'contract.yaml', importExtension: extension }))];
          const skeleton = emitHandlers(read, { importExtension: extension, server: `../server.${extension}` });
          for (const { path, text } of [...skeleton.handlers, skeleton.index, skeleton.context]) {
            files.push({ path: `handlers/${path}`, text });
          }
          const compilerOptions = {
            strict: true,
            noEmit: true,
            target: 'es2023',
            lib: ['es2023'],
            types: ['node'],
            ...strictness,
            ...options,
          };
          files.push({ path: 'tsconfig.json', text: JSON.stringify({ compilerOptions }) });
          for (const { path, text } of files) {
            mkdirSync(dirname(join(output, path)), { recursive: true });
            writeFileSync(join(output, path), text);
          }
          const tsc = join(project, 'node_modules/typescript/bin/tsc');
          const said = spawnSync(process.execPath, [tsc, '-v'], { encoding: 'utf8' }).stdout;
          expect(said).toContain(`Version ${version}.`);
          const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', output], { encoding: 'utf8' });
          expect(stdout).toBe('');
          expect(status).toBe(0);
        },
      );
    }
  }
});

/** Calls the generated servers by the generated clients, straight from their TypeScript. */
const program = `
import { memoryTransport } from '@soapwright/runtime/client';
import { EverythingClient, headers } from './golden/everything/expected/client.ts';
import { createEverythingServer } from './golden/everything/expected/server.ts';
import { LegacyClient } from './golden/legacy/expected/client.ts';
import { createLegacyServer } from './golden/legacy/expected/server.ts';
import { echo } from './end-to-end/echo.ts';
import { legacyHandlers, parameters } from './end-to-end/legacy.ts';

const everything = new EverythingClient({
  transport: memoryTransport(createEverythingServer(echo, { state: undefined })),
});
const noted = { tickets: [], traces: [], told: [] };
const legacy = new LegacyClient({
  transport: memoryTransport(createLegacyServer(legacyHandlers(noted), { state: undefined })),
});
const text = await everything.Find({ Query: 'q' }, { headerBlocks: [headers.Session.block({ Token: 't' })] });
const sum = await legacy.add$_b({ a: '0.10', b: '0.20', a$_b: 2n ** 62n });
const same = await legacy.Parameters({ Parameters: parameters });
console.log(JSON.stringify([text, sum.sum, String(sum.a$_b), same]));
`;

describe.skipIf(!online && !required).each(['22', '24'])('Node %s', (version) => {
  it('runs the code of both contracts by type stripping', () => {
    const project = install(`node-${version}`, `node@${version}`);
    for (const path of ['golden/everything/expected', 'golden/legacy/expected', 'end-to-end']) {
      cpSync(join(root, 'test', path), join(project, path), { recursive: true });
    }
    writeFileSync(join(project, 'program.ts'), program);
    const node = join(project, 'node_modules/node/bin/node');
    const output = execFileSync(node, ['--experimental-strip-types', '--no-warnings', 'program.ts'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(readFileSync(join(project, 'end-to-end/legacy.ts'), 'utf8')).toContain('export function legacyHandlers');
    expect(JSON.parse(output)).toMatchObject([['q'], '0.30', String(2n ** 62n), { constructor_: 'c', größe: '1.50' }]);
  });
});

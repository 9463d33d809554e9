import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emit, emitHandlers, type ImportExtension } from '../../src/emit/index.ts';
import { contractFile } from '../support/generator/load-contracts.ts';
import { unpackInto } from '../support/packed-packages.ts';

/** The golden contracts with other versions of TypeScript than this repository's own. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const golden = join(root, 'test/golden');

/** Without the registry they are skipped, but in CI, where they must run. */
const required = process.env.CI === 'true' || process.env.SOAPWRIGHT_ONLINE === 'required';
const online =
  spawnSync('npm', ['view', 'typescript@5.9', 'version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;

const compilerOf = (version: string): string => `typescript-${version}`;

let project: string;
beforeAll(() => {
  if (!online && !required) return;
  project = mkdtempSync(join(tmpdir(), 'soapwright-versions-'));
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  const compilers = Object.keys(pairs).map((version) => `${compilerOf(version)}@npm:typescript@${version}`);
  const args = ['install', '--no-audit', '--no-fund', ...compilers, '@types/node@20'];
  execFileSync('npm', args, { cwd: project, stdio: 'ignore' });
  unpackInto(project, ['runtime']);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

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
  for (const [importExtension, options] of Object.entries(extensions)) {
    for (const [name, strictness] of Object.entries(flags)) {
      if (!pairs[version]?.includes(`${importExtension}, ${name}`)) continue;
      it(`compiles two contracts with extension ${importExtension} under ${name}`, async () => {
        const output = join(project, version, `${importExtension}-${name.replaceAll(' ', '-')}`);
        const compilerOptions = {
          strict: true,
          noEmit: true,
          target: 'es2023',
          lib: ['es2023'],
          types: ['node'],
          ...strictness,
          ...options,
        };
        const files = [{ path: 'tsconfig.json', text: JSON.stringify({ compilerOptions }) }];
        for (const contract of ['everything', 'legacy']) {
          for (const { path, text } of await filesOf(contract, importExtension as ImportExtension))
            files.push({ path: join(contract, path), text });
        }
        for (const { path, text } of files) {
          mkdirSync(dirname(join(output, path)), { recursive: true });
          writeFileSync(join(output, path), text);
        }
        const tsc = join(project, 'node_modules', compilerOf(version), 'bin/tsc');
        const said = spawnSync(process.execPath, [tsc, '-v'], { encoding: 'utf8' }).stdout;
        expect(said).toContain(`Version ${version}.`);
        const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', output], { encoding: 'utf8' });
        expect(stdout).toBe('');
        expect(status).toBe(0);
      });
    }
  }
});

/** Generated code of a golden contract, and its handlers as they are created. */
async function filesOf(contract: string, importExtension: ImportExtension) {
  const read = contractFile(join(golden, contract, 'contract.yaml'));
  const files = [...(await emit(read, { source: 'contract.yaml', importExtension }))];
  const skeleton = emitHandlers(read, { importExtension, server: `../server.${importExtension}` });
  for (const { path, text } of [...skeleton.handlers, skeleton.index, skeleton.context]) {
    files.push({ path: `handlers/${path}`, text });
  }
  return files;
}

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/index.ts';
import { type EmittedFile, emit, emitHandlers, type ImportExtension, type Reading, serviceFor } from '../../src/emit/index.ts';
import { contractFile, contractOf, remoteFileService } from '../support/generator/load-contracts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const contractIn = (folder: string): Contract => contractFile(join(here, folder, 'contract.yaml'));
const library = readFileSync(join(here, 'library/contract.yaml'), 'utf8');

/** The golden contract in the folder `tolerant` is one of a service of others. */
const readingOf = (folder: string): Reading => (folder === 'tolerant' ? 'tolerant' : 'standard');
const goldens = ['library', 'everything', 'legacy', 'streams', 'tolerant'] as const;

const emitted = (contract: Contract, reading?: Reading): Promise<readonly EmittedFile[]> =>
  emit(contract, { source: 'contract.yaml', importExtension: 'ts', reading });

describe.each(goldens)('the golden contract %s', (folder) => {
  const contract = contractIn(folder);
  const reading = readingOf(folder);

  it('equals the expected files', async () => {
    for (const { path, text } of await emitted(contract, reading)) {
      await expect(text).toMatchFileSnapshot(join(here, folder, 'expected', path));
    }
    const service = serviceFor(contract, reading);
    const options = { importExtension: 'ts', server: '../server.ts' } as const;
    const { handlers, index, context } = emitHandlers(contract, options, service);
    for (const { path, text } of [...handlers, index, context]) {
      await expect(text).toMatchFileSnapshot(join(here, folder, 'expected/handlers', path));
    }
  });

  it('is the same a second time', async () => {
    expect(await emitted(contract, reading)).toEqual(await emitted(contract, reading));
  });

  it('has lines that fit, except for indivisible literals', async () => {
    for (const { path, text } of await emitted(contract, reading)) {
      if (path.endsWith('.wsdl')) continue;
      const broken = text.split('\n').filter((line) => !/^ *\/\*@__PURE__\*\/ new RegExp\('/.test(line));
      expect(broken.filter((line) => line.length > 120)).toEqual([]);
      if (path === 'description.ts') continue;
      expect(text).not.toMatch(/[ \t]$/m);
      expect(text).not.toMatch(/\n\n\n|\n\n$/);
    }
  });
});

/** How users may have set up their compiler, by the import extension that goes with it. */
const compilers: Record<ImportExtension, object> = {
  ts: { module: 'nodenext', allowImportingTsExtensions: true, erasableSyntaxOnly: true },
  js: { module: 'nodenext' },
  none: { module: 'esnext', moduleResolution: 'bundler' },
};

/** The strictest flags, and those of `--strict` alone. */
const flags: Record<string, object> = {
  'all strict flags': {
    isolatedDeclarations: true,
    declaration: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
  },
  'strict alone': {},
};

describe('generated code compiles', () => {
  let folder: string;

  beforeAll(() => {
    mkdirSync(join(root, '.build'), { recursive: true });
    // Inside of the repository, so that the runtime is found as a user's project finds it.
    folder = mkdtempSync(join(root, '.build/golden-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const importExtension of ['ts', 'js', 'none'] as const) {
    for (const [name, strictness] of Object.entries(flags)) {
      it.each(goldens)(`%s with importExtension ${importExtension} under ${name}`, async (golden) => {
        const contract = contractIn(golden);
        const project = mkdtempSync(join(folder, 'project-'));
        // The largest one in parts too, where it is compiled the most strictly.
        const inParts = /everything|tolerant/.test(golden) && importExtension === 'js';
        const reading = readingOf(golden);
        const parts = inParts ? 3 : undefined;
        const files = [...(await emit(contract, { source: 'contract.yaml', importExtension, parts, reading }))];
        const server = importExtension === 'none' ? '../server' : `../server.${importExtension}`;
        const service = serviceFor(contract, reading);
        const { handlers, index, context } = emitHandlers(contract, { importExtension, server }, service);
        for (const { path, text } of [...handlers, index, context]) files.push({ path: `handlers/${path}`, text });
        const compilerOptions = {
          strict: true,
          noEmit: true,
          target: 'es2023',
          types: ['node'],
          lib: ['es2023'],
          skipLibCheck: true,
          ...strictness,
          ...compilers[importExtension],
        };
        files.push({ path: 'tsconfig.json', text: JSON.stringify({ compilerOptions }) });
        files.push({ path: 'package.json', text: '{ "type": "module" }' });
        for (const { path, text } of files) {
          mkdirSync(dirname(join(project, path)), { recursive: true });
          writeFileSync(join(project, path), text);
        }
        expect(compile(project)).toBe('');
      });
    }
  }
});

describe('code for one side', () => {
  let folder: string;

  beforeAll(() => {
    mkdirSync(join(root, '.build'), { recursive: true });
    folder = mkdtempSync(join(root, '.build/side-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['client', 'server'] as const)('of a %s compiles, and is part of the code for both', async (side) => {
    const contract = contractIn('everything');
    const options = { source: 'contract.yaml', importExtension: 'ts' } as const;
    const both = new Map((await emit(contract, options)).map(({ path, text }) => [path, text]));
    const files = await emit(contract, { ...options, sides: side });
    const other = side === 'client' ? /^(?:server|pages|description)|\.wsdl$/ : /^(?:client|sensitive)/;
    expect(files.map(({ path }) => path)).toEqual([...both.keys()].filter((path) => !other.test(path)));
    // Writers for clients take the types of requests, and absent lists.
    const common = (text: string): string =>
      text.replace(/t\.(\w+)Init\b/g, 't.$1').replaceAll(' ?? []', '').replace(/\(([\w.]+)\?\.length \?\? 0\)/g, '$1.length');
    const functions = (text = ''): readonly string[] =>
      common(text).match(/^export function \w+\([\s\S]*?^}$/gm) ?? [];
    const codec = functions(files.find(({ path }) => path === 'codec.ts')?.text);
    const all = functions(both.get('codec.ts'));
    expect(codec.length).toBeGreaterThan(50);
    expect(codec.length).toBeLessThan(all.length);
    expect(codec.filter((one) => !all.includes(one))).toEqual([]);
    const compilerOptions = { strict: true, noEmit: true, target: 'es2023', types: ['node'], skipLibCheck: true };
    const strict = { ...compilerOptions, ...flags['all strict flags'], ...compilers.ts };
    const project = mkdtempSync(join(folder, 'project-'));
    for (const { path, text } of files) writeFileSync(join(project, path), text);
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict }));
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    expect(compile(project)).toBe('');
  });
});

describe('code of another generation', () => {
  const required = (generation: number): string =>
    `import * as soap from '@soapwright/runtime';\n\nsoap.requireGeneration(${generation});\n`;
  let folder: string;

  beforeAll(() => {
    mkdirSync(join(root, '.build'), { recursive: true });
    folder = mkdtempSync(join(root, '.build/generation-'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('does not compile, and the error contains the remedy', () => {
    const compilerOptions = { strict: true, noEmit: true, types: [], lib: ['es2023'], skipLibCheck: true };
    const options = { ...compilerOptions, ...compilers.ts };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    writeFileSync(join(folder, 'codec.ts'), required(1));
    expect(compile(folder)).toContain('run `npx soapwright generate` again');
    writeFileSync(join(folder, 'codec.ts'), required(2));
    expect(compile(folder)).toBe('');
  });

  it('does not start, and the error contains the remedy', () => {
    const start = (generation: number): string => {
      writeFileSync(join(folder, 'codec.js'), required(generation));
      return spawnSync(process.execPath, ['codec.js'], { cwd: folder, encoding: 'utf8' }).stderr;
    };
    expect(start(1)).toMatch(/GenerationError: .*Run `npx soapwright generate` again.*explain SW5103/);
    expect(start(3)).toMatch(/GenerationError: .*Install the @soapwright\/runtime of your soapwright.*explain SW5102/);
    expect(start(2)).toBe('');
  });
});

describe('a contract in parts', () => {
  const parts = 5;
  const inParts = (contract: Contract) =>
    emit(contract, { source: 'contract.yaml', importExtension: 'ts', parts });
  /** The file that declares each name. */
  const places = async (contract: Contract): Promise<ReadonlyMap<string, string>> =>
    new Map(
      (await inParts(contract)).flatMap(({ path, text }) =>
        [...text.matchAll(/^export (?:interface|type|function|const) (\w+)/gm)].map(
          ([, name = '']): [string, string] => [`${path.split('/')[0]} ${name}`, path],
        ),
      ),
    );

  it('has the exports of a single file, in the requested number of files', async () => {
    const contract = contractIn('everything');
    const files = await inParts(contract);
    expect(files.filter(({ path }) => path.startsWith('types/'))).toHaveLength(parts);
    expect(files.filter(({ path }) => path.startsWith('codec/'))).toHaveLength(parts + 1);
    const names = (list: readonly { readonly path: string; readonly text: string }[], folder: string): string[] =>
      list
        .filter(({ path }) => path === `${folder}.ts` || path.startsWith(`${folder}/part`))
        .flatMap(({ text }) => [...text.matchAll(/^export (?:interface|type|function) (\w+)/gm)].map(([, name = '']) => name))
        .sort();
    const whole = await emitted(contract);
    for (const folder of ['types', 'codec']) expect(names(files, folder)).toEqual(names(whole, folder));
  });

  it('moves no name when another is added', async () => {
    const before = await places(contractOf(library));
    const more = library
      .replace('operations:\n', 'operations:\n  Abacus: { request: { A: string }, result: Aardvark }\n')
      .replace('records:\n', 'records:\n  Aardvark: { A: string }\n');
    const after = await places(contractOf(more));
    expect(after.size).toBeGreaterThan(before.size);
    for (const [name, path] of before) expect(after.get(name)).toBe(path);
  });

  it('has lines that fit', async () => {
    for (const { path, text } of await inParts(contractIn('everything'))) {
      if (path.endsWith('.wsdl')) continue;
      const long = text.split('\n').filter((line) => line.length > 120 && !line.includes("new RegExp('"));
      // A qualified name can push a line over that would fit; none is longer than a screen.
      expect(long.filter((line) => line.length > 140)).toEqual([]);
      expect(text).not.toMatch(/[ \t]$|\n\n\n|\n\n$/);
    }
  });
});

function compile(project: string): string {
  try {
    return execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe('adding to a contract', () => {
  const operation = `
  Abacus:
    request: { AAA: string }
    result: Aardvark
`;
  const grown = library
    .replace('operations:\n', `operations:${operation}`)
    .replace('records:\n', 'records:\n  Aardvark: { AAA: string, Zzz: string }\n');

  it('renames and removes no existing name', async () => {
    const before = await emitted(contractOf(library));
    const after = await emitted(contractOf(grown));
    for (const [index, { path, text }] of before.entries()) {
      // The packed text of the WSDL, whose file is compared.
      if (path === 'description.ts') continue;
      const kept = after[index]?.text.split('\n') ?? [];
      let at = 0;
      for (const line of text.split('\n')) {
        const found = kept.indexOf(line, at);
        // Only an import list that grew beyond its line may change.
        if (found < 0) expect(line, `${path}: ${line}`).toMatch(/^import type \{/);
        else at = found + 1;
      }
    }
  });
});

it('the Remote File Service contains the names that tools handle wrongly', async () => {
  const files = await emit(remoteFileService(), { source: 'x.yaml', importExtension: 'ts' });
  const types = files.find(({ path }) => path === 'types.ts')?.text ?? '';
  for (const name of ['SSOLoginURLRequest', 'SSOLoginURL', 'AdminCreateFolderParameters']) {
    expect(types).toContain(`export interface ${name} {`);
  }
  for (const member of ['API_KEY?: string', 'ClientId: number', 'ClientID: number', 'ClientID?: string', 'isLastChunk:']) {
    expect(types).toContain(`  ${member}`);
  }
});

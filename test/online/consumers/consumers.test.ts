import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedFile } from '../../../release/pack.js';
import { installNode } from '../../support/node-version.js';
import { type Cell, cells, configuration, filesOf } from './cells.ts';
import { ConsumerProject, type Ended, packageNames, toolVersions } from './consumer-project.ts';

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const answer: Ended = { exitCode: 0, output: 'Hello Anna; no name\n' };
const compilers = { '5.9': 'typescript/bin/tsc', 7: 'typescript-7/bin/tsc' } as const;

/** What each compiler says of all its projects at once: one process parses their common files once. */
const compiled: Partial<Record<Cell['compiler'], Ended>> = {};

/** The packages as they would be published, with the tools of projects that use them, in one installation. */
let project: ConsumerProject;

beforeAll(() => {
  project = new ConsumerProject();
  project.install();
  for (const name of ['example.yaml', 'esbuild.cjs', 'webpack.cjs', 'one-class.cjs'])
    project.write(name, fixture(name));
  project.write('jest/one-class.test.cjs', fixture('one-class-test.cjs'));
  project.write('jest/jest.config.cjs', "module.exports = { testMatch: ['**/*.test.cjs'], transform: {} };\n");
  project.write('soapwright.yaml', configuration());
  expect(project.tool('soapwright/bin/soapwright.js', ['generate', '--quiet'])).toEqual({ exitCode: 0, output: '' });
  for (const cell of cells)
    for (const [path, text] of Object.entries(filesOf(cell, fixture))) project.write(`${cell.name}/${path}`, text);
});

afterAll(() => project.remove());

/** Texts of the programs that webpack has bundled. */
const bundled = new Set<string>();

describe.each(cells)('$name', ({ name, format, compiler, resolution }) => {
  const extension = format === 'cjs' ? 'cjs' : 'mjs';

  it('compiles, with all declarations checked, and runs on Node', () => {
    const names = cells.filter((cell) => cell.compiler === compiler).map(cellName);
    compiled[compiler] ??= project.tool(compilers[compiler], ['-b', ...names]);
    expect(compiled[compiler]).toEqual({ exitCode: 0, output: '' });
    expect(project.node([join(name, 'out/main.js')])).toEqual(answer);
  });

  it.skipIf(resolution === 'node10')('compiles with TypeScript 7', () => {
    expect(project.tool(compilers[7], ['-p', name, '--noEmit'])).toEqual({ exitCode: 0, output: '' });
  });

  it('runs by tsx', () => {
    expect(project.tool('tsx/dist/cli.mjs', ['--tsconfig', 'tsconfig.json', 'src/main.ts'], name)).toEqual(answer);
  });

  it('runs as a bundle of esbuild', () => {
    const output = `esbuild/main.${extension}`;
    expect(project.node(['../esbuild.cjs', 'src/main.ts', output, format], name).output).toBe('');
    expect(project.node([output], name)).toEqual(answer);
  });

  it('runs as a bundle of webpack', () => {
    // Projects whose compiled programs are the same text share a bundle.
    const program = project.programText(`${name}/out`);
    if (bundled.has(program)) return expect(program).toContain('createExampleServer');
    bundled.add(program);
    expect(project.node(['webpack.cjs', join(name, 'out/main.js'), join(name, 'webpack')]).output).toBe('');
    expect(project.node(['webpack/main.cjs'], name)).toEqual(answer);
  });

  it('runs as a bundle of Vite', () => {
    project.write(`${name}/vite.config.mjs`, viteConfiguration(format, extension));
    const args = ['build', '--ssr', 'src/main.ts', '--outDir', 'vite', '--logLevel', 'warn'];
    expect(project.tool('vite/bin/vite.js', args, name).output).toBe('');
    expect(project.node([`vite/main.${extension}`], name)).toEqual(answer);
  });
});

describe('test runners', () => {
  it.each(['cjs', 'esm'] as const)('Jest runs the tests of each %s project, and those of a mock', (format) => {
    const projects = cells.filter((cell) => cell.format === format);
    const args = ['node_modules/jest/bin/jest.js', '--json', '--projects', ...projects.map(cellName)];
    expect(passedFiles(project.node(args, '.', format === 'esm'))).toBe(projects.length + 1);
  });

  it('Vitest runs the tests of each project, and those of mocks', () => {
    const configuration = { test: { globals: true, reporters: 'json', include: ['*/src/*.test.ts'] } };
    project.write('vitest.config.mjs', `export default ${JSON.stringify(configuration)};\n`);
    expect(passedFiles(project.tool('vitest/vitest.mjs', ['run']))).toBe(cells.length + 2);
  });
});

describe('instanceof SoapFault holds across require and import', () => {
  const bothWays: Ended = { exitCode: 0, output: 'true true\n' };

  it.each([
    ['20', process.execPath],
    ['22', join(installNode('22'), 'node')],
    ['24', join(installNode('24'), 'node')],
  ])('in Node %s', (version, path) => {
    expect(project.node(['--version'], '.', false, path).output).toMatch(new RegExp(`^v${version}\\.`));
    expect(project.node(['--no-warnings', 'one-class.cjs'], '.', false, path)).toEqual(bothWays);
  });

  it('in bundles of esbuild and webpack', () => {
    expect(project.node(['esbuild.cjs', 'one-class.cjs', 'one/esbuild.cjs', 'cjs']).output).toBe('');
    expect(project.node(['one/esbuild.cjs'])).toEqual(bothWays);
    expect(project.node(['webpack.cjs', 'one-class.cjs', 'one']).output).toBe('');
    expect(project.node(['one/main.cjs'])).toEqual(bothWays);
  });

  it('in Jest, which loads both forms', () => {
    const args = ['../node_modules/jest/bin/jest.js', '--json'];
    expect(passedFiles(project.node(args, 'jest', true))).toBe(1);
  });
});

describe('published packages', () => {
  it('docs/reference/consumers.md lists these projects and versions', () => {
    const page = readFileSync(new URL('../../../docs/reference/consumers.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\|[^|]*\| `(\w+)` \| `(\w+)` \| ([\d., ]+) \| Node, /gm)].map((row) =>
      row.slice(1),
    );
    expect(rows).toEqual(
      cells.map(({ resolution, compiler, module }) => [
        resolution,
        module,
        compiler === '5.9' && resolution !== 'node10' ? '5.9, 7' : compiler,
      ]),
    );
    const versions = toolVersions().filter((version) => !/^(node|@types|@arethetypeswrong|publint)/.test(version));
    for (const version of versions) expect(page.toLowerCase()).toContain(version.replace('typescript-7', 'and'));
  });

  it.each(packageNames)('%s has no problem for attw and publint', (name) => {
    const types = project.tool('@arethetypeswrong/cli/dist/index.js', [packedFile(name), '--format', 'json']);
    const { problems } = JSON.parse(types.output) as { readonly problems: object };
    expect({ ...types, output: problems }).toEqual({ exitCode: 0, output: {} });
    expect(project.tool('publint/src/cli.js', [`node_modules/${name}`, '--strict']).output).toContain('All good!');
  });

  it('soapwright is the same for require and import', () => {
    const program =
      "import('soapwright').then((m) => console.log(Object.keys(m).length > 5, m.generate === require('soapwright').generate))";
    expect(project.node(['-e', program])).toEqual({ exitCode: 0, output: 'true true\n' });
  });

  it('soapwright is one package of at most 10 MB', () => {
    const { bytes, packages } = project.installGenerator();
    expect(packages).toBe(1);
    expect(bytes).toBeLessThanOrEqual(10_000_000);
  });
});

function cellName({ name }: Cell): string {
  return name;
}

/** The number of test files whose tests all passed, from a report in JSON. */
function passedFiles({ output }: Ended): number {
  const report = /^\{.*\}$/m.exec(output)?.[0] ?? '';
  expect(report, output).not.toBe('');
  const { testResults } = JSON.parse(report) as { readonly testResults: readonly { readonly status: string }[] };
  return testResults.filter(({ status }) => status === 'passed').length;
}

function viteConfiguration(format: 'cjs' | 'esm', extension: string): string {
  const output = { format, entryFileNames: `main.${extension}` };
  return `export default ${JSON.stringify({ ssr: { noExternal: true }, build: { rollupOptions: { output } } })};\n`;
}

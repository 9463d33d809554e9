/** How a project loads modules, and how its TypeScript finds them. */
export interface Cell {
  /** Folder of the project: `cjs-node16`. */
  readonly name: string;
  readonly format: 'cjs' | 'esm';
  readonly resolution: string;
  readonly module: string;
  /** Of TypeScript 5.9, which the tools use; `7` compiles what 5.9 does not. */
  readonly compiler: '5.9' | '7';
  readonly compilerOptions: object;
}

const common = {
  target: 'es2022',
  lib: ['es2023'],
  types: ['node'],
  strict: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  rootDir: 'src',
  outDir: 'out',
};

/** The module kind that goes with each resolution. `verbatimModuleSyntax` is for ECMAScript modules alone. */
const modules = {
  node10: { cjs: 'commonjs', esm: 'es2022' },
  node16: { cjs: 'node16', esm: 'node16' },
  nodenext: { cjs: 'nodenext', esm: 'nodenext' },
  bundler: { cjs: 'commonjs', esm: 'es2022' },
} as const;

export const cells: readonly Cell[] = (['cjs', 'esm'] as const).flatMap((format) =>
  (['node10', 'node16', 'nodenext', 'bundler'] as const).map((resolution): Cell => {
    const module = modules[resolution][format];
    const compilerOptions = {
      ...common,
      module,
      moduleResolution: resolution,
      ...(format === 'esm' && { verbatimModuleSyntax: true }),
    };
    // Before version 6 `bundler` excludes `module: commonjs`.
    const compiler = format === 'cjs' && resolution === 'bundler' ? '7' : '5.9';
    return { name: `${format}-${resolution}`, format, resolution, module, compiler, compilerOptions };
  }),
);

/** A configuration of soapwright with the contract for each project. CommonJS needs no extensions, as in Jest. */
export function configuration(): string {
  const targets = cells.map(
    ({ name, format }) =>
      `  - { schema: example.yaml, out: ${name}/src/generated, importExtension: ${format === 'cjs' ? 'none' : 'js'} }\n`,
  );
  return `soapwright: 1\ngenerate:\n${targets.join('')}`;
}

/** The files of a project, but for the generated ones. @param fixture text of a file in fixtures/. */
export function filesOf(
  { name, format, resolution, compilerOptions }: Cell,
  fixture: (file: string) => string,
): Readonly<Record<string, string>> {
  const source = (file: string): string => {
    const text = fixture(file);
    return format === 'cjs' ? text.replaceAll(/(from '\.[^']*)\.js'/g, "$1'") : text;
  };
  return {
    'package.json': JSON.stringify({ private: true, type: format === 'cjs' ? 'commonjs' : 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    'src/entries.ts': source('entries.ts'),
    'src/program.ts': source('program.ts'),
    'src/main.ts': source('main.ts'),
    'src/program.test.ts': source('program-test.ts'),
    // Mocks load the same modules whatever the resolution is: one project of each format tests them.
    ...(resolution === 'nodenext' && { 'src/mock.test.ts': source('mock-test.ts') }),
    'jest.config.cjs': `module.exports = ${JSON.stringify(jestProject(name, format))};\n`,
  };
}

function jestProject(displayName: string, format: 'cjs' | 'esm'): object {
  const transform = { '\\.ts$': ['ts-jest', { useESM: format === 'esm', diagnostics: false }] };
  const modules = { extensionsToTreatAsEsm: ['.ts'], moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' } };
  return { displayName, roots: ['<rootDir>/src'], transform, ...(format === 'esm' && modules) };
}

import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { thorough } from './test/thorough.ts';

const conditions = ['@soapwright/source'];

const matching = (beginnings: readonly string[]): string[] => beginnings.flatMap((path) => [`${path}*`, `${path}**/*`]);

const elsewhere = ['**/node_modules/**', 'test/{online,foreign,engines}/**'];

/** What takes longer hangs, also on a slow and busy machine. Tests that may take longer name their own limit. */
const testTimeout = 30_000;

/** The limit of tests that install packages, start engines, or run many commands. */
const longTimeout = 300_000;

/** Of `local`, what skips a missing program, and `.ci/run` must not. */
const withPrograms = [
  'test/core/*.test.ts',
  'service/src/config/deployment-files.test.ts',
  'service/src/sign-in/saml/read-token.test.ts',
];

interface Tests {
  readonly include: string[];
  readonly exclude?: string[];
  readonly timeout: number;
  /** A module whose function `setup` is called once, before the tests. */
  readonly globalSetup?: string;
}

function project(name: string, { include, exclude, timeout, globalSetup }: Tests): TestProjectInlineConfiguration {
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions: [...conditions, 'node'] } },
    test: {
      name,
      include,
      ...(exclude && { exclude }),
      // With the usual 16 MB for young objects, a tenth of the time goes into collecting them.
      execArgv: ['--max-semi-space-size=64'],
      ...(globalSetup && { globalSetup }),
      // Modules are loaded once in each worker, not for each file.
      isolate: false,
      testTimeout: timeout,
      hookTimeout: timeout,
      expect: { poll: { timeout: timeout / 2 } },
    },
  };
}

/**
 * `npm test` runs `local`, `npm run test:all` also `thorough`: they need nothing but this checkout, and skip,
 * counted, what a missing foreign program would be needed for. `online` installs packages into temporary folders. `foreign`
 * needs the programs of other toolkits, `engines` PostgreSQL and an S3 store.
 */
export default defineConfig({
  test: {
    globalSetup: 'templates/precompile.js',
    // Lanes of `.ci/run` share transformed modules. A checkout that changes could find what its package.json said before.
    experimental: { fsModuleCache: process.env.CI !== undefined },
    // By default one core is left to the main process, which needs little: of two, half would be idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      project('local', {
        include: ['{src,runtime/src,security/src,service/src,upload-client/src,test}/**/*.test.ts'],
        exclude: [...elsewhere, ...matching(thorough)],
        timeout: testTimeout,
      }),
      project('thorough', {
        include: thorough.map((path) => (path.endsWith('.ts') ? path : `${path}**/*.test.ts`)),
        exclude: elsewhere,
        timeout: longTimeout,
      }),
      project('online', {
        include: ['test/online/**/*.test.ts'],
        timeout: longTimeout,
        globalSetup: 'test/online/setup.js',
      }),
      project('engines', {
        include: ['test/engines/**/*.test.ts', 'service/src/{handlers,scim,tus}/*.test.ts'],
        timeout: longTimeout,
      }),
      project('foreign', { include: ['test/foreign/**/*.test.ts', ...withPrograms], timeout: longTimeout }),
    ],
  },
});

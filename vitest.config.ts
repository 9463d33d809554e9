import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['@soapwright/source'];

/** Beginnings of the paths of tests that `.ci/run` runs later, once foreign programs are installed. */
const later = (process.env.SOAPWRIGHT_LATER ?? '').split(' ').flatMap((path) => (path === '' ? [] : `${path}{*,/**}`));

/** Milliseconds after which something hangs, also on a machine that is slow and busy. */
const times = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

/**
 * `local` is what `npm test` runs: it needs nothing but this checkout, and skips, counted, what a missing foreign program
 * would be needed for. `online` installs packages into temporary folders. `foreign` needs the programs of other toolkits,
 * `engines` PostgreSQL and an S3 store.
 */
export default defineConfig({
  test: {
    globalSetup: 'templates/precompile.js',
    // By default one core is left to the main process, which needs little: of two, half would be idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve: { conditions },
        ssr: { resolve: { conditions: [...conditions, 'node'] } },
        test: {
          name: 'local',
          include: ['{src,runtime/src,service/src,upload-client/src,test}/**/*.test.ts'],
          exclude: ['test/{online,foreign,engines}/**', '**/node_modules/**', ...later],
          ...times,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions: [...conditions, 'node'] } },
        test: {
          name: 'online',
          include: ['test/online/**/*.test.ts'],
          ...times,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions: [...conditions, 'node'] } },
        test: {
          name: 'engines',
          include: ['test/engines/**/*.test.ts', 'service/src/handlers/*.test.ts'],
          ...times,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions: [...conditions, 'node'] } },
        test: {
          name: 'foreign',
          include: ['test/foreign/**/*.test.ts'],
          ...times,
        },
      },
    ],
  },
});

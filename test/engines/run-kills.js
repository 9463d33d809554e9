import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

/**
 * Kills processes of the service, its store and its database while files are uploaded, and prints what happened:
 * `npm run faults:engines -- --faults 500 --seed 1 --store swift`. The same seed gives the same files and faults.
 * As root on Debian.
 */
const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '500' },
    seed: { type: 'string' },
    store: { type: 'string', default: 'ceph' },
  },
});
const env = {
  ...process.env,
  RFS_KILLS: values.faults,
  RFS_KILLS_PROGRESS: 'yes',
  RFS_TEST_STORE: values.store,
  ...(values.seed === undefined ? {} : { RFS_KILLS_SEED: values.seed }),
};
const args = ['vitest', 'run', '--project', 'engines', 'test/engines/kills.test.ts'];
spawn('npx', args, { env, stdio: 'inherit' }).on('close', (code) => {
  process.exitCode = code ?? 1;
});

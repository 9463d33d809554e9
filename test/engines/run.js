import { spawn } from 'node:child_process';
import { startEngines } from './engines.js';

/**
 * Installs and starts PostgreSQL with a synchronous standby and an S3 store, and runs the tests of engines on them:
 * `npm run test:engines`, with `-- swift` for the store of OpenStack instead of Ceph's; further arguments are for vitest.
 * As root on Debian.
 */
const [store = 'ceph', ...rest] = process.argv.slice(2);
const { environment, close } = await startEngines(store);
try {
  const env = { ...process.env, ...environment };
  const tests = spawn('npx', ['vitest', 'run', '--project', 'engines', ...rest], { env, stdio: 'inherit' });
  process.exitCode = await new Promise((resolve) => tests.on('close', resolve));
} finally {
  close();
}

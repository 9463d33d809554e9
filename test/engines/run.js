import { spawn, spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Installs and starts PostgreSQL with a synchronous standby and an S3 store, and runs the tests of engines on them:
 * `npm run test:engines`, with `-- swift` for the store of OpenStack in place of Ceph's; further arguments are for vitest.
 * As root on Debian.
 */
const [store = 'ceph', ...rest] = process.argv.slice(2);
const stores = {
  ceph: {
    packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr'],
    program: 'radosgw',
    port: 7480,
  },
  swift: {
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
    program: 'swift-proxy-server',
    port: 7490,
  },
};
const chosen = stores[store];
if (chosen === undefined) throw new Error(`There is no store ${store}: ${Object.keys(stores).join(', ')}.`);

/** Programs without which PostgreSQL and the store cannot start. */
function isInstalled() {
  return existsSync('/usr/lib/postgresql/15/bin/initdb') && run('which', [chosen.program]).status === 0;
}

function run(program, args, options = {}) {
  return spawnSync(program, args, { encoding: 'utf8', ...options });
}

function install() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const packages = ['postgresql-15', ...chosen.packages];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = run('apt-get', args, { env });
    if (status !== 0) throw new Error(`apt-get ${args[0]}: ${stderr}`);
  }
}

function start(script, ...args) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { status, stdout, stderr } = run('bash', [path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** Creates the bucket by a signed request. */
async function createBucket(endpoint, key, secret) {
  const url = new URL('/rfs-tests', endpoint);
  const time = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
  const digest = createHash('sha256').digest('hex');
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const headers = `host:${url.host}\nx-amz-content-sha256:${digest}\nx-amz-date:${time}\n`;
  const request = `PUT\n/rfs-tests\n\n${headers}\n${names}\n${digest}`;
  const scope = `${time.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${createHash('sha256').update(request).digest('hex')}`;
  const signing = scope
    .split('/')
    .reduce((by, part) => createHmac('sha256', by).update(part).digest(), `AWS4${secret}`);
  const signature = createHmac('sha256', signing).update(text).digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${key}/${scope},SignedHeaders=${names},Signature=${signature}`;
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'x-amz-content-sha256': digest, 'x-amz-date': time, authorization },
  });
  if (!response.ok) throw new Error(`The bucket cannot be created: ${response.status} ${await response.text()}`);
}

/** Ends the servers, by the files in which they have written their process ids. */
function endServers(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.pid')) continue;
    const pid = Number(readFileSync(join(folder, name), 'utf8').split('\n')[0]);
    try {
      if (pid > 1) process.kill(pid, 'SIGTERM');
    } catch {
      // Ended already.
    }
  }
}

if (!isInstalled()) install();
const folder = mkdtempSync(join(tmpdir(), 'rfs-engines-'));
run('chmod', ['755', folder]);
try {
  start('pg-up.sh', join(folder, 'pg'));
  const [endpoint, key, secret] = start(`${store}-up.sh`, join(folder, store), String(chosen.port)).split(' ');
  await createBucket(endpoint, key, secret);
  const env = {
    ...process.env,
    RFS_TEST_DATABASE: 'postgres://rfs@127.0.0.1:5541/rfs',
    RFS_TEST_OBJECTS: endpoint,
    RFS_TEST_CREDENTIALS: `${key} ${secret}`,
  };
  const tests = spawn('npx', ['vitest', 'run', '--project', 'engines', ...rest], { env, stdio: 'inherit' });
  process.exitCode = await new Promise((resolve) => tests.on('close', resolve));
} finally {
  endServers(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}

import { execFile, spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePorts } from '../support/free-ports.js';

const bucket = 'rfs-tests';

const stores = {
  ceph: {
    packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr'],
    program: 'radosgw',
    ports: 2,
  },
  swift: {
    packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
    program: 'swift-proxy-server',
    ports: 5,
  },
};

/**
 * Installs PostgreSQL, a store, HAProxy and faketime where one is missing, as root on Debian, and starts PostgreSQL with a synchronous
 * standby and the store, on free ports.
 *
 * @param {string} kind of the store: ceph or swift
 * @returns {Promise<import('./engines.js').Engines>}
 */
export async function startEngines(kind) {
  const chosen = stores[kind];
  if (chosen === undefined) throw new Error(`There is no store ${kind}: ${Object.keys(stores).join(', ')}.`);
  const commands = ['sbin/haproxy', 'bin/faketime', `bin/${chosen.program}`].map((name) => `/usr/${name}`);
  const programs = ['/usr/lib/postgresql/15/bin/initdb', ...commands];
  if (!programs.every((path) => existsSync(path)))
    install(['postgresql-15', 'haproxy', 'faketime', ...chosen.packages]);
  const folder = mkdtempSync(join(tmpdir(), 'rfs-engines-'));
  const close = () => {
    endServers(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  };
  try {
    run('chmod', ['755', folder]);
    const database = { folder: join(folder, 'pg'), port: await freePorts(2) };
    const store = { kind, folder: join(folder, kind), port: await freePorts(chosen.ports) };
    const [, line] = await Promise.all([
      start('pg-up.sh', database.folder, String(database.port)),
      start(`${kind}-up.sh`, store.folder, String(store.port)),
    ]);
    const [endpoint, key, secret] = line.split(' ');
    await createBucket(endpoint, key, secret);
    const environment = {
      RFS_TEST_DATABASE: `postgres://rfs@127.0.0.1:${database.port}/rfs`,
      RFS_TEST_OBJECTS: endpoint,
      RFS_TEST_CREDENTIALS: `${key} ${secret}`,
      RFS_TEST_STORE: kind,
    };
    return { database, store, environment, close };
  } catch (error) {
    close();
    throw error;
  }
}

function run(program, args, options = {}) {
  return spawnSync(program, args, { encoding: 'utf8', ...options });
}

function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = run('apt-get', args, { env });
    if (status !== 0) throw new Error(`apt-get ${args[0]}: ${stderr}`);
  }
}

/** Runs a script of this folder. Returns the last line of its output. */
async function start(script, ...args) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { stdout } = await promisify(execFile)('bash', [path, ...args]);
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** Creates the bucket. The gateway of Swift responds before the servers behind it: it is asked for a minute. */
async function createBucket(endpoint, key, secret) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await putBucket(endpoint, key, secret);
    if (response.ok) return;
    const text = `The bucket cannot be created: ${response.status} ${await response.text()}`;
    if (response.status !== 503 || attempt === 60) throw new Error(text);
    await sleep(1_000);
  }
}

/** Sends a signed request for the bucket. */
async function putBucket(endpoint, key, secret) {
  const url = new URL(`/${bucket}`, endpoint);
  const time = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
  const digest = createHash('sha256').digest('hex');
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const headers = `host:${url.host}\nx-amz-content-sha256:${digest}\nx-amz-date:${time}\n`;
  const request = `PUT\n/${bucket}\n\n${headers}\n${names}\n${digest}`;
  const scope = `${time.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${createHash('sha256').update(request).digest('hex')}`;
  const signing = scope
    .split('/')
    .reduce((by, part) => createHmac('sha256', by).update(part).digest(), `AWS4${secret}`);
  const signature = createHmac('sha256', signing).update(text).digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${key}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return await fetch(url, {
    method: 'PUT',
    headers: { 'x-amz-content-sha256': digest, 'x-amz-date': time, authorization },
  });
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

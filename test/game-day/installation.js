// Installations of the service that the game day breaks: one on a data folder, one on PostgreSQL and Ceph's gateway.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngines } from '../engines/engines.js';
import { freePorts } from '../support/free-ports.js';
import { keys } from './callers.js';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const path = '/v2/fileservice.asmx';

const has = (program, ...args) => spawnSync(program, args).error === undefined;

/** What this machine has of what faults need. */
export function available() {
  const isRoot = process.getuid?.() === 0;
  const found = {
    disk: isRoot && spawnSync('losetup', ['--find']).status === 0 && has('mkfs.ext4', '-V'),
    faketime: has('faketime', '--version'),
    openssl: has('openssl', 'version'),
    clamd: has('clamd', '--version'),
    servers: isRoot && has('apt-get', '--version'),
  };
  return new Set(Object.keys(found).filter((name) => found[name]));
}

/**
 * Starts the service with what the faults need.
 *
 * @param {ReadonlySet<string>} needs
 * @returns {Promise<import('./game-day.js').Installation>}
 */
export async function install(needs) {
  const folder = mkdtempSync(join(tmpdir(), 'rfs-game-day-'));
  const engines = needs.has('servers') ? await startEngines('ceph') : undefined;
  const first = await freePorts(6);
  const [port, port2, adminPort, adminPort2, receiver, provider] = [0, 1, 2, 3, 4, 5].map((index) => first + index);
  const environment = {
    GAME_DAY: folder,
    PATH: `${here('bin')}:${process.env.PATH}`,
    VOLUME: join(folder, 'volume'),
    RFS_DATA: join(folder, 'volume', 'data'),
    BACKUP: join(folder, 'backup'),
    RFS_HOOKS_FILE: join(folder, 'hooks.yaml'),
    RFS_PROVIDER_SECONDS: '2',
    RFS_RATE_LIMIT: 'false',
    RFS_ADMIN_PORT: adminPort,
    RFS_ADMIN_FILES: 'true',
    ...(needs.has('openssl') && {
      RFS_TLS_CERT: join(folder, 'certificate.pem'),
      RFS_TLS_KEY: join(folder, 'key.pem'),
    }),
    ...(engines && ofEngines(engines)),
  };
  const run = (script, { strict = true } = {}) => {
    const child = spawnSync('bash', [strict ? '-euc' : '-uc', script], {
      env: { ...process.env, ...environment },
      encoding: 'utf8',
      // With a socket as its input, bash reads /etc/bash.bashrc.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = child.stdout + child.stderr;
    if (strict && child.status !== 0) throw new Error(`${script}\n${output}`);
    return output;
  };
  const addUnit = (name, command, own = {}) => {
    const unit = join(folder, 'units', name);
    mkdirSync(unit, { recursive: true });
    writeFileSync(join(unit, 'command'), `exec ${command}\n`);
    writeFileSync(
      join(unit, 'environment'),
      lines({ ...environment, ...own }, ([key, value]) => `${key}='${value}'`),
    );
    return unit;
  };
  mkdirSync(environment.VOLUME);
  if (needs.has('disk')) {
    environment.DEVICE = run(`truncate -s 8G "$GAME_DAY/image"
mkfs.ext4 -q -m 0 -E lazy_itable_init=1,lazy_journal_init=1 "$GAME_DAY/image"
losetup --find --show "$GAME_DAY/image"`).trim();
    run('mount -o errors=remount-ro "$DEVICE" "$VOLUME"');
  }
  if (needs.has('openssl')) run('certbot renew');
  const serve = `node ${here('../../service/bin/remote-file-service.js')} serve`;
  const clock = needs.has('faketime') ? clockOf(folder) : {};
  addUnit('remote-file-service', serve, { ...clock, RFS_PORT: port });
  const data2 = engines ? { RFS_DATA: join(folder, 'volume', 'data-2') } : {};
  addUnit('remote-file-service-2', serve, { ...clock, ...data2, RFS_PORT: port2, RFS_ADMIN_PORT: adminPort2 });
  addUnit('hook-receiver', `node ${here('peers.js')} receiver ${receiver}`);
  addUnit('identity-provider', `node ${here('peers.js')} provider ${provider}`);
  if (needs.has('clamd')) addUnit('clamav-daemon', clamd(folder));
  if (engines) {
    const gateway = addUnit('ceph-radosgw', 'radosgw -f -n client.rgw', { CEPH_CONF: environment.CEPH_CONF });
    const pid = readdirSync(engines.store.folder, { recursive: true }).find((name) => /client\.rgw.*\.pid$/.test(name));
    writeFileSync(join(gateway, 'pid'), readFileSync(join(engines.store.folder, pid)));
  }
  writeFileSync(join(folder, 'index.secret'), `whsec_${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
  writeFileSync(environment.RFS_HOOKS_FILE, hooks(receiver, needs.has('clamd') && join(folder, 'clamd.ctl')));
  writeFileSync(join(folder, 'site.yaml'), site(provider));
  run('remote-file-service provision "$GAME_DAY/site.yaml"');
  const own = ['remote-file-service', 'hook-receiver', 'identity-provider', needs.has('clamd') && 'clamav-daemon'];
  for (const unit of own.filter(Boolean)) run(`systemctl start ${unit}`);
  const origin = needs.has('openssl') ? 'https://localhost' : 'http://localhost';
  return {
    folder,
    data: environment.RFS_DATA,
    run,
    certificate: environment.RFS_TLS_CERT,
    processes: [
      {
        unit: 'remote-file-service',
        url: `${origin}:${port}${path}`,
        metrics: `http://127.0.0.1:${adminPort}/metrics`,
      },
      {
        unit: 'remote-file-service-2',
        url: `${origin}:${port2}${path}`,
        metrics: `http://127.0.0.1:${adminPort2}/metrics`,
      },
    ],
    close() {
      for (const unit of readdirSync(join(folder, 'units'))) run(`systemctl stop ${unit}`, { strict: false });
      if (environment.DEVICE) run('umount -l "$VOLUME"; losetup -d "$DEVICE"', { strict: false });
      engines?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const lines = (values, line) =>
  Object.entries(values)
    .map((entry) => `${line(entry)}\n`)
    .join('');

/** A clock that is set by a file. */
function clockOf(folder) {
  writeFileSync(join(folder, 'clock'), '+0s\n');
  const printed = execFileSync('faketime', ['-m', '-f', '+0s', 'env'], { encoding: 'utf8' });
  return {
    LD_PRELOAD: /^LD_PRELOAD=(.+)$/m.exec(printed)[1],
    FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_CACHE_DURATION: '1',
    NO_FAKE_STAT: '1',
  };
}

function ofEngines({ database, store, environment }) {
  const [AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY] = environment.RFS_TEST_CREDENTIALS.split(' ');
  const [primary, standby] = [database.port, database.port + 1].map((port) => `127.0.0.1:${port}`);
  return {
    RFS_DATABASE_URL: `postgres://rfs@${primary},${standby}/rfs`,
    RFS_OBJECTS_ENDPOINT: environment.RFS_TEST_OBJECTS,
    RFS_OBJECTS_BUCKET: 'rfs-tests',
    RFS_SERVICE_KEY: '07'.repeat(32),
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    STANDBY: `postgres://rfs@${standby}/rfs`,
    PRIMARY_DATA: join(database.folder, 'a'),
    CEPH_CONF: join(store.folder, 'ceph.conf'),
  };
}

/** The command of ClamAV's daemon, with one signature of its own. */
function clamd(folder) {
  const signatures = join(folder, 'signatures');
  mkdirSync(signatures);
  writeFileSync(
    join(signatures, 'own.ndb'),
    `Nothing-Signature:0:*:${Buffer.from('no file has this').toString('hex')}\n`,
  );
  const settings = { Foreground: 'yes', LocalSocket: join(folder, 'clamd.ctl'), DatabaseDirectory: signatures };
  writeFileSync(
    join(folder, 'clamd.conf'),
    lines(settings, (entry) => entry.join(' ')),
  );
  return `clamd -c ${join(folder, 'clamd.conf')}`;
}

const hooks = (port, socket) => `published:
  - { name: index, webhook: { url: "http://127.0.0.1:${port}/events", secretFile: index.secret } }
${socket ? `checks:\n  - { name: virus, clamd: { socket: ${socket} }, timeoutSeconds: 5 }\n` : ''}`;

const site = (port) => `tenants:
  - clientId: 1001
    orgId: 1001
    companyCode: DEMO
    domains: [demo.example]
    identityProvider:
      oidc:
        issuer: http://127.0.0.1:${port}
        clients: [{ applicationType: 3, clientId: app, clientSecret: secret, redirectUri: "https://app.example", bareCode: true }]
accounts: [{ userName: anna, email: anna@demo.example, tenant: 1001, folders: [/inbox] }]
apiKeys: [{ name: office, key: ${keys.api} }]
folderKeys: [{ name: scanner, key: ${keys.folder}, folder: /anna/inbox }]
`;

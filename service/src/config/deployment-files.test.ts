import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { unitSection } from '../../../test/support/installation/systemd-unit.ts';
import { deployFolder, manifests } from '../../../test/support/service/deployment-files.ts';
import { runCommand } from '../../../test/support/service/service-process.ts';
import { loadSettings, variableOf } from './load-settings.ts';
import { type Settings, settingNames } from './settings.ts';

const required = process.env.SOAPWRIGHT_FOREIGN === 'required';
const has = (program: string, ...args: readonly string[]): boolean => required || spawnSync(program, args).status === 0;
const read = (file: string): string => readFileSync(`${deployFolder}/${file}`, 'utf8');

type Environment = Readonly<Record<string, string>>;

/** The environment of the image. */
const imageEnvironment: Environment = Object.fromEntries(
  [...read('Dockerfile').matchAll(/\b(RFS_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);

/** Seconds until a balancer that checks `/readyz` sends no more requests. */
const secondsOfHaproxy = 3;

/** The time that a supervisor must allow after SIGTERM, in seconds. */
const stopOf = ({ drainSeconds, stopSeconds }: Settings): number => drainSeconds + stopSeconds;

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly readinessProbe: { readonly periodSeconds: number; readonly failureThreshold: number };
}

interface Deployment {
  readonly spec: {
    readonly replicas: number;
    readonly template: {
      readonly spec: { readonly terminationGracePeriodSeconds: number; readonly containers: readonly [Container] };
    };
  };
}

describe('service/deploy/kubernetes', () => {
  const found = (kind: string): object | undefined => manifests().find((manifest) => manifest.kind === kind);
  const { data } = found('ConfigMap') as { readonly data: { readonly 'config.yaml': string } };
  const { spec } = (found('Deployment') as Deployment).spec.template;
  const [{ env, readinessProbe }] = spec.containers;
  const environment: Environment = {
    ...imageEnvironment,
    ...Object.fromEntries(env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
    RFS_DATABASE_URL: 'postgres://rfs@db-rw/rfs',
  };
  const settings = loadSettings({ file: { name: '/etc/x.yaml', text: data['config.yaml'] }, environment, flags: {} });

  it('has valid settings for processes on shared servers', () => {
    expect(settings).toMatchObject({
      databaseConnections: 10,
      objectsBucket: 'files',
      trustProxy: true,
      data: '/data',
    });
    expect(settings).toMatchObject({ host: '0.0.0.0', port: 8080, adminHost: '0.0.0.0', adminPort: 9090 });
    expect(new URL(settings.publicUrl ?? '').protocol).toBe('https:');
  });

  it('waits longer for the stop than the service takes, and drains longer than a probe needs', () => {
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(stopOf(settings) + 5);
    expect(settings.drainSeconds).toBeGreaterThan(readinessProbe.periodSeconds * readinessProbe.failureThreshold);
  });

  it('names only existing variables', () => {
    const known = [...settingNames.map(variableOf), 'RFS_CONFIG'];
    for (const { name } of env) if (name.startsWith('RFS_')) expect(known).toContain(name);
  });
});

describe('service/deploy/remote-file-service.service', () => {
  const unit = read('remote-file-service.service');
  const section = unitSection(unit, 'Service');
  const config = loadSettings({ file: { name: 'config.yaml', text: read('config.yaml') }, environment: {}, flags: {} });
  const variables = section.get('Environment')?.map((text) => text.replace(/=.*/, '')) ?? [];

  it('has a configuration beside it with valid settings, whose port callers on this machine alone reach', () => {
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, adminHost: '127.0.0.1', adminPort: 9090 });
  });

  it('names only existing variables, and waits longer for the stop than the service takes', () => {
    const known = ['NODE_ENV', 'RFS_CONFIG', ...settingNames.map(variableOf)];
    expect(variables.filter((name) => !known.includes(name))).toEqual([]);
    expect(Number(section.get('TimeoutStopSec')?.[0])).toBeGreaterThan(stopOf(config) + 5);
  });

  it('is not restarted when its configuration is missing or invalid, and only a few times after another failure', async () => {
    const never = section.get('RestartPreventExitStatus')?.join(' ').split(' ').map(Number) ?? [];
    for (const file of [`${deployFolder}/no-such-file.yaml`, `${deployFolder}/Dockerfile`]) {
      const serve = runCommand(['serve'], { RFS_CONFIG: file });
      expect(never).toContain(await serve.exited);
      expect(serve.stderr()).toContain(file);
    }
    const start = unitSection(unit, 'Unit');
    const [burst, interval] = ['StartLimitBurst', 'StartLimitIntervalSec'].map((key) => Number(start.get(key)?.[0]));
    // A start may wait ten seconds for the database, and as long for its key.
    expect(interval).toBeGreaterThan((burst ?? 0) * (20 + Number(section.get('RestartSec')?.[0])));
  });

  it.runIf(has('systemd-analyze', '--version'))('is what systemd understands', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rfs-unit-'));
    const file = join(folder, 'remote-file-service.service');
    // A developer's Node may be where systemd does not look for programs.
    writeFileSync(file, unit.replace('ExecStart=node ', `ExecStart=${process.execPath} `));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });
});

interface ComposeService {
  readonly environment?: Environment;
  readonly stop_grace_period: string;
}

// Debian's program checks the file by the schema of the Compose specification.
describe.runIf(has('docker-compose', '--version'))('service/deploy/compose.yaml', () => {
  const compose = (...args: readonly string[]): string =>
    execFileSync('docker-compose', ['--env-file', 'env.example', '-f', 'compose.yaml', 'config', ...args], {
      cwd: deployFolder,
      encoding: 'utf8',
      stdio: 'pipe',
    });

  it('has three equal processes with valid settings, which have the time that their stop takes', () => {
    const { services } = parse(compose()) as { readonly services: Readonly<Record<string, ComposeService>> };
    const processes = Object.entries(services).filter(([name]) => name.startsWith('rfs-'));
    expect(processes).toHaveLength(3);
    for (const [, { environment = {}, stop_grace_period }] of processes) {
      const settings = loadSettings({ environment: { ...imageEnvironment, ...environment }, flags: {} });
      expect(settings).toMatchObject({ objectsBucket: 'files', trustProxy: true, adminHost: '0.0.0.0' });
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(stopOf(settings) + 5);
      expect(settings.drainSeconds).toBeGreaterThan(secondsOfHaproxy);
    }
  });

  it('has no secret of its own', () => {
    const args = ['--env-file', 'env.example', '-f', 'compose.yaml', 'config'];
    const env = { ...process.env, POSTGRES_PASSWORD: '' };
    const { status, stderr } = spawnSync('docker-compose', args, { cwd: deployFolder, encoding: 'utf8', env });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/missing mandatory value .* POSTGRES_PASSWORD/i);
  });
});

describe.runIf(has('haproxy', '-v'))('service/deploy/haproxy.cfg', () => {
  const check = (environment: Environment): ReturnType<typeof spawnSync> =>
    spawnSync('haproxy', ['-c', '-f', 'haproxy.cfg'], {
      cwd: deployFolder,
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });

  it('is valid, without a warning when the hosts are known', () => {
    const { status, stdout, stderr } = check({ RFS_1: '127.0.0.11', RFS_2: '127.0.0.12', RFS_3: '127.0.0.13' });
    expect([status, `${stdout}`.trim(), `${stderr}`]).toEqual([0, 'Configuration file is valid', '']);
  });

  it('waits longer for a response than the service for a store, and lets idle connections go first', () => {
    const timeout = (name: string): number =>
      Number(new RegExp(`timeout ${name} (\\d+)s`).exec(read('haproxy.cfg'))?.[1]);
    const { timeoutsKeepAlive, timeoutsBody, timeoutsWrite } = loadSettings({ environment: {}, flags: {} });
    expect(timeout('http-keep-alive')).toBeLessThan(timeoutsKeepAlive);
    expect(timeout('client')).toBeGreaterThan(Math.max(timeoutsBody, timeoutsWrite));
    expect(timeout('server')).toBeGreaterThan(60);
  });
});

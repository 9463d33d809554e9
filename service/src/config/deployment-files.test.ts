import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deployFolder, manifests } from '../../../test/support/service/deployment-files.ts';
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

/** What a supervisor must wait for after SIGTERM, in seconds. */
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
